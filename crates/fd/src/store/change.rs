//! Changing domains: every removal ends here, is saved on the trail, written to the log and told to who watches.

use super::Store;
use super::dom::WORD;
use super::log::Why;
use super::queue::{FIX, MAX, MIN};
use super::trail::Undo;
use crate::atom::{Atom, Op};
use crate::propagator::{Conflict, Pruned, Tag};
use crate::var::{MAX_VALUE, MIN_VALUE, Var, View};

/// `Store::running` when no propagator runs.
pub(crate) const NOBODY: u32 = u32::MAX;

/// What could not be made true, and on whose behalf.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clash {
    pub(crate) attempted: Atom,
    pub(crate) why: Why,
}

/// Removing values.
impl Store {
    /// Makes `view >= value`. True if that removed something.
    #[inline]
    pub fn set_min(&mut self, view: View, value: i32, tag: Tag) -> Pruned<bool> {
        if value <= self.min(view) {
            return Ok(false);
        }
        // The usual view needs no division, and the way is short.
        if view.scale == 1
            && let Some(value) = value.checked_sub(view.offset)
            && value <= MAX_VALUE
        {
            return self.ge(view.var, value, self.why(tag));
        }
        self.set(view.at_least(value), tag)
    }

    /// Makes `view <= value`. True if that removed something.
    #[inline]
    pub fn set_max(&mut self, view: View, value: i32, tag: Tag) -> Pruned<bool> {
        if value >= self.max(view) {
            return Ok(false);
        }
        if view.scale == 1
            && let Some(value) = value.checked_sub(view.offset)
            && value >= MIN_VALUE
        {
            return self.le(view.var, value, self.why(tag));
        }
        self.set(view.at_most(value), tag)
    }

    /// Makes `view == value`. True if that removed something.
    #[inline]
    pub fn fix(&mut self, view: View, value: i32, tag: Tag) -> Pruned<bool> {
        self.set(view.is(value), tag)
    }

    /// Makes `view != value`. True if that removed something.
    #[inline]
    pub fn remove(&mut self, view: View, value: i32, tag: Tag) -> Pruned<bool> {
        let value = i64::from(value) - i64::from(view.offset);
        let value = match view.scale {
            1 => value,
            -1 => -value,
            scale if value % i64::from(scale) == 0 => value / i64::from(scale),
            _ => return Ok(false),
        };
        match i32::try_from(value) {
            Ok(value) => self.ne(view.var, value, self.why(tag)),
            Err(_) => Ok(false),
        }
    }

    /// Removes the values of `view` that `keep` refuses. True if there were any.
    pub fn retain(
        &mut self,
        view: View,
        tag: Tag,
        mut keep: impl FnMut(i32) -> bool,
    ) -> Pruned<bool> {
        let mut changed = false;
        let mut next = Some(self.doms[view.var.index()].min);
        while let Some(value) = next {
            if !keep(view.of(value)) {
                changed |= self.ne(view.var, value, self.why(tag))?;
            }
            next = value
                .checked_add(1)
                .and_then(|value| self.var_next(view.var, value));
        }
        Ok(changed)
    }

    /// Keeps only the values whose bits are set, where [`Store::bits`] gave the word. True if that removed something.
    pub fn keep_bits(&mut self, view: View, bits: u64, tag: Tag) -> Pruned<bool> {
        let var = view.var;
        let why = self.why(tag);
        let dom = self.doms[var.index()];
        debug_assert!(dom.wide == WORD && view.scale == 1);
        let kept = dom.bits & bits;
        if kept == dom.bits {
            return Ok(false);
        }
        if kept == 0 {
            // All but one value go; removing the last is what fails.
            let last = dom.bits & dom.bits.wrapping_neg();
            if last != dom.bits {
                self.keep_bits(view, last, tag)?;
            }
            return self.ne(var, self.doms[var.index()].min, why);
        }
        self.save(var);
        let d = &mut self.doms[var.index()];
        d.bits = kept;
        d.min = d.base + kept.trailing_zeros() as i32;
        d.max = d.base + 63 - kept.leading_zeros() as i32;
        d.size = kept.count_ones();
        if self.recording {
            let mut gone = dom.bits & !kept;
            while gone != 0 {
                let value = dom.base + gone.trailing_zeros() as i32;
                self.record(Atom::ne(var, value), 0, why);
                gone &= gone - 1;
            }
            self.record_bounds(var, dom.min, dom.max);
        }
        self.changed(var, (dom.min, dom.max));
        Ok(true)
    }

    /// Makes an atom true. True if that removed something.
    #[inline(always)]
    pub fn set(&mut self, atom: Atom, tag: Tag) -> Pruned<bool> {
        self.set_because(atom, self.why(tag))
    }

    /// Notes that the relation cannot hold; `explain` will be asked for [`Atom::FALSE`] under the tag.
    #[cold]
    pub fn fail(&mut self, tag: Tag) -> Conflict {
        self.clash(Atom::FALSE, self.why(tag))
    }

    #[inline(always)]
    pub(crate) fn set_because(&mut self, atom: Atom, why: Why) -> Pruned<bool> {
        match atom.op() {
            Op::Ge => self.ge(atom.var(), atom.value(), why),
            Op::Le => self.le(atom.var(), atom.value(), why),
            Op::Eq => self.eq(atom.var(), atom.value(), why),
            Op::Ne => self.ne(atom.var(), atom.value(), why),
        }
    }

    #[inline]
    fn why(&self, tag: Tag) -> Why {
        Why::Propagator(self.running, tag)
    }

    #[cold]
    pub(super) fn clash(&mut self, attempted: Atom, why: Why) -> Conflict {
        self.clash = Some(Clash { attempted, why });
        Conflict
    }

    pub(super) fn ge(&mut self, var: Var, value: i32, why: Why) -> Pruned<bool> {
        let d = &mut self.doms[var.index()];
        let (old, bits) = ((d.min, d.max), d.bits);
        if value <= old.0 {
            return Ok(false);
        }
        if value > old.1 {
            return Err(self.clash(Atom::ge(var, value), why));
        }
        if d.wide == WORD {
            if d.stamp != self.stamp {
                d.stamp = self.stamp;
                self.trail.push(Undo::Word(var.0, d.size as u8, d.bits));
            }
            // The value lies between the bounds, and so does its bit in the word.
            d.bits &= u64::MAX << (value - d.base);
            d.min = d.base + d.bits.trailing_zeros() as i32;
            d.size = d.bits.count_ones();
        } else {
            self.raise_wide(var, value);
        }
        if self.recording {
            self.record(Atom::ge(var, value), old.0, why);
            self.record_gone(var, bits, old.0, value - 1);
            self.record_bounds(var, value, old.1);
        }
        self.prunings += 1;
        let fixed = self.doms[var.index()].min == old.1;
        self.announce(var, if fixed { MIN | FIX } else { MIN });
        Ok(true)
    }

    pub(super) fn le(&mut self, var: Var, value: i32, why: Why) -> Pruned<bool> {
        let d = &mut self.doms[var.index()];
        let (old, bits) = ((d.min, d.max), d.bits);
        if value >= old.1 {
            return Ok(false);
        }
        if value < old.0 {
            return Err(self.clash(Atom::le(var, value), why));
        }
        if d.wide == WORD {
            if d.stamp != self.stamp {
                d.stamp = self.stamp;
                self.trail.push(Undo::Word(var.0, d.size as u8, d.bits));
            }
            d.bits &= u64::MAX >> (63 - (value - d.base));
            d.max = d.base + 63 - d.bits.leading_zeros() as i32;
            d.size = d.bits.count_ones();
        } else {
            self.lower_wide(var, value);
        }
        if self.recording {
            self.record(Atom::le(var, value), old.1, why);
            self.record_gone(var, bits, value + 1, old.1);
            self.record_bounds(var, old.0, value);
        }
        self.prunings += 1;
        let fixed = self.doms[var.index()].max == old.0;
        self.announce(var, if fixed { MAX | FIX } else { MAX });
        Ok(true)
    }

    fn eq(&mut self, var: Var, value: i32, why: Why) -> Pruned<bool> {
        if !self.var_contains(var, value) {
            return Err(self.clash(Atom::eq(var, value), why));
        }
        let d = &self.doms[var.index()];
        let (old, bits) = ((d.min, d.max), d.bits);
        if old.0 == old.1 {
            return Ok(false);
        }
        self.save(var);
        let d = &mut self.doms[var.index()];
        d.min = value;
        d.max = value;
        d.size = 1;
        if d.wide == WORD {
            d.bits = 1 << (value - d.base);
        }
        if self.recording {
            self.record(Atom::eq(var, value), 0, why);
            self.record_gone(var, bits, old.0, value - 1);
            self.record_gone(var, bits, value + 1, old.1);
            if value > old.0 {
                self.record(Atom::ge(var, value), old.0, Why::Derived);
            }
            if value < old.1 {
                self.record(Atom::le(var, value), old.1, Why::Derived);
            }
        }
        self.changed(var, old);
        Ok(true)
    }

    pub(super) fn ne(&mut self, var: Var, value: i32, why: Why) -> Pruned<bool> {
        let d = &mut self.doms[var.index()];
        if value < d.min || value > d.max {
            return Ok(false);
        }
        if d.wide != WORD {
            return self.ne_in_wide(var, value, why);
        }
        let bit = 1 << (value - d.base);
        if d.bits & bit == 0 {
            return Ok(false);
        }
        let (min, max) = (d.min, d.max);
        if min == max {
            return Err(self.clash(Atom::ne(var, value), why));
        }
        if d.stamp != self.stamp {
            d.stamp = self.stamp;
            self.trail.push(Undo::Word(var.0, d.size as u8, d.bits));
        }
        d.bits ^= bit;
        d.size -= 1;
        let mut mask = 0;
        if value == min {
            d.min = d.base + d.bits.trailing_zeros() as i32;
            mask = MIN;
        } else if value == max {
            d.max = d.base + 63 - d.bits.leading_zeros() as i32;
            mask = MAX;
        }
        if d.min == d.max {
            mask |= FIX;
        }
        if self.recording {
            self.record_ne(var, value, why, (min, max));
        }
        self.prunings += 1;
        self.announce(var, mask);
        Ok(true)
    }

    /// Writes what a change means for the bounds, given what is known of them.
    fn record_bounds(&mut self, var: Var, min: i32, max: i32) {
        let new = self.doms[var.index()];
        if new.min > min {
            self.record(Atom::ge(var, new.min), min, Why::Derived);
        }
        if new.max < max {
            self.record(Atom::le(var, new.max), max, Why::Derived);
        }
        if new.min == new.max {
            self.record(Atom::eq(var, new.min), 0, Why::Derived);
        }
    }

    /// Writes that a value is gone, given the bounds as they were.
    pub(super) fn record_ne(&mut self, var: Var, value: i32, why: Why, old: (i32, i32)) {
        self.record(Atom::ne(var, value), 0, why);
        self.record_bounds(var, old.0, old.1);
    }

    fn record(&mut self, atom: Atom, old: i32, why: Why) {
        self.log.push(atom, old, self.marks.len() as u32, why);
    }

    /// Counts a change and wakes who watches for it, given the bounds as they were.
    #[inline]
    pub(super) fn changed(&mut self, var: Var, old: (i32, i32)) {
        self.prunings += 1;
        let new = &self.doms[var.index()];
        let mut mask = 0;
        if new.min != old.0 {
            mask |= MIN;
        }
        if new.max != old.1 {
            mask |= MAX;
        }
        if new.min == new.max {
            mask |= FIX;
        }
        self.announce(var, mask);
    }

    /// Wakes who watches a variable for one of the events; on trial, tells only the one who runs.
    #[inline(always)]
    fn announce(&mut self, var: Var, mask: u8) {
        if self.muted {
            self.queue.note(var.index(), mask, self.running);
        } else {
            self.queue.notify(var.index(), mask, self.running);
        }
    }
}
