//! `global_cardinality` by counting: each value separately, and the sum of all counts.
//!
//! A count lies between the number of views fixed to the value and the number that can take it; when it equals one of them, the
//! undecided views are decided. The counts sum up to at most the number of views, and to exactly that number if no other value
//! may be taken. Time O(views * values) for every round until nothing changes.

use super::GlobalCardinality;
use crate::support::occurrences::{decide_open, explain_absent, explain_fixed};
use crate::support::prelude::*;

/// Domains with more values than this are not scanned value by value.
const MAX_VALUES: u32 = 1 << 16;

#[derive(Debug)]
pub(super) struct CardinalityBounds {
    xs: Box<[View]>,
    cover: Box<[i32]>,
    counts: Box<[View]>,
    closed: bool,
    /// 1 once the values that are not counted have been removed.
    confined: Trailed,
}

/// The tag for removing values that are not counted from a closed constraint. The tag of a view is its index; the tags of counts
/// come after them, four for each.
const INITIAL: Tag = Tag(u32::MAX);
/// A count is at least the number of views fixed to the value.
const N_FIXED: usize = 0;
/// A count is at most the number of views that can take the value.
const N_POSSIBLE: usize = 1;
/// A count is at most what the minima of the other counts leave.
const LEFT_BY_MINIMA: usize = 2;
/// A count is at least what the maxima of the other counts leave.
const LEFT_BY_MAXIMA: usize = 3;

impl CardinalityBounds {
    pub(super) fn new(constraint: &GlobalCardinality, out: &mut Poster<'_>) -> CardinalityBounds {
        CardinalityBounds {
            xs: constraint.xs.clone(),
            cover: constraint.cover.clone(),
            counts: constraint.counts.clone(),
            closed: constraint.closed,
            confined: out.trailed(0),
        }
    }

    fn tag(&self, k: usize, rule: usize) -> Tag {
        Tag((self.xs.len() + 4 * k + rule) as u32)
    }

    fn confine(&self, store: &mut Store) -> Pruned {
        if self.closed && store.get(self.confined) == 0 {
            let (Some(&min), Some(&max)) = (self.cover.iter().min(), self.cover.iter().max())
            else {
                return if self.xs.is_empty() {
                    Ok(())
                } else {
                    Err(store.fail(INITIAL))
                };
            };
            let mut all = true;
            for &view in &self.xs {
                store.set_min(view, min, INITIAL)?;
                store.set_max(view, max, INITIAL)?;
                // Only small domains are scanned value by value; a wide one is confined once it is small enough.
                if store.size(view) <= MAX_VALUES {
                    store.retain(view, INITIAL, |value| self.cover.contains(&value))?;
                } else {
                    all = false;
                }
            }
            store.put(self.confined, i64::from(all));
        }
        Ok(())
    }

    /// Propagates between one value's count and the views.
    fn count(&self, store: &mut Store, k: usize) -> Pruned {
        let (value, count) = (self.cover[k], self.counts[k]);
        let (mut sure, mut possible) = (0, 0);
        for &view in &self.xs {
            if store.contains(view, value) {
                possible += 1;
                sure += i32::from(store.is_fixed(view));
            }
        }
        store.set_min(count, sure, self.tag(k, N_FIXED))?;
        store.set_max(count, possible, self.tag(k, N_POSSIBLE))?;
        if sure == possible {
            return Ok(());
        }
        let full = store.max(count) == sure;
        if full || store.min(count) == possible {
            decide_open(&self.xs, value, !full, store)?;
        }
        Ok(())
    }

    /// Narrows each count by the sum of the others.
    fn bound_by_sum(&self, store: &mut Store) -> Pruned {
        let n = self.xs.len() as i64;
        let sum = |store: &Store, bound: fn(&Store, View) -> i32| -> i64 {
            self.counts
                .iter()
                .map(|&count| i64::from(bound(store, count)))
                .sum()
        };
        let (mins, maxes) = (sum(store, Store::min), sum(store, Store::max));
        for (k, &count) in self.counts.iter().enumerate() {
            let upper = n - (mins - i64::from(store.min(count)));
            if upper < i64::from(store.max(count)) {
                // Any negative number fails; -1 fits in an `i32`.
                store.set_max(count, upper.max(-1) as i32, self.tag(k, LEFT_BY_MINIMA))?;
            }
            let lower = n - (maxes - i64::from(store.max(count)));
            if self.closed && lower > i64::from(store.min(count)) {
                store.set_min(count, lower.min(n + 1) as i32, self.tag(k, LEFT_BY_MAXIMA))?;
            }
        }
        Ok(())
    }
}

impl Propagator for CardinalityBounds {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if self.closed && self.cover.is_empty() && !self.xs.is_empty() {
            return Err(store.fail(INITIAL));
        }
        self.confine(store)?;
        loop {
            let before = store.prunings();
            for k in 0..self.cover.len() {
                self.count(store, k)?;
            }
            self.bound_by_sum(store)?;
            if store.prunings() == before {
                return Ok(Status::Active);
            }
        }
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        if tag == INITIAL {
            return;
        }
        let (tag, n) = (tag.0 as usize, self.xs.len());
        if tag < n {
            let value = self.xs[tag].of(needed.value());
            let k = self.cover.iter().position(|&cover| cover == value);
            let k = k.expect("only counted values are decided");
            if needed.op() == Op::Eq {
                why.min(past, self.counts[k]);
                explain_absent(&self.xs, value, past.min(self.counts[k]).into(), past, why);
            } else {
                why.max(past, self.counts[k]);
                let n_in = i64::from(past.max(self.counts[k]));
                explain_fixed(&self.xs, value, n_in, Some(tag), past, why);
            }
            return;
        }
        let (k, rule) = ((tag - n) / 4, (tag - n) % 4);
        let count = self.counts[k];
        let bound = i64::from(count.of(needed.value()));
        // The bound of a scaled view may have moved further than the needed atom requires.
        let slack = i64::from(count.scale).abs() - 1;
        let n = n as i64;
        match rule {
            N_FIXED => explain_fixed(&self.xs, self.cover[k], bound - slack, None, past, why),
            N_POSSIBLE => explain_absent(&self.xs, self.cover[k], bound + slack, past, why),
            LEFT_BY_MINIMA => {
                let mut left = n - (bound + slack);
                for (other, &view) in self.counts.iter().enumerate() {
                    let min = i64::from(past.min(view));
                    if other != k {
                        left -= min;
                        why.min(past, view);
                    }
                }
                debug_assert!(left <= 0, "the minima of the others imply the bound");
            }
            _ => {
                for (other, &view) in self.counts.iter().enumerate() {
                    if other != k {
                        why.max(past, view);
                    }
                }
            }
        }
    }
}
