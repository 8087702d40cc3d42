//! Control, comparison of terms and their kinds.

use crate::builtins::builtins;
use crate::code::Kind;
use crate::code::word::Word;
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
    "var" / 1 => |m| kind(m, Kind::Var);
    "nonvar" / 1 => |m| kind(m, Kind::Nonvar);
    "integer" / 1 => |m| kind(m, Kind::Integer);
    "number" / 1 => |m| kind(m, Kind::Number);
    "float" / 1 => |m| kind(m, Kind::Float);
    "rational" / 1 => |m| kind(m, Kind::Rational);
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

fn kind(m: &mut Machine<'_>, kind: Kind) -> Outcome {
    Ok(m.is_kind(kind, m.deref(m.args[0])))
}
