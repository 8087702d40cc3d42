//! `global_cardinality` by counting: each value separately, and the sum of all counts.
//!
//! A count lies between the number of views fixed to the value and the number that can take it; when it equals one of them, the
//! undecided views are decided. The counts sum up to at most the number of views, and to exactly that number if no other value
//! may be taken. Fixed views are counted once, by trailed counters. Time O(values of the unfixed views) for every round until nothing changes.

use super::GlobalCardinality;
use crate::support::occurrences::{decide_open, explain_absent, explain_fixed};
use crate::support::prelude::*;
use crate::support::sparse_set::SparseSet;

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
    positions: Positions,
    /// The views known to be fixed, and for each counted value the number of those that have it.
    fixed: SparseSet,
    n_fixed: Trailed,
    /// For each counted value, the number of other views that can take it: scratch memory for one round.
    n_open: Vec<i32>,
}

/// The position of each value in the cover.
#[derive(Debug)]
struct Positions {
    first: i32,
    /// By value from `first` on; [`NOT_COUNTED`] if the value is not in the cover. Empty if the cover spans too many values.
    dense: Vec<u32>,
    /// Values and positions, by value; empty if `dense` is used.
    sorted: Vec<(i32, u32)>,
}

/// Marks a value that is not in the cover.
const NOT_COUNTED: u32 = u32::MAX;

/// The largest span of a cover for which positions are kept by value.
const MAX_SPAN: i64 = 1 << 12;

impl Positions {
    fn new(cover: &[i32]) -> Positions {
        let mut sorted: Vec<(i32, u32)> = cover.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        let (Some(&(first, _)), Some(&(last, _))) = (sorted.first(), sorted.last()) else {
            return Positions {
                first: 0,
                dense: Vec::new(),
                sorted,
            };
        };
        let span = i64::from(last) - i64::from(first) + 1;
        let mut dense = Vec::new();
        if span <= MAX_SPAN {
            dense = vec![NOT_COUNTED; span as usize];
            for (value, k) in std::mem::take(&mut sorted) {
                dense[(value - first) as usize] = k;
            }
        }
        Positions {
            first,
            dense,
            sorted,
        }
    }

    #[inline]
    fn of(&self, value: i32) -> Option<usize> {
        let k = match self.sorted.is_empty() {
            true => {
                let offset = i64::from(value) - i64::from(self.first);
                *self.dense.get(usize::try_from(offset).ok()?)?
            }
            false => {
                let at = self.sorted.binary_search_by_key(&value, |entry| entry.0);
                self.sorted[at.ok()?].1
            }
        };
        (k != NOT_COUNTED).then_some(k as usize)
    }
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
            positions: Positions::new(&constraint.cover),
            fixed: SparseSet::new(constraint.xs.len(), out),
            n_fixed: out.trailed_array(constraint.cover.len(), 0),
            n_open: vec![0; constraint.cover.len()],
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

    /// Counts the views that are fixed to each value, and those that can take it.
    fn tally(&mut self, store: &mut Store) {
        self.n_open.fill(0);
        let mut position = self.fixed.len(store);
        while position < self.xs.len() {
            let index = self.fixed.at(position);
            let view = self.xs[index];
            if let Some(value) = store.fixed(view) {
                self.fixed.insert(index, store);
                if let Some(k) = self.positions.of(value) {
                    let cell = self.n_fixed.at(k);
                    store.put(cell, store.get(cell) + 1);
                }
            } else {
                self.tally_open(store, view);
            }
            // An insertion moves only views that were looked at.
            position += 1;
        }
    }

    fn tally_open(&mut self, store: &Store, view: View) {
        if store.size(view) as usize > self.cover.len() {
            for (n_open, &value) in self.n_open.iter_mut().zip(&self.cover) {
                *n_open += i32::from(store.contains(view, value));
            }
        } else if let Some((first, mut left)) = store.bits(view) {
            while left != 0 {
                if let Some(k) = self.positions.of(first + left.trailing_zeros() as i32) {
                    self.n_open[k] += 1;
                }
                left &= left - 1;
            }
        } else {
            for value in store.values(view) {
                if let Some(k) = self.positions.of(value) {
                    self.n_open[k] += 1;
                }
            }
        }
    }

    /// Propagates between one value's count and the views, by the numbers at the beginning of the round.
    fn count(&self, store: &mut Store, k: usize) -> Pruned {
        let (value, count) = (self.cover[k], self.counts[k]);
        let sure = store.get(self.n_fixed.at(k)) as i32;
        let possible = sure + self.n_open[k];
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
            self.tally(store);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_close_and_of_distant_values() {
        for cover in [vec![], vec![7, -2, 3], vec![5, -1_000_000, 2_000_000_000]] {
            let positions = Positions::new(&cover);
            for (k, &value) in cover.iter().enumerate() {
                assert_eq!(positions.of(value), Some(k));
            }
            for value in [i32::MIN, -3, 0, 4, i32::MAX] {
                assert_eq!(positions.of(value), None);
            }
        }
    }
}
