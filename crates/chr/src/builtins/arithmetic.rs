//! Arithmetic as predicates: evaluation, comparison, and relations between integers.

use gridwright_term::{BigInt, Number, Sign};

use crate::builtins::builtins;
use crate::code::expr::{Binary, COMPARE};
use crate::code::word::Tag;
use crate::numbers::{integer, root};
use crate::state::choice_point::Other;
use crate::state::exception::{Outcome, Thrown};
use crate::vm::machine::Machine;

builtins! {
    "is" / 2 => |m| {
        let value = m.eval_word(m.args[1])?;
        give(m, 0, &value)
    };
    "<" / 2 => |m| compare(m, 0);
    "=<" / 2 => |m| compare(m, 1);
    ">" / 2 => |m| compare(m, 2);
    ">=" / 2 => |m| compare(m, 3);
    "=:=" / 2 => |m| compare(m, 4);
    "=\\=" / 2 => |m| compare(m, 5);
    "succ" / 2 => succ;
    "plus" / 3 => plus;
    "divmod" / 4 => divmod;
    "nth_integer_root_and_remainder" / 4 => root_and_remainder;
    "rational" / 3 => |m| {
        let word = m.deref(m.args[0]);
        let (above, below) = match m.as_number(word) {
            Some(Number::Ratio(ratio)) => (
                Number::from(ratio.numerator),
                Number::from(ratio.denominator),
            ),
            Some(number @ (Number::Int(_) | Number::Big(_))) => (number, Number::Int(1)),
            _ => return Ok(false),
        };
        Ok(give(m, 1, &above)? && give(m, 2, &below)?)
    };
    "between" / 3 => between;
    "current_arithmetic_function" / 1 => |m| {
        let word = m.deref(m.args[0]);
        let Some((functor, _)) = m.parts(word) else {
            return Err(if word.is_ref() {
                m.instantiation_error()
            } else {
                m.type_error("callable", word)
            });
        };
        let name = m.atoms.text(functor.name() as usize);
        Ok(crate::code::expr::Function::named(name, functor.arity()).is_some())
    };
}

/// Unifies an argument with a number.
pub(super) fn give(m: &mut Machine<'_>, at: usize, value: &Number) -> Outcome {
    let word = m.number(value);
    Ok(m.unify(m.args[at], word))
}

fn compare(m: &mut Machine<'_>, which: usize) -> Outcome {
    let left = m.eval_word(m.args[0])?;
    let right = m.eval_word(m.args[1])?;
    Ok(COMPARE[which].1.holds_of(&left, &right))
}

/// The value of an argument that must be an integer, not an expression; none if it is a variable.
pub(super) fn given(m: &mut Machine<'_>, at: usize) -> Result<Option<Number>, Box<Thrown>> {
    let word = m.deref(m.args[at]);
    if word.is_ref() {
        return Ok(None);
    }
    match m.as_number(word) {
        Some(value @ (Number::Int(_) | Number::Big(_))) => Ok(Some(value)),
        _ => Err(m.type_error("integer", word)),
    }
}

/// The same where a variable is an error.
pub(super) fn needed(m: &mut Machine<'_>, at: usize) -> Result<Number, Box<Thrown>> {
    match given(m, at)? {
        Some(value) => Ok(value),
        None => Err(m.instantiation_error()),
    }
}

fn succ(m: &mut Machine<'_>) -> Outcome {
    let (before, after) = (given(m, 0)?, given(m, 1)?);
    for (at, value) in [&before, &after].into_iter().enumerate() {
        if value.as_ref().is_some_and(Number::is_negative) {
            let culprit = m.deref(m.args[at]);
            return Err(m.domain_error("not_less_than_zero", culprit));
        }
    }
    match (before, after) {
        (Some(before), _) => {
            let next = m.binary(Binary::Add, &before, &Number::Int(1))?;
            give(m, 1, &next)
        }
        (None, Some(Number::Int(0))) => Ok(false),
        (None, Some(after)) => {
            let last = m.binary(Binary::Subtract, &after, &Number::Int(1))?;
            give(m, 0, &last)
        }
        (None, None) => Err(m.instantiation_error()),
    }
}

fn plus(m: &mut Machine<'_>) -> Outcome {
    let values = [given(m, 0)?, given(m, 1)?, given(m, 2)?];
    let (at, op, left, right) = match &values {
        [Some(left), Some(right), _] => (2, Binary::Add, left, right),
        [None, Some(part), Some(sum)] => (0, Binary::Subtract, sum, part),
        [Some(part), None, Some(sum)] => (1, Binary::Subtract, sum, part),
        _ => return Err(m.instantiation_error()),
    };
    let value = m.binary(op, left, right)?;
    give(m, at, &value)
}

fn divmod(m: &mut Machine<'_>) -> Outcome {
    let (dividend, divisor) = (needed(m, 0)?, needed(m, 1)?);
    let quotient = m.binary(Binary::Floor, &dividend, &divisor)?;
    let rest = m.binary(Binary::Mod, &dividend, &divisor)?;
    Ok(give(m, 2, &quotient)? && give(m, 3, &rest)?)
}

/// `nth_integer_root_and_remainder(Degree, Number, Root, Remainder)`.
fn root_and_remainder(m: &mut Machine<'_>) -> Outcome {
    let (degree, number) = (needed(m, 0)?, needed(m, 1)?);
    if !matches!(degree, Number::Int(1..) | Number::Big(_)) || degree.is_negative() {
        let culprit = m.deref(m.args[0]);
        return Err(m.domain_error("not_less_than_one", culprit));
    }
    let even = |number: &BigInt| !number.bit(0);
    let (Ok(degree), Ok(number)) = (integer(&degree), integer(&number)) else {
        return Ok(false);
    };
    let negative = number.sign() == Sign::Minus;
    if negative && even(&degree) {
        return Err(m.evaluation_error("undefined"));
    }
    let size = BigInt::from(number.magnitude().clone());
    let degree = u32::try_from(&degree).unwrap_or(u32::MAX);
    let found = root(&size, degree, &m.work());
    let mut found = Number::from(found.map_err(|fault| m.fault(fault))?);
    if negative {
        found = found.negated();
    }
    let power = m.binary(Binary::Power, &found, &Number::Int(degree.into()))?;
    let rest = m.binary(Binary::Subtract, &Number::from(number), &power)?;
    Ok(give(m, 2, &found)? && give(m, 3, &rest)?)
}

fn between(m: &mut Machine<'_>) -> Outcome {
    let min = needed(m, 0)?;
    let last = m.deref(m.args[1]);
    let endless =
        last.tag() == Tag::Atom && matches!(m.atoms.text(last.place()), "inf" | "infinite");
    let max = if endless { None } else { Some(needed(m, 1)?) };
    let in_order = |least: &Number, most: &Number| least <= most;
    if let Some(value) = given(m, 2)? {
        return Ok(in_order(&min, &value) && max.is_none_or(|max| in_order(&value, &max)));
    }
    // Counting from an integer of 64 bits never gets past one.
    let last = match &max {
        None => Some(i64::MAX),
        Some(Number::Int(last)) => Some(*last),
        _ => None,
    };
    match (&min, &max, last) {
        (_, Some(max), _) if &min > max => Ok(false),
        (Number::Int(first), _, Some(last)) => {
            if *first < last {
                let var = m.deref(m.args[2]);
                m.push_choice(Other::Between(var, first + 1, last), 0);
            }
            give(m, 2, &min)
        }
        _ => {
            // Beyond 64 bits: the value, or a choice between it and the rest.
            let next = m.binary(Binary::Add, &min, &Number::Int(1))?;
            if max.as_ref() == Some(&min) {
                return give(m, 2, &min);
            }
            let (value, next) = (m.number(&min), m.number(&next));
            let number = m.atoms.number("$between");
            let goal = m.new_compound(number, &[value, next, m.args[1], m.args[2]]);
            let barrier = m.choices.len();
            m.solve(goal, barrier)
        }
    }
}
