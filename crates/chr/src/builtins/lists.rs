//! Lists, as far as they are done better in Rust; the rest is in the prelude.

use std::cmp::Ordering;
use std::collections::HashSet;

use gridwright_term::Number;

use crate::builtins::arithmetic::give;
use crate::builtins::builtins;
use crate::code::expr::Binary;
use crate::code::word::{Tag, Word};
use crate::state::exception::{Outcome, Thrown};
use crate::vm::machine::Machine;

builtins! {
    "length" / 2 => length;
    "$integer" / 1 => |m| whole(m, 0).map(|_| true);
    "$length" / 2 => first_length;
    "$append" / 3 => first_append;
    "selectchk" / 3 => first_select;
    "$nth0" / 3 => |m| first_nth(m, 0);
    "$nth1" / 3 => |m| first_nth(m, 1);
    "msort" / 2 => |m| sort_by(m, 0, 1, Ordering::is_le, None);
    "sort" / 2 => |m| sort_by(m, 0, 1, Ordering::is_lt, None);
    "predsort_keys" / 2 => |m| sort_by(m, 0, 1, Ordering::is_le, Some(1));
    "keysort" / 2 => |m| sort_by(m, 0, 1, Ordering::is_le, Some(1));
    "sort" / 4 => sort4;
    "memberchk" / 2 => memberchk;
    "delete" / 3 => delete;
    "sum_list" / 2 => |m| fold(m, Binary::Add, Some(Number::Int(0)));
    "sumlist" / 2 => |m| fold(m, Binary::Add, Some(Number::Int(0)));
    "max_list" / 2 => |m| fold(m, Binary::Max, None);
    "min_list" / 2 => |m| fold(m, Binary::Min, None);
    "numlist" / 3 => |m| {
        let (min, max) = (whole(m, 0)?, whole(m, 1)?);
        if min > max {
            return Ok(false);
        }
        let count = max.abs_diff(min).saturating_add(1);
        m.charge_cells(usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(3))?;
        let items: Vec<Word> = (min..=max).map(|value| m.int(value)).collect();
        let list = m.new_list(&items);
        Ok(m.unify(m.args[2], list))
    };
    "reverse" / 2 => |m| {
        let Some(mut items) = m.items(m.args[0]) else {
            // Each answer binds the list.
            if m.locked > 0 {
                return Ok(false);
            }
            let number = m.atoms.number("$reverse");
            let goal = m.new_compound(number, &[m.args[0], Word::NIL, m.args[1]]);
            let barrier = m.choices.len();
            return m.solve(goal, barrier);
        };
        items.reverse();
        let list = m.new_list(&items);
        Ok(m.unify(m.args[1], list))
    };
    "list_to_set" / 2 => |m| {
        let items = proper(m, m.args[0])?;
        let mut order: Vec<usize> = (0..items.len()).collect();
        order.sort_by(|&one, &other| m.compare(items[one], items[other]).then(one.cmp(&other)));
        let mut repeated = vec![false; items.len()];
        for pair in order.windows(2) {
            repeated[pair[1]] = m.identical(items[pair[0]], items[pair[1]]);
        }
        let kept: Vec<Word> = items.iter().zip(&repeated).filter(|(_, repeated)| !**repeated).map(|(item, _)| *item).collect();
        let list = m.new_list(&kept);
        Ok(m.unify(m.args[1], list))
    };
    "subtract" / 3 => |m| keep(m, false);
    "intersection" / 3 => |m| keep(m, true);
}

/// The items of a list that must be proper.
pub(super) fn proper(m: &mut Machine<'_>, list: Word) -> Result<Vec<Word>, Box<Thrown>> {
    match m.items(list) {
        Some(items) => {
            m.check_limits_for(items.len())?;
            Ok(items)
        }
        None => {
            let list = m.deref(list);
            if m.heap.skip_list(list).1.is_ref() {
                return Err(m.instantiation_error());
            }
            Err(m.type_error("list", list))
        }
    }
}

/// The value of an argument that must be a whole number, not an expression.
pub(super) fn whole(m: &mut Machine<'_>, at: usize) -> Result<i64, Box<Thrown>> {
    let word = m.deref(m.args[at]);
    if word.is_ref() {
        return Err(m.instantiation_error());
    }
    match m.as_int(word) {
        Some(value) => Ok(value),
        None => Err(m.type_error("integer", word)),
    }
}

fn length(m: &mut Machine<'_>) -> Outcome {
    let (count, rest) = m.heap.skip_list(m.args[0]);
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    if rest == Word::NIL {
        let count = m.int(count);
        return Ok(m.unify(m.args[1], count));
    }
    let wanted = m.deref(m.args[1]);
    let value = if wanted.is_ref() {
        None
    } else {
        let value = whole(m, 1)?;
        if value < 0 {
            return Err(m.domain_error("not_less_than_zero", wanted));
        }
        Some(value)
    };
    if !rest.is_ref() {
        let list = m.deref(m.args[0]);
        return Err(m.type_error("list", list));
    }
    if let Some(value) = value {
        let Ok(missing) = usize::try_from(value - count) else {
            return Ok(false);
        };
        m.charge_cells(missing.saturating_mul(3))?;
        let mut items = Vec::with_capacity(missing);
        for at in 0..missing {
            if at.is_multiple_of(1 << 20) {
                m.look_at_limits()?;
            }
            items.push(m.new_var());
        }
        let list = m.new_list(&items);
        return Ok(m.unify(rest, list));
    }
    if wanted == rest {
        return Ok(false);
    }
    let count = m.int(count);
    let number = m.atoms.number("$lengths");
    let goal = m.new_compound(number, &[rest, wanted, count]);
    let barrier = m.choices.len();
    m.solve(goal, barrier)
}

/// The first answer of `length/2`.
fn first_length(m: &mut Machine<'_>) -> Outcome {
    let (count, rest) = m.heap.skip_list(m.args[0]);
    if rest != Word::NIL {
        return Ok(false);
    }
    let count = m.int(i64::try_from(count).unwrap_or(i64::MAX));
    Ok(m.unify(m.args[1], count))
}

/// The first answer of `append/3` for a list of known length.
fn first_append(m: &mut Machine<'_>) -> Outcome {
    let Some(items) = m.items(m.args[0]) else {
        return Ok(false);
    };
    let list = m.heap.new_open_list(&items, m.args[1]);
    Ok(m.unify(m.args[2], list))
}

/// After so many items of a list, limits are looked at, and whether the list ends.
const LONG: usize = 1 << 16;

/// Whether a list is cyclic; fails if a limit is reached.
fn goes_on(m: &mut Machine<'_>, list: Word) -> Result<bool, Box<Thrown>> {
    m.look_at_limits()?;
    Ok(m.heap.skip_list(list).1.tag() == Tag::List)
}

/// The first answer of `select/3`.
fn first_select(m: &mut Machine<'_>) -> Outcome {
    let item = m.deref(m.args[0]);
    let left = m.deref(m.args[2]);
    if item.is_constant() && left.is_ref() {
        return select_constant(m, item, left);
    }
    let mut before = Vec::new();
    let mut rest = m.deref(m.args[1]);
    while rest.tag() == Tag::List {
        let (first, after) = (m.deref(m.heap[rest.place()]), m.heap[rest.place() + 1]);
        let apart = item != first && item.is_constant() && first.is_constant();
        if !apart && m.could_unify(item, first) {
            let left = m.heap.new_open_list(&before, after);
            if m.could_unify(m.args[2], left) {
                return Ok(m.unify(item, first) && m.unify(m.args[2], left));
            }
        }
        before.push(first);
        rest = m.deref(after);
        if before.len().is_multiple_of(LONG) && goes_on(m, m.args[1])? {
            return Ok(false);
        }
    }
    Ok(false)
}

/// The first answer of `select/3` for a constant, with a variable for what is left.
fn select_constant(m: &mut Machine<'_>, item: Word, left: Word) -> Outcome {
    let list = m.deref(m.args[1]);
    let (mut rest, mut before) = (list, 0);
    while rest.tag() == Tag::List {
        let (first, after) = (m.deref(m.heap[rest.place()]), m.heap[rest.place() + 1]);
        if first == item || first.is_ref() && m.could_unify(first, item) {
            let mut copied = list;
            let place = m.heap.len();
            for at in 1..=before {
                let first = m.deref(m.heap[copied.place()]);
                copied = m.deref(m.heap[copied.place() + 1]);
                let next = Word::list(place + 2 * at);
                m.heap.push(first);
                m.heap.push(if at < before { next } else { after });
            }
            let kept = if before > 0 { Word::list(place) } else { after };
            return Ok(m.unify(item, first) && m.unify(left, kept));
        }
        before += 1;
        rest = m.deref(after);
        if before.is_multiple_of(LONG) && goes_on(m, list)? {
            return Ok(false);
        }
    }
    Ok(false)
}

/// The first answer of `nth0/3` and `nth1/3`.
fn first_nth(m: &mut Machine<'_>, first: i64) -> Outcome {
    let Some(items) = m.items(m.args[1]) else {
        return Ok(false);
    };
    let wanted = m.deref(m.args[0]);
    for (at, item) in (first..).zip(items) {
        let number = m.int(at);
        if m.could_unify(wanted, number) && m.could_unify(m.args[2], item) {
            return Ok(m.unify(wanted, number) && m.unify(m.args[2], item));
        }
    }
    Ok(false)
}

/// Sorts a list, dropping items for which `keeps` does not hold against the one before, by the whole or by an argument.
fn sort_by(
    m: &mut Machine<'_>,
    from: usize,
    to: usize,
    keeps: fn(Ordering) -> bool,
    key: Option<usize>,
) -> Outcome {
    let items = proper(m, m.args[from])?;
    let mut keyed = Vec::with_capacity(items.len());
    for item in items {
        keyed.push((key_of(m, item, key)?, item));
    }
    keyed.sort_by(|left, right| m.compare(left.0, right.0));
    let mut sorted: Vec<(Word, Word)> = Vec::with_capacity(keyed.len());
    for pair in keyed {
        if sorted
            .last()
            .is_none_or(|last| keeps(m.compare(last.0, pair.0)))
        {
            sorted.push(pair);
        }
    }
    let items: Vec<Word> = sorted.into_iter().map(|pair| pair.1).collect();
    let list = m.new_list(&items);
    Ok(m.unify(m.args[to], list))
}

/// The part of an item by which it is sorted.
fn key_of(m: &mut Machine<'_>, item: Word, key: Option<usize>) -> Result<Word, Box<Thrown>> {
    let Some(at) = key else {
        return Ok(item);
    };
    match m.parts(item) {
        Some((functor, place)) if functor.arity() >= at => Ok(m.heap[place + at - 1]),
        _ => Err(m.type_error("compound", item)),
    }
}

/// `sort(Key, Order, List, Sorted)`.
fn sort4(m: &mut Machine<'_>) -> Outcome {
    let at = whole(m, 0)?;
    let key = usize::try_from(at).ok().filter(|&at| at > 0);
    let order = m.deref(m.args[1]);
    let order = if order.tag() == Tag::Atom {
        m.atoms.text(order.place()).to_owned()
    } else {
        String::new()
    };
    let (descending, unique) = match order.as_str() {
        "@<" => (false, true),
        "@=<" => (false, false),
        "@>" => (true, true),
        "@>=" => (true, false),
        _ => return Err(m.domain_error("order", m.args[1])),
    };
    let items = proper(m, m.args[2])?;
    let mut keyed = Vec::with_capacity(items.len());
    for item in items {
        keyed.push((key_of(m, item, key)?, item));
    }
    keyed.sort_by(|left, right| {
        let order = m.compare(left.0, right.0);
        if descending { order.reverse() } else { order }
    });
    if unique {
        keyed.dedup_by(|next, kept| m.compare(next.0, kept.0).is_eq());
    }
    let items: Vec<Word> = keyed.into_iter().map(|pair| pair.1).collect();
    let list = m.new_list(&items);
    Ok(m.unify(m.args[3], list))
}

fn memberchk(m: &mut Machine<'_>) -> Outcome {
    let list = m.deref(m.args[1]);
    let (mut rest, mut before) = (list, 0_usize);
    while rest.tag() == Tag::List {
        let item = m.heap[rest.place()];
        if m.could_unify(m.args[0], item) {
            return Ok(m.unify(m.args[0], item));
        }
        rest = m.deref(m.heap[rest.place() + 1]);
        before += 1;
        if before.is_multiple_of(LONG) && goes_on(m, list)? {
            return Err(m.type_error("list", list));
        }
    }
    if rest.is_ref() {
        let var = m.new_var();
        let list = m.heap.new_pair(m.args[0], var);
        return Ok(m.unify(rest, list));
    }
    Ok(false)
}

/// `delete/3`: the items of a list that do not unify with a term.
fn delete(m: &mut Machine<'_>) -> Outcome {
    let Some(items) = m.items(m.args[0]) else {
        // Each answer binds the list.
        if m.locked > 0 {
            return Ok(false);
        }
        let goal = m.call_of("$delete", &[m.args[0], m.args[1], m.args[2]]);
        let barrier = m.choices.len();
        return m.solve(goal, barrier);
    };
    let unwanted = m.deref(m.args[1]);
    let mut kept = Vec::with_capacity(items.len());
    for (at, item) in items.into_iter().enumerate() {
        if (at + 1).is_multiple_of(LONG) {
            m.look_at_limits()?;
        }
        let item = m.deref(item);
        let is_gone = match item.is_constant() && unwanted.is_constant() {
            true => item == unwanted,
            false => m.unifiable(item, unwanted),
        };
        if !is_gone {
            kept.push(item);
        }
    }
    let list = m.new_list(&kept);
    Ok(m.unify(m.args[2], list))
}

/// `subtract/3` and `intersection/3`: the items of one list that are, or are not, in another.
fn keep(m: &mut Machine<'_>, present: bool) -> Outcome {
    let items = proper(m, m.args[0])?;
    let others = proper(m, m.args[1])?;
    let mut kept = Vec::new();
    let constants = others.iter().all(|other| other.is_constant());
    let known: HashSet<Word> = others.iter().copied().collect();
    for (at, item) in items.into_iter().enumerate() {
        if (at + 1).saturating_mul(others.len()) > LONG {
            m.look_at_limits()?;
        }
        let found = if item.is_constant() && constants {
            known.contains(&item)
        } else {
            others
                .iter()
                .any(|&other| m.unifiable(item, other) && m.unify(item, other))
        };
        if found == present {
            kept.push(item);
        }
    }
    let list = m.new_list(&kept);
    Ok(m.unify(m.args[2], list))
}

fn fold(m: &mut Machine<'_>, op: Binary, start: Option<Number>) -> Outcome {
    let items = proper(m, m.args[0])?;
    let mut total = start;
    for item in items {
        let value = m.eval_word(item)?;
        total = Some(match total {
            None => value,
            Some(total) => m.binary(op, &total, &value)?,
        });
    }
    match total {
        None => Ok(false),
        Some(total) => give(m, 1, &total),
    }
}
