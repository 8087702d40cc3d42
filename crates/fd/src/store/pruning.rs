//! Pruning: every removal is saved on the trail, written to the log, and wakes the propagators that watch the variable.

use crate::store::Store;
use crate::store::disequalities::{Disequalities, WIDE};
use crate::store::domain_repr::{WORD, Wide, count_set, from_bit, sparse_count, to_bit};
use crate::store::log::{ConflictCause, Tag, Why};
use crate::store::queue::{ClauseEvent, FIX, MAX, MIN};
use crate::store::trail::Undo;
use crate::vars::{Atom, Domain, MAX_VALUE, MIN_VALUE, Op, Var, View};

/// A conflict: the current domains admit no solution. The store keeps its cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict;

/// The outcome of pruning.
pub type Pruned<T = ()> = Result<T, Conflict>;

/// Removing values.
impl Store {
    /// Makes `view >= value`. True if that removed something.
    #[inline]
    pub fn set_min(&mut self, view: View, value: i32, tag: Tag) -> Pruned<bool> {
        if value <= self.min(view) {
            return Ok(false);
        }
        // The common case: a plain or shifted variable needs no division.
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
        match view.solve(value) {
            Some(value) => self.ne(view.var, value, self.why(tag)),
            None => Ok(false),
        }
    }

    /// Removes the values of `view` for which `keep` returns false. True if there were any.
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

    /// Keeps only the values whose bits are set, for a view for which [`Store::bits`] returns a word. True if that
    /// removed something.
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
            // Removes all values but one, then fails on removing the last.
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
            let mut removed = dom.bits & !kept;
            while removed != 0 {
                let value = dom.base + removed.trailing_zeros() as i32;
                self.record(Atom::ne(var, value), 0, why);
                removed &= removed - 1;
            }
            self.record_bounds(var, dom.min, dom.max);
        }
        self.changed(var, (dom.min, dom.max), dom.bits);
        Ok(true)
    }

    /// Makes an atom true. True if that removed something.
    #[inline(always)]
    pub fn set(&mut self, atom: Atom, tag: Tag) -> Pruned<bool> {
        self.set_because(atom, self.why(tag))
    }

    /// Records that the relation cannot hold; the propagator will have to explain [`Atom::FALSE`] under the tag.
    #[cold]
    pub fn fail(&mut self, tag: Tag) -> Conflict {
        self.conflict(Atom::FALSE, self.why(tag))
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
    pub(super) fn conflict(&mut self, attempted: Atom, why: Why) -> Conflict {
        self.conflict_cause = Some(ConflictCause { attempted, why });
        Conflict
    }

    pub(super) fn ge(&mut self, var: Var, value: i32, why: Why) -> Pruned<bool> {
        let d = &mut self.doms[var.index()];
        let (old, bits) = ((d.min, d.max), d.bits);
        if value <= old.0 {
            return Ok(false);
        }
        if value > old.1 {
            return Err(self.conflict(Atom::ge(var, value), why));
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
            self.record_removed(var, bits, old.0, value - 1);
            self.record_bounds(var, value, old.1);
        }
        self.prunings += 1;
        let fixed = self.doms[var.index()].min == old.1;
        self.announce(var, if fixed { MIN | FIX } else { MIN }, bits);
        Ok(true)
    }

    pub(super) fn le(&mut self, var: Var, value: i32, why: Why) -> Pruned<bool> {
        let d = &mut self.doms[var.index()];
        let (old, bits) = ((d.min, d.max), d.bits);
        if value >= old.1 {
            return Ok(false);
        }
        if value < old.0 {
            return Err(self.conflict(Atom::le(var, value), why));
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
            self.record_removed(var, bits, value + 1, old.1);
            self.record_bounds(var, old.0, value);
        }
        self.prunings += 1;
        let fixed = self.doms[var.index()].max == old.0;
        self.announce(var, if fixed { MAX | FIX } else { MAX }, bits);
        Ok(true)
    }

    fn eq(&mut self, var: Var, value: i32, why: Why) -> Pruned<bool> {
        if !self.var_contains(var, value) {
            return Err(self.conflict(Atom::eq(var, value), why));
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
            self.record_removed(var, bits, old.0, value - 1);
            self.record_removed(var, bits, value + 1, old.1);
            if value > old.0 {
                self.record(Atom::ge(var, value), old.0, Why::Derived);
            }
            if value < old.1 {
                self.record(Atom::le(var, value), old.1, Why::Derived);
            }
        }
        self.changed(var, old, bits);
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
        let (min, max, bits) = (d.min, d.max, d.bits);
        if min == max {
            return Err(self.conflict(Atom::ne(var, value), why));
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
        self.announce(var, mask, bits);
        Ok(true)
    }

    /// Logs the bounds that follow from a change, given the bounds known before.
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

    /// Logs the removal of one value, given the bounds before it.
    pub(super) fn record_ne(&mut self, var: Var, value: i32, why: Why, old: (i32, i32)) {
        self.record(Atom::ne(var, value), 0, why);
        self.record_bounds(var, old.0, old.1);
    }

    fn record(&mut self, atom: Atom, old: i32, why: Why) {
        self.log.push(atom, old, self.marks.len() as u32, why);
    }

    /// Counts a change and wakes the propagators that watch for it, given the bounds before it, and the values before it
    /// if the domain is kept in one word.
    #[inline]
    pub(super) fn changed(&mut self, var: Var, old: (i32, i32), old_bits: u64) {
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
        self.announce(var, mask, old_bits);
    }

    /// Wakes the propagators that watch a variable for one of the events; a speculative run only marks its own slots. `old` are the values before, if
    /// the domain is kept in one word.
    #[inline(always)]
    fn announce(&mut self, var: Var, mask: u8, old: u64) {
        if self.is_speculative {
            self.queue.note(var.index(), mask, self.running);
        } else if self.queue.notify(var.index(), mask, self.running) {
            self.note_for_clauses(var, mask, old);
        }
    }

    /// Notes every variable that occurs in a clause, as if it had lost all other values.
    pub(crate) fn note_all_for_clauses(&mut self) {
        for var in (0..self.doms.len()).map(Var::at) {
            if self.queue.is_in_clause(var.index()) {
                let is_fixed = self.is_fixed(var.view());
                let mask = if is_fixed { MIN | MAX | FIX } else { MIN | MAX };
                self.note_for_clauses(var, mask, u64::MAX);
            }
        }
    }

    /// Notes a change of a variable that occurs in a clause.
    fn note_for_clauses(&mut self, var: Var, mask: u8, old: u64) {
        let new = self.doms[var.index()].bits;
        self.queue.push_clause_event(ClauseEvent {
            var,
            mask,
            old,
            new,
        });
    }

    /// [`Store::ne`] for a domain that is not kept in one word.
    pub(super) fn ne_in_wide(&mut self, var: Var, value: i32, why: Why) -> Pruned<bool> {
        if !self.var_contains(var, value) {
            return Ok(false);
        }
        let d = &self.doms[var.index()];
        let old = (d.min, d.max);
        if old.0 == old.1 {
            return Err(self.conflict(Atom::ne(var, value), why));
        }
        self.save(var);
        self.wide_ne(var, value);
        if self.recording {
            self.record_ne(var, value, why, old);
        }
        self.changed(var, old, 0);
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
                    let index = holes.partition_point(|&hole| hole < value);
                    holes.insert(index, value);
                    self.trail.push(Undo::Hole(var.0, value));
                }
            }
        }
        self.doms[var.index()].size -= 1;
    }

    /// Makes the smallest value of a slab or sparse domain at least `value`, which is above it and not above the largest.
    pub(super) fn raise_wide(&mut self, var: Var, value: i32) {
        self.save(var);
        if self.is_interval(var.view()) {
            let d = &mut self.doms[var.index()];
            d.size -= d.min.abs_diff(value);
            d.min = value;
            return;
        }
        let min = self.var_next(var, value).expect("the maximum is left");
        let lost = self.wide_count(var, self.doms[var.index()].min, min - 1);
        let d = &mut self.doms[var.index()];
        d.min = min;
        d.size -= lost;
    }

    /// Makes the largest value of a slab or sparse domain at most `value`, which is below it and not below the smallest.
    pub(super) fn lower_wide(&mut self, var: Var, value: i32) {
        self.save(var);
        if self.is_interval(var.view()) {
            let d = &mut self.doms[var.index()];
            d.size -= d.max.abs_diff(value);
            d.max = value;
            return;
        }
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
            Wide::Slab { first, n_words } => count_set(
                &self.words[*first..first + n_words],
                (from - d.base) as usize,
                (to - d.base) as usize + 1,
            ),
            Wide::Sparse { start, holes } => sparse_count(start, holes, from, to),
        }
    }

    /// Logs that the last entry removed the values left in `from..=to`; `bits` are the old values of a domain of one word.
    pub(super) fn record_removed(&mut self, var: Var, bits: u64, from: i32, to: i32) {
        if from > to {
            return;
        }
        let (base, wide) = (self.doms[var.index()].base, self.doms[var.index()].wide);
        if wide == WORD {
            let first = i64::from(base);
            let passed = from_bit(i64::from(from) - first) & to_bit(i64::from(to) - first);
            self.log.set_removed(var, base, bits & passed);
            return;
        }
        if let Wide::Slab { first, .. } = self.wide[wide as usize] {
            // The common case: the range still had all its values.
            let (low, high) = ((from - base) as usize, (to - base) as usize);
            if self.wide_count(var, from, to) == (high - low + 1) as u32 {
                self.log.set_removed_range(var, from, to);
                return;
            }
            for i in low / 64..=high / 64 {
                let begin = from_bit(low as i64 - 64 * i as i64);
                let end = to_bit(high as i64 - 64 * i as i64);
                let removed = self.words[first + i] & begin & end;
                self.log.set_removed(var, base + 64 * i as i32, removed);
            }
        }
    }

    /// The values of a variable from `from` to `from + 63`, as bits.
    pub(crate) fn var_word(&self, var: Var, from: i32) -> u64 {
        let dom = &self.doms[var.index()];
        let offset = i64::from(from) - i64::from(dom.base);
        let shifted = |word: u64, by: i64| match by {
            0..64 => word >> by,
            -63..0 => word << -by,
            _ => 0,
        };
        if dom.wide == WORD {
            return shifted(dom.bits, offset);
        }
        let mut word = 0;
        match &self.wide[dom.wide as usize] {
            Wide::Slab { first, n_words } => {
                for i in [offset.div_euclid(64), offset.div_euclid(64) + 1] {
                    if (0..*n_words as i64).contains(&i) {
                        word |= shifted(self.words[first + i as usize], offset - 64 * i);
                    }
                }
            }
            Wide::Sparse { start, holes } => {
                word = mask(start, from);
                let inside = &holes[holes.partition_point(|&hole| hole < from)..];
                for &hole in inside {
                    match i64::from(hole) - i64::from(from) {
                        bit @ 0..64 => word &= !(1 << bit),
                        _ => break,
                    }
                }
            }
        }
        // Bits outside the bounds are stale.
        let inside = |bound: i32| i64::from(bound) - i64::from(from);
        word & from_bit(inside(dom.min)) & to_bit(inside(dom.max))
    }

    /// Removes the values of newly fixed variables from the variables that must differ from them, until none is left.
    /// Returns the number of groups inspected.
    pub(crate) fn propagate_disequalities(&mut self) -> Pruned<u64> {
        let disequalities = std::mem::take(&mut self.queue.disequalities);
        let visits = self.propagate_disequalities_of(&disequalities);
        self.queue.disequalities = disequalities;
        visits
    }

    fn propagate_disequalities_of(&mut self, disequalities: &Disequalities) -> Pruned<u64> {
        let mut visits = 0;
        while let Some((var, range)) = self.queue.pop_fixed() {
            let value = i64::from(self.doms[var.index()].min);
            let groups = &disequalities.groups[range];
            visits += groups.len() as u64;
            for group in groups {
                if group.up != WIDE {
                    let up = value + group.up;
                    let bits = self.doms[group.var.index()].bits;
                    // Fast path: most groups have one gap, and most variables have already lost the value.
                    let alone = group.gaps == 1;
                    let lost = if !alone {
                        bits & group.lost(up)
                    } else if up as u64 >= 64 {
                        continue;
                    } else {
                        bits & 1 << up
                    };
                    if lost == 0 {
                        continue;
                    }
                    if lost != bits && !self.recording {
                        let n_lost = if alone { 1 } else { lost.count_ones() };
                        self.remove_bits(group.var, lost, n_lost);
                        continue;
                    }
                }
                let members = group.first as usize..(group.first + group.n_members) as usize;
                for disequality in &disequalities.members[members] {
                    if let Ok(lost) = i32::try_from(value + i64::from(disequality.gap)) {
                        let why = Why::Propagator(disequality.propagator, disequality.tag);
                        self.ne(disequality.var, lost, why)?;
                    }
                }
            }
        }
        Ok(visits)
    }

    /// Removes some, but not all, values of a domain kept in one word.
    #[inline]
    fn remove_bits(&mut self, var: Var, lost: u64, n_lost: u32) {
        let d = &mut self.doms[var.index()];
        let (old, bits) = ((d.min, d.max), d.bits);
        if d.stamp != self.stamp {
            d.stamp = self.stamp;
            self.trail.push(Undo::Word(var.0, d.size as u8, d.bits));
        }
        d.bits ^= lost;
        d.size -= n_lost;
        d.min = d.base + d.bits.trailing_zeros() as i32;
        d.max = d.base + 63 - d.bits.leading_zeros() as i32;
        // Counted as if the values were removed one by one.
        self.prunings += u64::from(n_lost) - 1;
        self.changed(var, old, bits);
    }

    /// Narrows a domain to a subset without waking propagators; the caller runs all of them afterwards.
    pub(crate) fn narrow(&mut self, var: Var, domain: &Domain) {
        let (Some(min), Some(max)) = (domain.min(), domain.max()) else {
            unreachable!("the domains of a model are not empty");
        };
        let d = self.doms[var.index()];
        if d.wide == WORD {
            self.save(var);
            self.doms[var.index()].bits &= mask(domain, d.base);
        } else if let Wide::Slab { first, n_words } = self.wide[d.wide as usize] {
            self.save(var);
            for (i, word) in (first..first + n_words).enumerate() {
                let kept = self.words[word] & mask(domain, d.base + 64 * i as i32);
                if self.words[word] == kept {
                    continue;
                }
                if self.word_stamps[word] != self.stamp {
                    self.word_stamps[word] = self.stamp;
                    self.trail.push(Undo::Slab(word as u32, self.words[word]));
                }
                self.words[word] = kept;
            }
        } else {
            return self.narrow_sparse(var, domain, (min, max));
        }
        let d = &mut self.doms[var.index()];
        (d.min, d.max, d.size) = (min, max, domain.size() as u32);
    }

    fn narrow_sparse(&mut self, var: Var, domain: &Domain, (min, max): (i32, i32)) {
        self.is_speculative = true;
        let raised = self.ge(var, min, Why::Root);
        let narrowed = raised.and(self.le(var, max, Why::Root));
        narrowed.expect("the domain lies within");
        let mut hole = min;
        for (min, max) in domain.ranges() {
            for value in hole..min {
                self.ne(var, value, Why::Root).expect("the bounds are left");
            }
            hole = max + 1;
        }
        self.is_speculative = false;
    }
}

/// The values of a domain as bits of the word whose bit 0 is `base`.
fn mask(domain: &Domain, base: i32) -> u64 {
    let bit = |value: i32| i64::from(value) - i64::from(base);
    let bits = |&(min, max): &(i32, i32)| {
        let (from, to) = (bit(min).max(0), bit(max).min(63));
        match from <= to {
            true => (u64::MAX >> (63 - (to - from))) << from,
            false => 0,
        }
    };
    let ranges = domain.ranges_from(base).iter();
    let near = ranges.take_while(|range| bit(range.0) < 64);
    near.map(bits).fold(0, |all, bits| all | bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::domain_repr::DomainRepr;
    use gridwright_control::Rng;

    #[test]
    fn narrowing_is_undone_in_every_representation() {
        let mut rng = Rng::new(11);
        for repr in [DomainRepr::Auto, DomainRepr::Slab, DomainRepr::Sparse] {
            for _ in 0..200 {
                let from = rng.between(-300, 300);
                let span = *rng.pick(&[1, 5, 64, 65, 200]);
                let wide: Vec<i32> = (from..from + span).filter(|_| !rng.one_in(5)).collect();
                let wide = if wide.is_empty() { vec![from] } else { wide };
                let mut store = Store::new(false);
                let var = store.add_var(&Domain::from_ascending(&wide), repr);
                store.rebuild_queue(1);
                for _ in 0..3 {
                    let mut kept = wide.clone();
                    kept.retain(|_| !rng.one_in(3));
                    if kept.is_empty() {
                        kept.push(*rng.pick(&wide));
                    }
                    store.narrow(var, &Domain::from_ascending(&kept));
                    assert_eq!(store.values(var.view()).collect::<Vec<_>>(), kept);
                    assert_eq!(store.size(var.view()) as usize, kept.len());
                    assert_eq!(store.max(var.view()), kept[kept.len() - 1]);
                    store.rewind();
                    assert_eq!(store.values(var.view()).collect::<Vec<_>>(), wide);
                    assert_eq!(store.size(var.view()) as usize, wide.len());
                }
            }
        }
    }
}
