//! `library(random)`. A run starts from a fixed seed, so that it is the same every time, unless a program sets another.

use gridwright_control::Rng;
use gridwright_term::{BigInt, Number};

use crate::builtins::arithmetic::{give, needed};
use crate::builtins::builtins;
use crate::builtins::lists::proper;
use crate::builtins::time::unix_time;
use crate::code::expr::Binary;
use crate::code::word::{Tag, Word};
use crate::state::exception::{Outcome, Thrown};
use crate::vm::machine::Machine;

builtins! {
    "random" / 1 => |m| {
        let value = m.random_float();
        give(m, 0, &Number::float(value))
    };
    "random" / 3 => random;
    "random_between" / 3 => |m| {
        let (low, high) = (needed(m, 0)?, needed(m, 1)?);
        if low > high {
            return Ok(false);
        }
        let value = between(m, &low, &high)?;
        give(m, 2, &value)
    };
    "random_member" / 2 => |m| {
        let items = proper(m, m.args[1])?;
        if items.is_empty() {
            return Ok(false);
        }
        let item = items[m.rng.below(items.len())];
        Ok(m.unify(m.args[0], item))
    };
    "random_select" / 3 => |m| {
        let Some(mut items) = m.items(m.args[1]) else {
            // The other way: an item is put somewhere into the rest.
            let mut items = proper(m, m.args[2])?;
            let at = m.rng.below(items.len() + 1);
            items.insert(at, m.args[0]);
            let list = m.new_list(&items);
            return Ok(m.unify(m.args[1], list));
        };
        if items.is_empty() {
            return Ok(false);
        }
        let item = items.remove(m.rng.below(items.len()));
        let rest = m.new_list(&items);
        Ok(m.unify(m.args[0], item) && m.unify(m.args[2], rest))
    };
    "random_permutation" / 2 => |m| {
        let from = if m.items(m.args[0]).is_some() { 0 } else { 1 };
        if from == 1 && !m.deref(m.args[0]).is_ref() {
            proper(m, m.args[0])?;
        }
        let mut items = proper(m, m.args[from])?;
        m.rng.shuffle(&mut items);
        let list = m.new_list(&items);
        Ok(m.unify(m.args[1 - from], list))
    };
    "random_perm2" / 4 => |m| {
        let (first, second) = if m.rng.one_in(2) { (2, 3) } else { (3, 2) };
        Ok(m.unify(m.args[0], m.args[first]) && m.unify(m.args[1], m.args[second]))
    };
    "random_subseq" / 3 => |m| {
        let items = proper(m, m.args[0])?;
        let (mut kept, mut others) = (Vec::new(), Vec::new());
        for item in items {
            if m.rng.one_in(2) { &mut kept } else { &mut others }.push(item);
        }
        let (kept, others) = (m.new_list(&kept), m.new_list(&others));
        Ok(m.unify(m.args[1], kept) && m.unify(m.args[2], others))
    };
    "randseq" / 3 => |m| sample(m, false);
    "randset" / 3 => |m| sample(m, true);
    "maybe" / 0 => |m| Ok(m.rng.one_in(2));
    "maybe" / 1 => |m| {
        let word = m.deref(m.args[0]);
        let chance = m.eval_word(word)?.to_f64();
        if !(0.0..=1.0).contains(&chance) {
            let bounds = [Number::float(0.0), Number::float(1.0)].map(|bound| m.number(&bound));
            let between = m.atoms.number("between");
            let wanted = m.new_compound(between, &bounds);
            let name = m.atoms.number("type_error");
            let formal = m.new_compound(name, &[wanted, word]);
            return Err(m.error(formal));
        }
        Ok(m.random_float() < chance)
    };
    "maybe" / 2 => |m| {
        let (wanted, of) = (needed(m, 0)?, needed(m, 1)?);
        Ok(m.random_below(&of)? < wanted)
    };
    "set_random" / 1 => set_random;
    "setrand" / 1 => |m| {
        let state = m.deref(m.args[0]);
        if state.is_ref() {
            return Err(m.instantiation_error());
        }
        m.rng = Rng::new(m.heap.hash(state, 0));
        Ok(true)
    };
}

/// An integer from `low` to `high`.
fn between(m: &mut Machine<'_>, low: &Number, high: &Number) -> Result<Number, Box<Thrown>> {
    let width = m.binary(Binary::Subtract, high, low)?;
    let width = m.binary(Binary::Add, &width, &Number::Int(1))?;
    let offset = m.random_below(&width)?;
    m.binary(Binary::Add, low, &offset)
}

/// `random(Low, High, Value)`: below `High`, and a float if one of the bounds is.
fn random(m: &mut Machine<'_>) -> Outcome {
    let mut bounds = [Number::Int(0), Number::Int(0)];
    for (at, bound) in bounds.iter_mut().enumerate() {
        let word = m.deref(m.args[at]);
        *bound = match m.as_number(word) {
            Some(value) => value,
            None if word.is_ref() => return Err(m.instantiation_error()),
            None => return Err(m.type_error("number", word)),
        };
    }
    let [low, high] = &bounds;
    let whole = |number: &Number| matches!(number, Number::Int(_) | Number::Big(_));
    if whole(low) && whole(high) {
        let width = m.binary(Binary::Subtract, high, low)?;
        let offset = m.random_below(&width)?;
        let value = m.binary(Binary::Add, low, &offset)?;
        return give(m, 2, &value);
    }
    let width = high.to_f64() - low.to_f64();
    let value = low.to_f64() + width * m.random_float();
    give(m, 2, &Number::float(value))
}

/// So many different integers from 1 to a number, in random order or sorted.
fn sample(m: &mut Machine<'_>, sorted: bool) -> Outcome {
    let (count, most) = (needed(m, 0)?, needed(m, 1)?);
    let (Number::Int(count @ 0..), Number::Int(most)) = (count, most) else {
        return Ok(false);
    };
    if count > most {
        return Ok(false);
    }
    m.charge_cells(
        usize::try_from(count)
            .unwrap_or(usize::MAX)
            .saturating_mul(8),
    )?;
    // Floyd's method: each number that is taken already stands for the largest one so far.
    let mut taken = std::collections::HashSet::new();
    let mut values = Vec::new();
    for last in most - count + 1..=most {
        let value = 1 + m.rng.below(last as usize) as i64;
        let value = if taken.insert(value) {
            value
        } else {
            taken.insert(last);
            last
        };
        values.push(value);
    }
    if sorted {
        values.sort_unstable();
    } else {
        m.rng.shuffle(&mut values);
    }
    let items: Vec<Word> = values.into_iter().map(|value| m.int(value)).collect();
    let list = m.new_list(&items);
    Ok(m.unify(m.args[2], list))
}

/// `set_random(seed(Seed))`; the seed `random` is taken from the clock.
fn set_random(m: &mut Machine<'_>) -> Outcome {
    let option = m.deref(m.args[0]);
    if option.is_ref() {
        return Err(m.instantiation_error());
    }
    let seed = m.parts(option).filter(|(functor, _)| {
        functor.arity() == 1 && m.atoms.text(functor.name() as usize) == "seed"
    });
    let Some((_, place)) = seed else {
        return Err(m.domain_error("random_option", option));
    };
    let seed = m.deref(m.heap[place]);
    let bits = match m.as_number(seed) {
        Some(Number::Int(value)) => value as u64,
        Some(Number::Big(value)) => {
            let modulus = BigInt::from(u64::MAX);
            u64::try_from(value.modpow(&BigInt::from(1), &modulus)).unwrap_or_default()
        }
        _ if seed.is_ref() => return Err(m.instantiation_error()),
        _ if seed.tag() == Tag::Atom && m.atoms.text(seed.place()) == "random" => {
            unix_time(m)?.as_nanos() as u64
        }
        _ => return Err(m.type_error("seed", seed)),
    };
    m.rng = Rng::new(bits);
    Ok(true)
}
