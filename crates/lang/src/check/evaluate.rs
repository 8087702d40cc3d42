//! Evaluates expressions without variables, and enumerates the values of the indices of a scope. Each needs the other: a sum ranges over a scope, and
//! the conditions of a scope are expressions.
//!
//! An undefined number, because an index is outside its array or a divisor is 0, makes the comparison around it false (the relational semantics).

use std::cell::Cell;

use gridwright_fd::{Deadline, Limit};

use crate::check::tables::Tables;
use crate::check::typed::{
    BoolExpr, BoolExprKind, Check, Comprehension, IntExpr, IntExprKind, Reference, Scope, Set,
    Step, ValueSource,
};
use crate::syntax::Op;

/// An evaluator: the symbol table, and a counter of choices.
#[derive(Debug)]
pub(crate) struct Values<'a> {
    pub(crate) tables: &'a Tables,
    /// When expanding must end.
    deadline: Deadline,
    /// The number of choices tried so far.
    pub(crate) tried: Cell<u64>,
}

impl<'a> Values<'a> {
    pub(crate) fn new(tables: &'a Tables) -> Values<'a> {
        Values::before(tables, Deadline::never())
    }

    pub(crate) fn before(tables: &'a Tables, deadline: Deadline) -> Values<'a> {
        Values {
            tables,
            deadline,
            tried: Cell::new(0),
        }
    }

    /// The value of a number; `None` if it is undefined.
    pub(crate) fn number(&self, number: &IntExpr, slots: &mut Vec<i64>) -> Option<i64> {
        match &number.kind {
            IntExprKind::Int(value) => Some(*value),
            IntExprKind::Index(slot) => Some(slots[*slot]),
            IntExprKind::Data(array, indices) => {
                let data = &self.tables.data[*array];
                let indices = self.numbers(indices, slots)?;
                Some(data.values[data.shape.position(&indices)?])
            }
            IntExprKind::Var(..) => None,
            IntExprKind::Neg(inner) => self.number(inner, slots)?.checked_neg(),
            IntExprKind::Abs(inner) => self.number(inner, slots)?.checked_abs(),
            IntExprKind::Binary(op, left, right) => {
                let (left, right) = (self.number(left, slots)?, self.number(right, slots)?);
                pair(*op, left, right)
            }
            IntExprKind::MinMax { largest, each } => {
                let values = self.all(each, slots)?;
                match largest {
                    true => values.into_iter().max(),
                    false => values.into_iter().min(),
                }
            }
            IntExprKind::Sum(each) => {
                let values = self.all(each, slots)?;
                values.into_iter().try_fold(0_i64, i64::checked_add)
            }
            IntExprKind::Count(each) => self.holding(each, slots),
        }
    }

    pub(crate) fn numbers(&self, numbers: &[IntExpr], slots: &mut Vec<i64>) -> Option<Vec<i64>> {
        numbers
            .iter()
            .map(|number| self.number(number, slots))
            .collect()
    }

    /// Whether a formula without variables holds.
    pub(crate) fn truth(&self, formula: &BoolExpr, slots: &mut Vec<i64>) -> bool {
        match &formula.kind {
            BoolExprKind::Compare(op, left, right) => {
                let left = self.number(left, slots);
                match (left, self.number(right, slots)) {
                    (Some(left), Some(right)) => compare(*op, left, right),
                    _ => false,
                }
            }
            BoolExprKind::In(number, set) => {
                let value = self.number(number, slots);
                value.is_some_and(|value| self.contains(set, value, slots))
            }
            BoolExprKind::Not(inner) => !self.truth(inner, slots),
            BoolExprKind::And(parts) => parts.iter().all(|part| self.truth(part, slots)),
            BoolExprKind::Or(parts) => parts.iter().any(|part| self.truth(part, slots)),
            BoolExprKind::Iff(left, right) => self.truth(left, slots) == self.truth(right, slots),
            BoolExprKind::Forall(each) => {
                let n_items = self.instances(each, slots);
                n_items.is_some() && n_items == self.holding(each, slots)
            }
            BoolExprKind::Exists(each) => self.holding(each, slots).is_some_and(|n| n > 0),
            BoolExprKind::Cardinality(op, number, each) => {
                match (self.holding(each, slots), self.number(number, slots)) {
                    (Some(left), Some(right)) => compare(*op, left, right),
                    _ => false,
                }
            }
            // These have variables; lowering rejects them in ranges.
            BoolExprKind::AllDifferent(_)
            | BoolExprKind::Jointly(_)
            | BoolExprKind::Table(..)
            | BoolExprKind::Circuit { .. }
            | BoolExprKind::Connected { .. } => false,
        }
    }

    /// The ranges of a set; undefined ones are left out.
    pub(crate) fn set(&self, set: &Set, slots: &mut Vec<i64>) -> Vec<(i64, i64)> {
        let parts = set.parts.iter();
        let ends = parts.filter_map(|(first, last)| {
            Some((self.number(first, slots)?, self.number(last, slots)?))
        });
        ends.filter(|(first, last)| first <= last).collect()
    }

    fn contains(&self, set: &Set, value: i64, slots: &mut Vec<i64>) -> bool {
        let parts = self.set(set, slots);
        parts
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&value))
    }

    /// The values of all items of a scope.
    fn all(&self, over: &Comprehension<IntExpr>, slots: &mut Vec<i64>) -> Option<Vec<i64>> {
        let mut values = Vec::new();
        let mut complete = true;
        let done = for_each_choice(&over.scope, self, slots, &mut |slots| {
            for item in &over.items {
                let value = self.number(item, slots);
                complete &= value.is_some();
                values.extend(value);
            }
            Ok::<(), Cut>(())
        });
        (done.is_ok() && complete).then_some(values)
    }

    fn holding(&self, over: &Comprehension<BoolExpr>, slots: &mut Vec<i64>) -> Option<i64> {
        let mut n = 0;
        let done = for_each_choice(&over.scope, self, slots, &mut |slots| {
            n += over
                .items
                .iter()
                .filter(|item| self.truth(item, slots))
                .count() as i64;
            Ok::<(), Cut>(())
        });
        done.is_ok().then_some(n)
    }

    fn instances(&self, over: &Comprehension<BoolExpr>, slots: &mut Vec<i64>) -> Option<i64> {
        let mut n = 0;
        let done = for_each_choice(&over.scope, self, slots, &mut |_| {
            n += over.items.len() as i64;
            Ok::<(), Cut>(())
        });
        done.is_ok().then_some(n)
    }
}

/// Division truncates towards 0, and the remainder has the sign of the dividend.
pub(crate) fn pair(op: Op, left: i64, right: i64) -> Option<i64> {
    match op {
        Op::Plus => left.checked_add(right),
        Op::Minus => left.checked_sub(right),
        Op::Times => left.checked_mul(right),
        Op::Divide => left.checked_div(right),
        Op::Modulo => left.checked_rem(right),
        _ => None,
    }
}

pub(crate) fn compare(op: Op, left: i64, right: i64) -> bool {
    match op {
        Op::Equal => left == right,
        Op::NotEqual => left != right,
        Op::Less => left < right,
        Op::Greater => left > right,
        Op::AtMost => left <= right,
        Op::AtLeast => left >= right,
        _ => false,
    }
}

/// The maximum number of index values that are tried while a model is expanded.
pub const MAX_CHOICES: u64 = 20_000_000;

/// The number of choices between two checks of the deadline.
const CHOICES_PER_CHECK: u64 = 1024;

/// Why trying choices ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// More choices than [`MAX_CHOICES`] were tried.
    TooMany,
    /// The deadline was reached.
    Stopped(Limit),
}

/// Calls `found` for all values of the indices of a scope.
pub(crate) fn for_each_choice<E: From<Cut>>(
    scope: &Scope,
    values: &Values<'_>,
    slots: &mut Vec<i64>,
    found: &mut dyn FnMut(&mut Vec<i64>) -> Result<(), E>,
) -> Result<(), E> {
    let join = Join { scope, values };
    let most = scope.slots.iter().map(|slot| slot.number + 1).max();
    if slots.len() < most.unwrap_or(0) {
        slots.resize(most.unwrap_or(0), 0);
    }
    if join.all_hold(&scope.plan.first, slots) {
        join.go(&scope.plan.steps, slots, found)?;
    }
    Ok(())
}

struct Join<'a> {
    scope: &'a Scope,
    values: &'a Values<'a>,
}

impl Join<'_> {
    fn go<E: From<Cut>>(
        &self,
        steps: &[Step],
        slots: &mut Vec<i64>,
        found: &mut dyn FnMut(&mut Vec<i64>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some((step, rest)) = steps.split_first() else {
            return found(slots);
        };
        let (mut min, mut max) = (i64::MIN, i64::MAX);
        for (op, form) in &step.limits {
            if let Some((low, high)) = form.cut(*op, self.values, slots) {
                min = min.max(low.unwrap_or(min));
                max = max.min(high.unwrap_or(max));
            }
        }
        let mut take = |value: i64, slots: &mut Vec<i64>| -> Result<(), E> {
            let tried = self.values.tried.get() + 1;
            self.values.tried.set(tried);
            if tried > MAX_CHOICES {
                return Err(Cut::TooMany.into());
            }
            if tried.is_multiple_of(CHOICES_PER_CHECK)
                && let Some(limit) = self.values.deadline.reached()
            {
                return Err(Cut::Stopped(limit).into());
            }
            let allowed = step.among.as_ref();
            if allowed.is_some_and(|among| among.binary_search(&value).is_err()) {
                return Ok(());
            }
            slots[step.slot] = value;
            if self.all_hold(&step.checks, slots) {
                self.go(rest, slots, found)?;
            }
            Ok(())
        };
        match &step.source {
            ValueSource::Solved(form) => {
                if let Some(value) = form.solve(0, self.values, slots) {
                    take(value, slots)?;
                }
            }
            ValueSource::Hashed { keys, rows } => {
                let key = self.values.numbers(keys, slots);
                if let Some(list) = key.and_then(|key| rows.get(&key)) {
                    for &value in between(list, min, max) {
                        take(value, slots)?;
                    }
                }
            }
            ValueSource::Listed(list) => {
                for &value in between(list, min, max) {
                    take(value, slots)?;
                }
            }
            ValueSource::Spanned(set) => {
                let mut parts = self.values.set(set, slots);
                parts.sort_unstable();
                let mut after = i64::MIN;
                for (first, last) in parts {
                    for value in first.max(min).max(after)..=last.min(max) {
                        take(value, slots)?;
                    }
                    // Parts may overlap, and a value counts once.
                    after = after.max(last.saturating_add(1));
                }
            }
        }
        Ok(())
    }

    fn all_hold(&self, checks: &[Check], slots: &mut Vec<i64>) -> bool {
        let Scope {
            conditions, terms, ..
        } = self.scope;
        checks
            .iter()
            .all(|&check| holds(check, conditions, terms, self.values, slots))
    }
}

/// The part of ascending values from `min` to `max`.
fn between(list: &[i64], min: i64, max: i64) -> &[i64] {
    let from = list.partition_point(|&value| value < min);
    let to = list.partition_point(|&value| value <= max);
    &list[from..to.max(from)]
}

/// Whether a test holds for the chosen indices.
pub(crate) fn holds(
    check: Check,
    conditions: &[BoolExpr],
    terms: &[Reference],
    values: &Values<'_>,
    slots: &mut Vec<i64>,
) -> bool {
    match check {
        Check::Condition(at) => values.truth(&conditions[at], slots),
        Check::Term(at) => {
            let term = &terms[at];
            let indices = values.numbers(&term.indices, slots);
            let shape = values.tables.shape(term.array);
            indices.is_some_and(|indices| shape.position(&indices).is_some())
        }
    }
}
