//! Removing values from domains that do not fit in one word: slabs of words, and bounds with holes.

use super::Store;
use super::dom::{self, Wide};
use super::log::Why;
use super::trail::Undo;
use crate::atom::Atom;
use crate::propagator::Pruned;
use crate::var::Var;

impl Store {
    /// [`Store::ne`] for a domain that is not kept in one word.
    pub(super) fn ne_in_wide(&mut self, var: Var, value: i32, why: Why) -> Pruned<bool> {
        if !self.var_contains(var, value) {
            return Ok(false);
        }
        let d = &self.doms[var.index()];
        let old = (d.min, d.max);
        if old.0 == old.1 {
            return Err(self.clash(Atom::ne(var, value), why));
        }
        self.save(var);
        self.wide_ne(var, value);
        if self.recording {
            self.record_ne(var, value, why, old);
        }
        self.changed(var, old);
        Ok(true)
    }

    /// Removes one value from a slab or sparse domain of at least two.
    fn wide_ne(&mut self, var: Var, value: i32) {
        let d = self.doms[var.index()];
        if value == d.min {
            self.doms[var.index()].min =
                self.var_next(var, value + 1).expect("the maximum is left");
        } else if value == d.max {
            self.doms[var.index()].max = self
                .var_previous(var, value - 1)
                .expect("the minimum is left");
        } else {
            match &mut self.wide[d.wide as usize] {
                Wide::Slab { first, .. } => {
                    let bit = (value - d.base) as usize;
                    let word = *first + bit / 64;
                    if self.word_stamps[word] != self.stamp {
                        self.word_stamps[word] = self.stamp;
                        self.trail.push(Undo::Slab(word as u32, self.words[word]));
                    }
                    self.words[word] &= !(1 << (bit % 64));
                }
                Wide::Sparse { holes, .. } => {
                    let place = holes.partition_point(|&hole| hole < value);
                    holes.insert(place, value);
                    self.trail.push(Undo::Hole(var.0, value));
                }
            }
        }
        self.doms[var.index()].size -= 1;
    }

    /// Makes the smallest value of a slab or sparse domain at least `value`, which is above it and not above the largest.
    pub(super) fn raise_wide(&mut self, var: Var, value: i32) {
        self.save(var);
        let min = self.var_next(var, value).expect("the maximum is left");
        let lost = self.wide_count(var, self.doms[var.index()].min, min - 1);
        let d = &mut self.doms[var.index()];
        d.min = min;
        d.size -= lost;
    }

    /// Makes the largest value of a slab or sparse domain at most `value`, which is below it and not below the smallest.
    pub(super) fn lower_wide(&mut self, var: Var, value: i32) {
        self.save(var);
        let max = self.var_previous(var, value).expect("the minimum is left");
        let lost = self.wide_count(var, max + 1, self.doms[var.index()].max);
        let d = &mut self.doms[var.index()];
        d.max = max;
        d.size -= lost;
    }

    /// The number of values of a slab or sparse domain in `from..=to`, both inside its span.
    pub(super) fn wide_count(&self, var: Var, from: i32, to: i32) -> u32 {
        if from > to {
            return 0;
        }
        let d = &self.doms[var.index()];
        match &self.wide[d.wide as usize] {
            Wide::Slab { first, n_words } => dom::count_set(
                &self.words[*first..first + n_words],
                (from - d.base) as usize,
                (to - d.base) as usize + 1,
            ),
            Wide::Sparse { start, holes } => dom::sparse_count(start, holes, from, to),
        }
    }
}
