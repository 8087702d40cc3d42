//! The propagator of a sum of Booleans compared with a view, by trailed counters; for `bool_sum` and `linear`.

use std::sync::Arc;

use crate::support::comparison::Comparison;
use crate::support::prelude::*;
use crate::support::sparse_set::SparseSet;
use crate::support::view_atom::{ViewAtom, clamped};

/// Posts `sum (relation) total + shift`, for `=`, `<=` and `>=`.
pub(crate) fn post(
    out: &mut Poster<'_>,
    bools: &Arc<[View]>,
    relation: Comparison,
    total: View,
    shift: i32,
) {
    let propagator = BoolSumCounters {
        bools: Arc::clone(bools),
        total,
        shift: shift.into(),
        has_upper_bound: relation != Comparison::Ge,
        has_lower_bound: relation != Comparison::Le,
        total_is_summed: bools
            .iter()
            .any(|view| view.var == total.var && view.var != Var::ZERO),
        fixed: SparseSet::new(bools.len(), out),
        n_true: out.trailed(0),
    };
    let (on_bool, on_total) = match relation {
        Comparison::Eq => (On::Fix, On::Bounds),
        Comparison::Le => (On::Min, On::Max),
        Comparison::Ge => (On::Max, On::Min),
        Comparison::Ne => unreachable!("a sum of Booleans that differs is a linear relation"),
    };
    let each = bools.iter().enumerate();
    let wakes = each.map(|(i, &view)| Wake::on(view, on_bool).slot(i));
    out.add(
        Cost::Binary,
        propagator,
        wakes.chain([Wake::on(total, on_total)]),
    );
}

/// Tags: what was pruned.
const MADE_FALSE: Tag = Tag(0);
const MADE_TRUE: Tag = Tag(1);
const TOTAL_RAISED: Tag = Tag(2);
const TOTAL_LOWERED: Tag = Tag(3);

/// Counts the true and the false views.
#[derive(Debug)]
struct BoolSumCounters {
    bools: Arc<[View]>,
    total: View,
    shift: i64,
    /// Whether the sum must not exceed the total, and whether it must not fall below it.
    has_upper_bound: bool,
    has_lower_bound: bool,
    /// Whether the total's variable is among the summed ones.
    total_is_summed: bool,
    /// The views that are counted.
    fixed: SparseSet,
    n_true: Trailed,
}

impl BoolSumCounters {
    /// Counts the views that have been fixed since the last run.
    fn count_fixed(&mut self, store: &mut Store) {
        while let Some(slot) = store.next_changed() {
            if self.fixed.contains(slot, store) {
                continue;
            }
            let Some(value) = store.fixed(self.bools[slot]) else {
                continue;
            };
            self.fixed.insert(slot, store);
            if value == 1 {
                let n_true = store.get(self.n_true);
                store.put(self.n_true, n_true + 1);
            }
        }
    }

    /// Sets all views that are not counted yet to this value.
    fn set_rest(&self, value: i32, tag: Tag, store: &mut Store) -> Pruned {
        for position in self.fixed.len(store)..self.bools.len() {
            let view = self.bools[self.fixed.at(position)];
            if value == 1 {
                store.set_min(view, 1, tag)?;
            } else {
                store.set_max(view, 0, tag)?;
            }
        }
        Ok(())
    }

    /// Adds that `n` of the views had this value. `made` is the variable that was pruned; it is left out, as it was open then.
    fn some_had(
        &self,
        n: i64,
        value: i32,
        made: Option<Var>,
        past: &PastStore<'_>,
        why: &mut Reason,
    ) {
        let mut left = n;
        for &view in &*self.bools {
            if left <= 0 {
                return;
            }
            if Some(view.var) != made && past.fixed(view) == Some(value) {
                left -= 1;
                why.add(view.is(value));
            }
        }
        debug_assert!(left <= 0, "the reason must imply the pruned atom");
    }
}

impl Propagator for BoolSumCounters {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let before = store.prunings();
        self.count_fixed(store);
        let (fixed, sum_min) = (self.fixed.len(store) as i64, store.get(self.n_true));
        let sum_max = self.bools.len() as i64 - (fixed - sum_min);
        if self.has_upper_bound {
            store.set_min(self.total, clamped(sum_min - self.shift), TOTAL_RAISED)?;
        }
        if self.has_lower_bound {
            store.set_max(self.total, clamped(sum_max - self.shift), TOTAL_LOWERED)?;
        }
        let max = i64::from(store.max(self.total)) + self.shift;
        let min = i64::from(store.min(self.total)) + self.shift;
        let full = self.has_upper_bound && sum_min >= max;
        let short = self.has_lower_bound && sum_max <= min;
        if full {
            self.set_rest(0, MADE_FALSE, store)?;
        } else if short {
            self.set_rest(1, MADE_TRUE, store)?;
        }
        if self.total_is_summed {
            // Pruning the views may have changed the total.
            return Ok(Status::rerun_if(store.prunings() != before));
        }
        let safe_above = !self.has_upper_bound || sum_max <= min;
        let safe_below = !self.has_lower_bound || sum_min >= max;
        Ok(Status::entailed_if(
            full || short || (safe_above && safe_below),
        ))
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let n = self.bools.len() as i64;
        let made = Some(needed.var());
        match (tag, ViewAtom::implying(needed, self.total)) {
            (TOTAL_RAISED, ViewAtom::Ge(bound)) => {
                self.some_had(bound + self.shift, 1, None, past, why);
            }
            (TOTAL_LOWERED, ViewAtom::Le(bound)) => {
                self.some_had(n - bound - self.shift, 0, None, past, why);
            }
            (MADE_FALSE, _) => {
                why.max(past, self.total);
                let max = i64::from(past.max(self.total)) + self.shift;
                self.some_had(max, 1, made, past, why);
            }
            (MADE_TRUE, _) => {
                why.min(past, self.total);
                let min = i64::from(past.min(self.total)) + self.shift;
                self.some_had(n - min, 0, made, past, why);
            }
            _ => unreachable!("the total only has its bounds moved"),
        }
    }
}
