//! The number of views whose value lies in a set is equal to, different from, at most or at least `n`.
//!
//! All levels: domain consistent if no variable occurs twice. `n` is at least the number of views whose values all
//! lie in the set, and at most the number of views with a value in it; when it equals one of them, all undecided views are decided. Time
//! O(ranges of the set) for every undecided view that changed, by trailed counters.

use std::sync::Arc;

use gridwright_fd::Domain;

use crate::support::comparison::Comparison;
use crate::support::prelude::*;
use crate::support::sparse_set::SparseSet;
use crate::support::terms::{Name, call};
use crate::support::views::{IntoViews, has_repeats, wake_slots};

/// The number of views with a value in a set, compared with another view; made by [`count_eq`], [`count_at_most`],
/// [`count_at_least`], [`among`] and related functions.
#[derive(Clone, Debug)]
pub struct Count {
    xs: Box<[View]>,
    set: Domain,
    relation: Comparison,
    n: View,
}

fn count(xs: impl IntoViews, set: Domain, relation: Comparison, n: impl Into<View>) -> Count {
    Count {
        xs: xs.into_views(),
        set,
        relation,
        n: n.into(),
    }
}

/// The number of views equal to `value` is `n`.
pub fn count_eq(xs: impl IntoViews, value: i32, n: impl Into<View>) -> Count {
    count(xs, Domain::from([value]), Comparison::Eq, n)
}

/// The number of views equal to `value` is not `n`.
pub fn count_not_eq(xs: impl IntoViews, value: i32, n: impl Into<View>) -> Count {
    count(xs, Domain::from([value]), Comparison::Ne, n)
}

/// The number of views equal to `value` is at most `n`.
pub fn count_at_most(xs: impl IntoViews, value: i32, n: impl Into<View>) -> Count {
    count(xs, Domain::from([value]), Comparison::Le, n)
}

/// The number of views equal to `value` is at least `n`.
pub fn count_at_least(xs: impl IntoViews, value: i32, n: impl Into<View>) -> Count {
    count(xs, Domain::from([value]), Comparison::Ge, n)
}

/// The number of views whose value lies in `set` is `n`.
pub fn among(xs: impl IntoViews, set: impl Into<Domain>, n: impl Into<View>) -> Count {
    count(xs, set.into(), Comparison::Eq, n)
}

/// The number of views whose value lies in `set` is at most `n`.
pub fn among_at_most(xs: impl IntoViews, set: impl Into<Domain>, n: impl Into<View>) -> Count {
    count(xs, set.into(), Comparison::Le, n)
}

/// The number of views whose value lies in `set` is at least `n`.
pub fn among_at_least(xs: impl IntoViews, set: impl Into<Domain>, n: impl Into<View>) -> Count {
    count(xs, set.into(), Comparison::Ge, n)
}

impl Constraint for Count {
    fn name(&self) -> &'static str {
        "count"
    }

    fn term(&self, name: Name<'_>) -> Term {
        let range = |(min, max)| Term::compound("..", [Term::from(min), Term::from(max)]);
        let ranges = Term::list(self.set.ranges().map(range));
        let number = call("count", name, &[&self.xs, &ranges]);
        call(self.relation.operator(), name, &[&number, &self.n])
    }

    fn views(&self) -> Vec<View> {
        [&*self.xs, &[self.n]].concat()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let in_set = |view: &&View| self.set.contains(view.of(at(view.var)));
        let number = self.xs.iter().filter(in_set).count() as i64;
        let n = i64::from(self.n.of(at(self.n.var)));
        self.relation.holds(number, n)
    }

    fn post(&self, out: &mut Poster<'_>) {
        let propagator = CountDomain {
            xs: self.xs.clone(),
            set: Set::new(&self.set),
            relation: self.relation,
            n: self.n,
            aliased: has_repeats(self.scope()),
            decided: SparseSet::new(self.xs.len(), out),
            n_in: out.trailed(0),
        };
        let on = match self.relation {
            Comparison::Eq => On::Bounds,
            Comparison::Ne => On::Fix,
            Comparison::Le => On::Max,
            Comparison::Ge => On::Min,
        };
        let wakes = wake_slots(&self.xs, On::Domain).chain([Wake::on(self.n, on)]);
        out.add(Cost::Linear, propagator, wakes);
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        let (relation, step) = self.relation.negated();
        let n = self.n.plus(step)?;
        Some(Arc::new(Count {
            relation,
            n,
            ..self.clone()
        }))
    }
}

/// Propagates between the number of views in the set and the view `n`.
#[derive(Debug)]
struct CountDomain {
    xs: Box<[View]>,
    set: Set,
    relation: Comparison,
    n: View,
    /// Whether a variable occurs twice.
    aliased: bool,
    /// The views known to be in the set or outside it.
    decided: SparseSet,
    /// The number of those in the set.
    n_in: Trailed,
}

/// Domains with more values than this are not scanned value by value.
const MAX_VALUES: u32 = 1 << 16;

/// Tags: twice the index of a view, plus 1 if it was forced into the set; or one of these for `n` and for failures.
const N_RAISED: Tag = Tag(u32::MAX);
const N_LOWERED: Tag = Tag(u32::MAX - 1);
const N_REMOVED: Tag = Tag(u32::MAX - 2);

impl CountDomain {
    /// Decides whether one view takes a value in the set.
    fn decide(&self, store: &mut Store, index: usize, into: bool) -> Pruned<bool> {
        let (view, tag) = (self.xs[index], Tag((2 * index + usize::from(into)) as u32));
        match *self.set.ranges {
            [(min, max)] if into => {
                Ok(store.set_min(view, min, tag)? | store.set_max(view, max, tag)?)
            }
            [(min, max)] if min == max => store.remove(view, min, tag),
            _ if store.size(view) <= MAX_VALUES => {
                store.retain(view, tag, |value| self.set.contains(value) == into)
            }
            // A domain too large to scan is narrowed by its bounds only, until it is small enough.
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
        for position in self.decided.len(store)..self.xs.len() {
            let index = self.decided.at(position);
            let view = self.xs[index];
            // A view of a variable that occurs twice may have been decided by now.
            let is_decided =
                self.aliased && (self.set.excludes(store, view) || self.set.includes(store, view));
            if !is_decided {
                changed |= self.decide(store, index, into)?;
            }
        }
        Ok(changed)
    }

    /// Counts the views that have been decided since the last run.
    fn count_decided(&mut self, store: &mut Store) {
        while let Some(index) = store.next_changed() {
            if self.decided.contains(index, store) {
                continue;
            }
            let view = self.xs[index];
            if self.set.excludes(store, view) {
                self.decided.insert(index, store);
            } else if self.set.includes(store, view) {
                self.decided.insert(index, store);
                store.put(self.n_in, store.get(self.n_in) + 1);
            }
        }
    }
}

impl Propagator for CountDomain {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        self.count_decided(store);
        let sure = store.get(self.n_in) as i32;
        let possible = (self.xs.len() - self.decided.len(store)) as i32 + sure;
        let mut changed = false;
        if self.relation == Comparison::Ne {
            if sure == possible {
                store.remove(self.n, sure, N_REMOVED)?;
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
        if self.relation != Comparison::Ge {
            changed |= store.set_min(self.n, sure, N_RAISED)?;
        }
        if self.relation != Comparison::Le {
            changed |= store.set_max(self.n, possible, N_LOWERED)?;
        }
        if sure < possible {
            if self.relation != Comparison::Ge && store.max(self.n) == sure {
                changed |= self.decide_all(store, false)?;
            } else if self.relation != Comparison::Le && store.min(self.n) == possible {
                changed |= self.decide_all(store, true)?;
            }
        }
        if changed && self.aliased {
            return Ok(Status::Rerun);
        }
        let (min, max) = (store.min(self.n), store.max(self.n));
        let entailed = match self.relation {
            Comparison::Le => possible <= min,
            Comparison::Ge => sure >= max,
            _ => sure == possible && min == max,
        };
        Ok(Status::entailed_if(entailed && !self.aliased))
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        // The number of views in the set and outside it that are needed to force the removal.
        let mut n_in = 0;
        let mut n_out = 0;
        let mut decided = usize::MAX;
        let size = self.xs.len() as i64;
        let bound = i64::from(self.n.of(needed.value()));
        let slack = i64::from(self.n.scale).abs() - 1;
        match tag {
            // The bound of a scaled view may have moved further than the needed atom requires.
            N_RAISED => n_in = bound - slack,
            N_LOWERED => n_out = size - (bound + slack),
            N_REMOVED => {
                n_in = bound;
                n_out = size - bound;
            }
            Tag(tag) => {
                decided = tag as usize / 2;
                let into = tag % 2 == 1;
                match (self.relation, into) {
                    (Comparison::Ne, _) => {
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
        for (index, &view) in self.xs.iter().enumerate() {
            if index == decided {
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

/// A set of values, with the tests that compare a view with it.
#[derive(Debug)]
struct Set {
    ranges: Box<[(i32, i32)]>,
}

impl Set {
    fn new(set: &Domain) -> Set {
        Set {
            ranges: set.ranges().collect(),
        }
    }

    fn contains(&self, value: i32) -> bool {
        self.ranges
            .iter()
            .any(|&(min, max)| (min..=max).contains(&value))
    }

    /// Whether no value of a view lies in the set.
    #[inline]
    fn excludes(&self, store: &Store, view: View) -> bool {
        if let [(min, max)] = *self.ranges
            && min == max
        {
            return !store.contains(view, min);
        }
        self.ranges.iter().all(|&(min, max)| {
            if min == max {
                !store.contains(view, min)
            } else {
                store.next_value(view, min).is_none_or(|value| value > max)
            }
        })
    }

    /// Whether every value of a view lies in the set.
    fn includes(&self, store: &Store, view: View) -> bool {
        if let Some(value) = store.fixed(view) {
            return self.contains(value);
        }
        let mut next = Some(store.min(view));
        for &(min, max) in &self.ranges {
            match next {
                Some(value) if value >= min => {
                    if value <= max {
                        next = store.next_value(view, max.saturating_add(1));
                    }
                }
                Some(_) => return false,
                None => return true,
            }
        }
        next.is_none()
    }

    /// The same two tests on past domains.
    fn excluded(&self, past: &PastStore<'_>, view: View) -> bool {
        match past.fixed(view) {
            Some(value) => !self.contains(value),
            None => match *self.ranges {
                [(min, max)] if min == max => !past.contains(view, min),
                _ => past.values(view).all(|value| !self.contains(value)),
            },
        }
    }

    fn included(&self, past: &PastStore<'_>, view: View) -> bool {
        match past.fixed(view) {
            Some(value) => self.contains(value),
            None => past.values(view).all(|value| self.contains(value)),
        }
    }

    /// Adds why a view lay in the set: the ends of the range that contained it, or its whole domain if it spanned several ranges.
    fn add_included(&self, past: &PastStore<'_>, view: View, why: &mut Reason) {
        let (view_min, view_max) = (past.min(view), past.max(view));
        let range = self.ranges.iter().find(|range| range.1 >= view_min);
        match range {
            Some(&(min, max)) if min == max && view_min == view_max => why.add(view.is(min)),
            Some(&(min, max)) if view_max <= max => {
                why.add(view.at_least(min));
                why.add(view.at_most(max));
            }
            _ => why.domain(past, view),
        }
    }

    /// Adds why a view lay outside the set: for each range, a bound beyond it or the absence of its values.
    fn add_excluded(&self, past: &PastStore<'_>, view: View, why: &mut Reason) {
        let (view_min, view_max) = (past.min(view), past.max(view));
        if let Some(value) = past.fixed(view)
            && self.ranges.len() > 1
        {
            why.add(view.is(value));
            return;
        }
        for &(min, max) in &self.ranges {
            if min == max {
                why.absent(view, min);
            } else if view_min > max {
                why.add(view.at_least(max + 1));
            } else if view_max < min {
                why.add(view.at_most(min - 1));
            } else if i64::from(max) - i64::from(min) < 64 {
                for value in min..=max {
                    why.absent(view, value);
                }
            } else {
                why.domain(past, view);
                return;
            }
        }
    }
}
