//! `m = min(x1, ..., xn)` and `m = max(x1, ..., xn)`, the latter as a minimum of negated views. With an empty list the relation
//! is false.
//!
//! Consistency: `Value` and `Bounds` are bounds consistent in linear time. `Domain` is domain consistent while `m` has at most
//! 4,096 values and every `x` at most 65,536; each value of `m` is looked up in every domain.
//!
//! The bounds rules are folklore: `m` lies between the smallest minimum and the smallest maximum, every `x` is at least `m`, and
//! if only one `x` can be as small as `m`, it equals `m`.

use crate::support::common_values::{first_common, push_missing};
use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::view_atom::{ViewAtom, clamped};
use crate::support::views::{IntoViews, wake_on};

/// `m = min(xs)` or `m = max(xs)`; made by [`minimum`] and [`maximum`].
#[derive(Clone, Debug)]
pub struct Minimum {
    xs: Vec<View>,
    m: View,
    largest: bool,
}

/// `m = min(xs)`.
pub fn minimum(xs: impl IntoViews, m: impl Into<View>) -> Minimum {
    Minimum {
        xs: xs.into_views(),
        m: m.into(),
        largest: false,
    }
}

/// `m = max(xs)`.
pub fn maximum(xs: impl IntoViews, m: impl Into<View>) -> Minimum {
    Minimum {
        largest: true,
        ..minimum(xs, m)
    }
}

impl Constraint for Minimum {
    fn name(&self) -> &'static str {
        if self.largest { "maximum" } else { "minimum" }
    }

    fn term(&self, name: Name<'_>) -> Term {
        call(self.name(), name, &[&self.xs, &self.m])
    }

    fn views(&self) -> Vec<View> {
        [&*self.xs, &[self.m]].concat()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let values = self.xs.iter().map(|view| view.of(at(view.var)));
        let found = if self.largest {
            values.max()
        } else {
            values.min()
        };
        found == Some(self.m.of(at(self.m.var)))
    }

    fn post(&self, out: &mut Poster<'_>) {
        // The range of values is symmetric around 0, and so is that of offsets: negation does not overflow.
        let sign = if self.largest { -1 } else { 1 };
        let signed = |view: View| View {
            var: view.var,
            scale: sign * view.scale,
            offset: sign * view.offset,
        };
        let by_value = out.consistency() == Consistency::Domain;
        let on = if by_value { On::Domain } else { On::Bounds };
        let propagator = MinimumConsistency {
            xs: self.xs.iter().copied().map(signed).collect(),
            m: signed(self.m),
            by_value,
            missing: Vec::new(),
        };
        out.add(Cost::Linear, propagator, wake_on(&self.views(), on));
    }
}

/// Holes are propagated only while `m` has at most this many values.
const MAX_VALUES: u32 = 4096;
/// Holes are made in an `x` only while it has at most this many values.
const MAX_X_VALUES: u32 = 1 << 16;

/// `m = min(xs)`. A tag is the index in `xs` of the view that was narrowed, or their number for `m`.
#[derive(Debug)]
struct MinimumConsistency {
    xs: Vec<View>,
    m: View,
    by_value: bool,
    /// Values to remove; kept to reuse the allocation.
    missing: Vec<i32>,
}

impl MinimumConsistency {
    /// Narrows all bounds once. True if something changed.
    fn meet_bounds(&self, store: &mut Store) -> Pruned<bool> {
        let m_tag = Tag(self.xs.len() as u32);
        let (mut min, mut max) = (i32::MAX, i32::MAX);
        for &x in &self.xs {
            min = min.min(store.min(x));
            max = max.min(store.max(x));
        }
        if self.xs.is_empty() {
            return Err(store.fail(m_tag));
        }
        let mut changed = store.set_min(self.m, min, m_tag)? | store.set_max(self.m, max, m_tag)?;
        let (m_min, m_max) = (store.min(self.m), store.max(self.m));
        let mut candidate = None;
        let mut n_candidates = 0;
        for (i, &x) in self.xs.iter().enumerate() {
            changed |= store.set_min(x, m_min, Tag(i as u32))?;
            if store.min(x) <= m_max {
                candidate = Some(i);
                n_candidates += 1;
            }
        }
        match candidate {
            Some(i) if n_candidates == 1 => {
                changed |= store.set_max(self.xs[i], m_max, Tag(i as u32))?;
            }
            Some(_) => {}
            None => {
                // All `xs` lie above the maximum of `m`: raising `m` to the smallest of them fails.
                let min = self.xs.iter().map(|&x| store.min(x)).min();
                store.set_min(self.m, min.expect("not empty"), m_tag)?;
            }
        }
        Ok(changed)
    }

    /// Removes values without support between the bounds. True if something changed.
    fn make_holes(&mut self, store: &mut Store) -> Pruned<bool> {
        let m = self.m;
        let is_interval = |&view: &View| store.is_interval(view);
        if is_interval(&m) && self.xs.iter().all(is_interval) {
            return Ok(false);
        }
        self.missing.clear();
        push_missing(store, m, &self.xs, store.bounds(m), &mut self.missing);
        let mut changed = false;
        for &value in &self.missing {
            changed |= store.remove(m, value, Tag(self.xs.len() as u32))?;
        }
        // Below the first value that another `x` shares with `m`, an `x` can only take values of `m`.
        let (mut first, mut second, mut holder) = (i32::MAX, i32::MAX, 0);
        for (i, &x) in self.xs.iter().enumerate() {
            let common = first_common(store, m, x);
            let common = common.map_or(i32::MIN, |found| found.unwrap_or(i32::MAX));
            if common < first {
                (first, second, holder) = (common, first, i);
            } else {
                second = second.min(common);
            }
        }
        for (i, &x) in self.xs.iter().enumerate() {
            let limit = if i == holder { second } else { first };
            if store.size(x) > MAX_X_VALUES {
                continue;
            }
            self.missing.clear();
            let below = (store.min(x), limit.saturating_sub(1));
            push_missing(store, x, &[m], below, &mut self.missing);
            for &value in &self.missing {
                changed |= store.remove(x, value, Tag(i as u32))?;
            }
        }
        Ok(changed)
    }

    /// Adds that `x` was not `value`, as a bound if one implies it.
    fn was_not(x: View, value: i32, past: &PastStore<'_>, why: &mut Reason) {
        if past.min(x) > value {
            why.add(x.at_least(value + 1));
        } else if past.max(x) < value {
            why.add(x.at_most(value - 1));
        } else {
            why.absent(x, value);
        }
    }

    /// Adds why no `x` but the one at `except` could equal `m` at `value` or below: `m` was above, or each of them lacked those
    /// values of `m`.
    fn others_were_above(&self, except: usize, value: i32, past: &PastStore<'_>, why: &mut Reason) {
        if past.min(self.m) > value {
            why.add(self.m.at_least(clamped(i64::from(value) + 1)));
            return;
        }
        let (from, mut m_named) = (past.min(self.m), false);
        let narrow = i64::from(value) - i64::from(from) < i64::from(MAX_X_VALUES);
        for (i, &x) in self.xs.iter().enumerate() {
            if i == except {
                continue;
            }
            if past.min(x) > value {
                why.add(x.at_least(clamped(i64::from(value) + 1)));
                continue;
            }
            for at in past.values(self.m).take_while(|&at| at <= value) {
                MinimumConsistency::was_not(x, at, past, why);
            }
            if std::mem::replace(&mut m_named, true) {
                continue;
            }
            if narrow {
                why.min(past, self.m);
                let missing = (from..=value).filter(|&at| !past.contains(self.m, at));
                missing.for_each(|at| why.absent(self.m, at));
            } else {
                why.domain(past, self.m);
            }
        }
    }

    fn explain_m(&self, need: ViewAtom, past: &PastStore<'_>, why: &mut Reason) {
        match need {
            ViewAtom::Ge(bound) => {
                for &x in &self.xs {
                    why.add(x.at_least(clamped(bound)));
                }
            }
            ViewAtom::Le(bound) => {
                let low = self.xs.iter().find(|&&x| i64::from(past.max(x)) <= bound);
                let low = low.expect("some maximum moved that of `m`");
                why.add(low.at_most(clamped(bound)));
            }
            ViewAtom::Ne(value) => {
                let low = self.xs.iter().find(|&&x| past.max(x) < value);
                if let Some(x) = low {
                    why.add(x.at_most(value - 1));
                    return;
                }
                for &x in &self.xs {
                    MinimumConsistency::was_not(x, value, past, why);
                }
            }
            ViewAtom::Eq(_) | ViewAtom::False => {}
        }
    }

    fn explain_x(&self, index: usize, need: ViewAtom, past: &PastStore<'_>, why: &mut Reason) {
        match need {
            ViewAtom::Ge(bound) => why.add(self.m.at_least(clamped(bound))),
            ViewAtom::Le(bound) => {
                // The others lie above the maximum of `m`; any border from there to `bound` makes a valid reason.
                let others = self.xs.iter().enumerate().filter(|&(i, _)| i != index);
                let border = others
                    .map(|(_, &x)| i64::from(past.min(x)) - 1)
                    .fold(bound, i64::min);
                why.add(self.m.at_most(clamped(border)));
                for (i, &x) in self.xs.iter().enumerate() {
                    if i != index {
                        why.add(x.at_least(clamped(border + 1)));
                    }
                }
            }
            ViewAtom::Ne(value) => {
                if past.min(self.m) > value {
                    why.add(self.m.at_least(value + 1));
                    return;
                }
                MinimumConsistency::was_not(self.m, value, past, why);
                self.others_were_above(index, value, past, why);
            }
            ViewAtom::Eq(_) | ViewAtom::False => {}
        }
    }
}

impl Propagator for MinimumConsistency {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let holes = self.by_value && store.size(self.m) <= MAX_VALUES;
        if self.meet_bounds(store)? || (holes && self.make_holes(store)?) {
            return Ok(Status::Rerun);
        }
        // Once `m` is fixed and some `x` is fixed to its value, the others cannot go below it.
        if let Some(value) = store.fixed(self.m)
            && self.xs.iter().any(|&x| store.fixed(x) == Some(value))
        {
            return Ok(Status::Entailed);
        }
        Ok(Status::Active)
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let index = tag.0 as usize;
        match self.xs.get(index) {
            Some(&x) => self.explain_x(index, ViewAtom::implying(needed, x), past, why),
            None => self.explain_m(ViewAtom::implying(needed, self.m), past, why),
        }
    }
}
