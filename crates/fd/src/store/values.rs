//! Going through the values of a domain: one after the other, or straight to the one at a given rank.

use super::Store;
use super::dom::{self, WORD, Wide};
use crate::var::{Var, View};

/// The values of a view, ascending; made by [`Store::values`].
#[derive(Clone, Debug)]
pub struct Values<'a> {
    store: &'a Store,
    view: View,
    /// The variable's next value.
    next: Option<i32>,
}

impl<'a> Values<'a> {
    pub(super) fn new(store: &'a Store, view: View) -> Values<'a> {
        let dom = &store.doms[view.var.index()];
        let next = Some(if view.scale > 0 { dom.min } else { dom.max });
        Values { store, view, next }
    }
}

impl Iterator for Values<'_> {
    type Item = i32;

    #[inline]
    fn next(&mut self) -> Option<i32> {
        let value = self.next?;
        self.next = if self.view.scale > 0 {
            self.store.var_next(self.view.var, value + 1)
        } else {
            self.store.var_previous(self.view.var, value - 1)
        };
        Some(self.view.of(value))
    }
}

impl Store {
    /// The first value of a variable at or above `value`.
    pub(crate) fn var_next(&self, var: Var, value: i32) -> Option<i32> {
        let dom = &self.doms[var.index()];
        if value <= dom.min {
            return Some(dom.min);
        }
        if value > dom.max {
            return None;
        }
        if dom.wide == WORD {
            let bits = dom.bits >> (value - dom.base);
            return Some(value + bits.trailing_zeros() as i32);
        }
        match &self.wide[dom.wide as usize] {
            Wide::Slab { first, n_words } => {
                let words = &self.words[*first..first + n_words];
                dom::next_set(words, (value - dom.base) as usize).map(|bit| dom.base + bit as i32)
            }
            Wide::Sparse { start, holes } => dom::sparse_next(start, holes, value),
        }
    }

    /// The last value of a variable at or below `value`.
    pub(crate) fn var_previous(&self, var: Var, value: i32) -> Option<i32> {
        let dom = &self.doms[var.index()];
        if value >= dom.max {
            return Some(dom.max);
        }
        if value < dom.min {
            return None;
        }
        if dom.wide == WORD {
            let bits = dom.bits & dom::to_bit(i64::from(value) - i64::from(dom.base));
            return Some(dom.base + 63 - bits.leading_zeros() as i32);
        }
        match &self.wide[dom.wide as usize] {
            Wide::Slab { first, n_words } => {
                let words = &self.words[*first..first + n_words];
                dom::previous_set(words, (value - dom.base) as usize)
                    .map(|bit| dom.base + bit as i32)
            }
            Wide::Sparse { start, holes } => dom::sparse_previous(start, holes, value),
        }
    }

    /// The value of a variable that has `rank` smaller ones; `rank` is below the size.
    ///
    /// Found by halving: a domain may have billions of values.
    pub(crate) fn value_at_rank(&self, var: Var, rank: u32) -> i32 {
        let dom = &self.doms[var.index()];
        debug_assert!(rank < dom.size, "rank {rank} of {} values", dom.size);
        if dom.wide == WORD {
            let bits = (0..rank).fold(dom.bits, |bits, _| bits & (bits - 1));
            return dom.base + bits.trailing_zeros() as i32;
        }
        let (mut low, mut high) = (dom.min, dom.max);
        while low < high {
            let middle = (i64::from(low) + i64::from(high)).div_euclid(2) as i32;
            if self.wide_count(var, dom.min, middle) > rank {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }
}
