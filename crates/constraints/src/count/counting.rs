//! The propagator of `count`: how many views count surely and possibly, and what follows.

use gridwright_fd::{Atom, Past, Propagator, Pruned, Reason, Status, Store, Tag, View};

use super::Relation;
use super::set::Set;

/// Keeps the number of views in the set, and the view it is compared with, in step.
#[derive(Debug)]
pub(super) struct Counting {
    pub(super) xs: Box<[View]>,
    pub(super) set: Set,
    pub(super) relation: Relation,
    pub(super) n: View,
    /// Whether a variable occurs twice.
    pub(super) aliased: bool,
}

/// The most values of a view that are looked at one by one.
const WIDEST: u32 = 1 << 16;

/// Tags: the place of a view that was put into the set or kept out of it, or one of these for `n` and for failing.
const N_SURE: Tag = Tag(u32::MAX);
const N_POSSIBLE: Tag = Tag(u32::MAX - 1);
const N_EXACT: Tag = Tag(u32::MAX - 2);

impl Counting {
    /// Decides one view: into the set or out of it.
    fn decide(&self, store: &mut Store, place: usize, into: bool) -> Pruned<bool> {
        let (view, tag) = (self.xs[place], Tag((2 * place + usize::from(into)) as u32));
        match *self.set.ranges {
            [(min, max)] if into => {
                Ok(store.set_min(view, min, tag)? | store.set_max(view, max, tag)?)
            }
            [(min, max)] if min == max => store.remove(view, min, tag),
            _ if store.size(view) <= WIDEST => {
                store.retain(view, tag, |value| self.set.contains(value) == into)
            }
            // Where values are too many to look at one by one, the bounds must do until the domain has narrowed.
            ref ranges if into => {
                let (min, max) = (ranges[0].0, ranges[ranges.len() - 1].1);
                Ok(store.set_min(view, min, tag)? | store.set_max(view, max, tag)?)
            }
            ref ranges => {
                let mut changed = false;
                for &(min, max) in ranges {
                    if min <= store.min(view) {
                        changed |= store.set_min(view, max.saturating_add(1), tag)?;
                    }
                    if max >= store.max(view) {
                        changed |= store.set_max(view, min.saturating_sub(1), tag)?;
                    }
                }
                Ok(changed)
            }
        }
    }

    /// Decides every undecided view.
    fn decide_all(&self, store: &mut Store, into: bool) -> Pruned<bool> {
        let mut changed = false;
        for place in 0..self.xs.len() {
            let view = self.xs[place];
            if !self.set.excludes(store, view) && !self.set.includes(store, view) {
                changed |= self.decide(store, place, into)?;
            }
        }
        Ok(changed)
    }
}

impl Propagator for Counting {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let (mut sure, mut possible) = (0, 0);
        for &view in &self.xs {
            if !self.set.excludes(store, view) {
                possible += 1;
                sure += i32::from(self.set.includes(store, view));
            }
        }
        let mut changed = false;
        if self.relation == Relation::NotEqual {
            if sure == possible {
                store.remove(self.n, sure, N_EXACT)?;
                return Ok(Status::Entailed);
            }
            match store.fixed(self.n) {
                Some(n) if n < sure || n > possible => return Ok(Status::Entailed),
                Some(n) if possible == sure + 1 => {
                    changed |= self.decide_all(store, n == sure)?;
                }
                _ => {}
            }
            return Ok(Status::rerun_if(changed && self.aliased));
        }
        if self.relation != Relation::AtLeast {
            changed |= store.set_min(self.n, sure, N_SURE)?;
        }
        if self.relation != Relation::AtMost {
            changed |= store.set_max(self.n, possible, N_POSSIBLE)?;
        }
        if sure < possible {
            if self.relation != Relation::AtLeast && store.max(self.n) == sure {
                changed |= self.decide_all(store, false)?;
            } else if self.relation != Relation::AtMost && store.min(self.n) == possible {
                changed |= self.decide_all(store, true)?;
            }
        }
        if changed && self.aliased {
            return Ok(Status::Rerun);
        }
        let (min, max) = (store.min(self.n), store.max(self.n));
        let entailed = match self.relation {
            Relation::AtMost => possible <= min,
            Relation::AtLeast => sure >= max,
            _ => sure == possible && min == max,
        };
        Ok(if entailed && !self.aliased {
            Status::Entailed
        } else {
            Status::Active
        })
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &Past<'_>, why: &mut Reason) {
        // How many views are needed in the set and out of it to force what was removed.
        let mut n_in = 0;
        let mut n_out = 0;
        let mut apart = usize::MAX;
        let size = self.xs.len() as i64;
        let bound = i64::from(self.n.of(needed.value()));
        let slack = i64::from(self.n.scale).abs() - 1;
        match tag {
            // A stretched view may have been asked for less than it came to.
            N_SURE => n_in = bound - slack,
            N_POSSIBLE => n_out = size - (bound + slack),
            N_EXACT => {
                n_in = bound;
                n_out = size - bound;
            }
            Tag(tag) => {
                apart = tag as usize / 2;
                let into = tag % 2 == 1;
                match (self.relation, into) {
                    (Relation::NotEqual, _) => {
                        why.bounds(past, self.n);
                        n_in = i64::from(past.min(self.n)) - i64::from(!into);
                        n_out = size - 1 - n_in;
                    }
                    (_, false) => {
                        why.max(past, self.n);
                        n_in = i64::from(past.max(self.n));
                    }
                    (_, true) => {
                        why.min(past, self.n);
                        n_out = size - i64::from(past.min(self.n));
                    }
                }
            }
        }
        for (place, &view) in self.xs.iter().enumerate() {
            if place == apart {
                continue;
            }
            if n_in > 0 && self.set.included(past, view) {
                n_in -= 1;
                self.set.add_included(past, view, why);
            } else if n_out > 0 && self.set.excluded(past, view) {
                n_out -= 1;
                self.set.add_excluded(past, view, why);
            }
        }
        debug_assert!(
            n_in <= 0 && n_out <= 0,
            "the counts were as low and as high"
        );
    }
}
