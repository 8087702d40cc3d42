//! Joins: all choices of the indices of a scope that its conditions allow, found by its plan.

use crate::plan::{Check, Source, Step, holds};
use crate::typed::Scope;
use crate::values::Values;

/// How many choices of an index are tried at most while a model is read.
pub const MOST_TRIED: u64 = 20_000_000;

/// More choices than [`MOST_TRIED`] were tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMany;

/// Calls `found` for all choices of the indices of a scope.
pub(crate) fn each<E: From<TooMany>>(
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
    fn go<E: From<TooMany>>(
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
            if tried > MOST_TRIED {
                return Err(TooMany.into());
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
            Source::Solved(form) => {
                if let Some(value) = form.solve(0, self.values, slots) {
                    take(value, slots)?;
                }
            }
            Source::Hashed { keys, rows } => {
                let key = self.values.numbers(keys, slots);
                if let Some(list) = key.and_then(|key| rows.get(&key)) {
                    for &value in between(list, min, max) {
                        take(value, slots)?;
                    }
                }
            }
            Source::Listed(list) => {
                for &value in between(list, min, max) {
                    take(value, slots)?;
                }
            }
            Source::Spanned(set) => {
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
