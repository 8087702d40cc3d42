//! Control, comparison and arithmetic as predicates.

use crate::builtins::builtins;
use crate::builtins::lists::whole as whole_number;
use crate::code::Kind;
use crate::code::expr::COMPARE;
use crate::code::word::{Tag, Word};
use crate::state::choice_point::Other;
use crate::state::exception::{Outcome, Thrown};
use crate::vm::arithmetic::order_name;
use crate::vm::machine::Machine;

builtins! {
    "true" / 0 => |_| Ok(true);
    "otherwise" / 0 => |_| Ok(true);
    "fail" / 0 => |_| Ok(false);
    "false" / 0 => |_| Ok(false);
    "!" / 0 => |_| Ok(true);
    "call" / 1 => |m| call(m, 0);
    "call" / 2 => |m| call(m, 1);
    "call" / 3 => |m| call(m, 2);
    "call" / 4 => |m| call(m, 3);
    "call" / 5 => |m| call(m, 4);
    "call" / 6 => |m| call(m, 5);
    "call" / 7 => |m| call(m, 6);
    "call" / 8 => |m| call(m, 7);
    "," / 2 => |m| whole(m, ",", 2);
    ";" / 2 => |m| whole(m, ";", 2);
    "->" / 2 => |m| whole(m, "->", 2);
    "*->" / 2 => |m| whole(m, "*->", 2);
    "\\+" / 1 => |m| whole(m, "\\+", 1);
    ":" / 2 => |m| m.call_with(m.args[1], &[]);
    "not" / 1 => |m| whole(m, "\\+", 1);
    "findall" / 3 => |m| m.findall(m.args[0], m.args[1], m.args[2], Word::NIL);
    "findall" / 4 => |m| m.findall(m.args[0], m.args[1], m.args[2], m.args[3]);
    "catch" / 3 => |m| m.catch(m.args[0], m.args[1], m.args[2]);
    "throw" / 1 => |m| Err(thrown(m));
    "between" / 3 => between;
    "=" / 2 => |m| { m.profile.counters.unifications += 1; Ok(m.unify(m.args[0], m.args[1])) };
    "\\=" / 2 => |m| Ok(!m.unifiable(m.args[0], m.args[1]));
    "==" / 2 => |m| Ok(m.identical(m.args[0], m.args[1]));
    "\\==" / 2 => |m| Ok(!m.identical(m.args[0], m.args[1]));
    "@<" / 2 => |m| Ok(m.compare(m.args[0], m.args[1]).is_lt());
    "@=<" / 2 => |m| Ok(m.compare(m.args[0], m.args[1]).is_le());
    "@>" / 2 => |m| Ok(m.compare(m.args[0], m.args[1]).is_gt());
    "@>=" / 2 => |m| Ok(m.compare(m.args[0], m.args[1]).is_ge());
    "compare" / 3 => |m| {
        let order = order_name(m.compare(m.args[1], m.args[2]));
        Ok(m.unify(m.args[0], order))
    };
    "is" / 2 => |m| {
        let value = m.eval_word(m.args[1])?;
        let word = m.int(value);
        Ok(m.unify(m.args[0], word))
    };
    "<" / 2 => |m| compare(m, 0);
    "=<" / 2 => |m| compare(m, 1);
    ">" / 2 => |m| compare(m, 2);
    ">=" / 2 => |m| compare(m, 3);
    "=:=" / 2 => |m| compare(m, 4);
    "=\\=" / 2 => |m| compare(m, 5);
    "succ" / 2 => |m| {
        let given = m.deref(m.args[0]);
        if let Some(value) = m.as_int(given) {
            let next = m.int(value.saturating_add(1));
            return Ok(m.unify(m.args[1], next));
        }
        let value = m.eval_word(m.args[1])?;
        if value < 1 {
            return Ok(false);
        }
        let before = m.int(value - 1);
        Ok(m.unify(given, before))
    };
    "plus" / 3 => |m| {
        let known = [m.deref(m.args[0]), m.deref(m.args[1]), m.deref(m.args[2])];
        let free = known.iter().position(|word| word.is_ref()).unwrap_or(2);
        let mut values = [0; 3];
        for at in (0..3).filter(|&at| at != free) {
            values[at] = m.eval_word(known[at])?;
        }
        let value = match free {
            0 => values[2].checked_sub(values[1]),
            1 => values[2].checked_sub(values[0]),
            _ => values[0].checked_add(values[1]),
        };
        let Some(value) = value else {
            return Err(m.evaluation_error("int_overflow"));
        };
        let word = m.int(value);
        Ok(m.unify(known[free], word))
    };
    "var" / 1 => |m| kind(m, Kind::Var);
    "nonvar" / 1 => |m| kind(m, Kind::Nonvar);
    "integer" / 1 => |m| kind(m, Kind::Number);
    "number" / 1 => |m| kind(m, Kind::Number);
    "float" / 1 => |_| Ok(false);
    "atom" / 1 => |m| kind(m, Kind::Atom);
    "atomic" / 1 => |m| kind(m, Kind::Atomic);
    "compound" / 1 => |m| kind(m, Kind::Compound);
    "callable" / 1 => |m| kind(m, Kind::Callable);
    "is_list" / 1 => |m| kind(m, Kind::List);
    "string" / 1 => |m| kind(m, Kind::String);
    "ground" / 1 => |m| kind(m, Kind::Ground);
}

fn call(m: &mut Machine<'_>, extra: usize) -> Outcome {
    let mut more = [Word::NIL; 8];
    more[..extra].copy_from_slice(&m.args[1..=extra]);
    m.call_with(m.args[0], &more[..extra])
}

/// Runs a control construct that was called as a predicate.
fn whole(m: &mut Machine<'_>, name: &str, arity: usize) -> Outcome {
    let number = m.atoms.number(name);
    let mut args = [Word::NIL; 2];
    args.copy_from_slice(&m.args[..2]);
    let goal = m.new_compound(number, &args[..arity]);
    let barrier = m.choices.len();
    m.solve(goal, barrier)
}

fn thrown(m: &mut Machine<'_>) -> Box<Thrown> {
    let ball = m.deref(m.args[0]);
    if ball.is_ref() {
        m.instantiation_error()
    } else {
        m.throw(ball)
    }
}

fn compare(m: &mut Machine<'_>, which: usize) -> Outcome {
    let left = m.eval_word(m.args[0])?;
    let right = m.eval_word(m.args[1])?;
    Ok(COMPARE[which].1.holds(left, right))
}

fn kind(m: &mut Machine<'_>, kind: Kind) -> Outcome {
    Ok(m.is_kind(kind, m.deref(m.args[0])))
}

fn between(m: &mut Machine<'_>) -> Outcome {
    let min = whole_number(m, 0)?;
    let last = m.deref(m.args[1]);
    let endless =
        last.tag() == Tag::Atom && matches!(m.atoms.text(last.place()), "inf" | "infinite");
    let max = if endless {
        i64::MAX
    } else {
        whole_number(m, 1)?
    };
    let value = m.deref(m.args[2]);
    if let Some(value) = m.as_int(value) {
        return Ok(min <= value && value <= max);
    }
    if !value.is_ref() {
        return Err(m.type_error("integer", value));
    }
    if min > max {
        return Ok(false);
    }
    if min < max {
        m.push_choice(Other::Between(value, min + 1, max), 0);
    }
    let first = m.int(min);
    Ok(m.unify(value, first))
}
