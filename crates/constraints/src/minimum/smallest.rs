//! The propagator of the minimum: bounds always, holes where asked for.

use gridwright_fd::{Atom, Past, Propagator, Pruned, Reason, Status, Store, Tag, View};

use crate::fact::{Fact, clamped};

/// Holes are looked for while `m` has no more values.
const MOST_VALUES: u32 = 4096;
/// Holes are made in an `x` while it has no more values.
const WIDEST: u32 = 1 << 16;

/// `m = min(xs)`. A tag is the place in `xs` of what was narrowed, or their number for `m`.
#[derive(Debug)]
pub(super) struct Smallest {
    xs: Vec<View>,
    m: View,
    by_value: bool,
    /// Values to remove; kept for its room.
    missing: Vec<i32>,
}

impl Smallest {
    pub(super) fn new(xs: Vec<View>, m: View, by_value: bool) -> Smallest {
        Smallest {
            xs,
            m,
            by_value,
            missing: Vec::new(),
        }
    }

    /// Narrows all bounds once. True if something changed.
    fn meet_bounds(&self, store: &mut Store) -> Pruned<bool> {
        let m_tag = Tag(self.xs.len() as u32);
        let (mut least, mut most) = (i32::MAX, i32::MAX);
        for &x in &self.xs {
            least = least.min(store.min(x));
            most = most.min(store.max(x));
        }
        if self.xs.is_empty() {
            return Err(store.fail(m_tag));
        }
        let mut changed =
            store.set_min(self.m, least, m_tag)? | store.set_max(self.m, most, m_tag)?;
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
                // All lie above the largest value of `m`: raising it to the smallest of them is what fails.
                let least = self.xs.iter().map(|&x| store.min(x)).min();
                store.set_min(self.m, least.expect("not empty"), m_tag)?;
            }
        }
        Ok(changed)
    }

    /// The smallest value that both `m` and `x` have.
    fn first_common(&self, x: View, store: &Store) -> Option<i32> {
        store.values(self.m).find(|&value| store.contains(x, value))
    }

    /// Removes what has no support inside the bounds. True if something changed.
    fn make_holes(&mut self, store: &mut Store) -> Pruned<bool> {
        let m = self.m;
        self.missing.clear();
        self.missing.extend(
            store
                .values(m)
                .filter(|&value| !self.xs.iter().any(|&x| store.contains(x, value))),
        );
        let mut changed = false;
        for &value in &self.missing {
            changed |= store.remove(m, value, Tag(self.xs.len() as u32))?;
        }
        // An `x` may be below the first value another shares with `m` only at a value of `m`.
        let (mut first, mut second, mut holder) = (i32::MAX, i32::MAX, 0);
        for (i, &x) in self.xs.iter().enumerate() {
            let common = self.first_common(x, store).unwrap_or(i32::MAX);
            if common < first {
                (first, second, holder) = (common, first, i);
            } else {
                second = second.min(common);
            }
        }
        for (i, &x) in self.xs.iter().enumerate() {
            let limit = if i == holder { second } else { first };
            if store.size(x) > WIDEST {
                continue;
            }
            self.missing.clear();
            self.missing.extend(
                store
                    .values(x)
                    .take_while(|&value| value < limit)
                    .filter(|&value| !store.contains(m, value)),
            );
            for &value in &self.missing {
                changed |= store.remove(x, value, Tag(i as u32))?;
            }
        }
        Ok(changed)
    }

    /// Adds that `x` was not `value`, as a bound where one says so.
    fn was_not(x: View, value: i32, past: &Past<'_>, why: &mut Reason) {
        if past.min(x) > value {
            why.add(x.at_least(value + 1));
        } else if past.max(x) < value {
            why.add(x.at_most(value - 1));
        } else {
            why.absent(x, value);
        }
    }

    /// Adds why no `x` but the one at `except` was `m` at `value` or below: `m` was not, or none of them was.
    fn others_were_above(&self, except: usize, value: i32, past: &Past<'_>, why: &mut Reason) {
        if past.min(self.m) > value {
            why.add(self.m.at_least(clamped(i64::from(value) + 1)));
            return;
        }
        let (from, mut m_named) = (past.min(self.m), false);
        let narrow = i64::from(value) - i64::from(from) < i64::from(WIDEST);
        for (i, &x) in self.xs.iter().enumerate() {
            if i == except {
                continue;
            }
            if past.min(x) > value {
                why.add(x.at_least(clamped(i64::from(value) + 1)));
                continue;
            }
            for at in past.values(self.m).take_while(|&at| at <= value) {
                Smallest::was_not(x, at, past, why);
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

    fn explain_m(&self, need: Fact, past: &Past<'_>, why: &mut Reason) {
        match need {
            Fact::AtLeast(bound) => {
                for &x in &self.xs {
                    why.add(x.at_least(clamped(bound)));
                }
            }
            Fact::AtMost(bound) => {
                let low = self.xs.iter().find(|&&x| i64::from(past.max(x)) <= bound);
                let low = low.expect("some maximum moved that of `m`");
                why.add(low.at_most(clamped(bound)));
            }
            Fact::IsNot(value) => {
                let low = self.xs.iter().find(|&&x| past.max(x) < value);
                if let Some(x) = low {
                    why.add(x.at_most(value - 1));
                    return;
                }
                for &x in &self.xs {
                    Smallest::was_not(x, value, past, why);
                }
            }
            Fact::Is(_) | Fact::Never => {}
        }
    }

    fn explain_x(&self, place: usize, need: Fact, past: &Past<'_>, why: &mut Reason) {
        match need {
            Fact::AtLeast(bound) => why.add(self.m.at_least(clamped(bound))),
            Fact::AtMost(bound) => {
                // The others lie above what `m` was at most; anything from there to `bound` would do as the border.
                let others = self.xs.iter().enumerate().filter(|&(i, _)| i != place);
                let border = others
                    .map(|(_, &x)| i64::from(past.min(x)) - 1)
                    .fold(bound, i64::min);
                why.add(self.m.at_most(clamped(border)));
                for (i, &x) in self.xs.iter().enumerate() {
                    if i != place {
                        why.add(x.at_least(clamped(border + 1)));
                    }
                }
            }
            Fact::IsNot(value) => {
                if past.min(self.m) > value {
                    why.add(self.m.at_least(value + 1));
                    return;
                }
                Smallest::was_not(self.m, value, past, why);
                self.others_were_above(place, value, past, why);
            }
            Fact::Is(_) | Fact::Never => {}
        }
    }
}

impl Propagator for Smallest {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let holes = self.by_value && store.size(self.m) <= MOST_VALUES;
        if self.meet_bounds(store)? || (holes && self.make_holes(store)?) {
            return Ok(Status::Rerun);
        }
        // Once `m` is fixed and some `x` has its value, the others are above and stay there.
        if let Some(value) = store.fixed(self.m)
            && self.xs.iter().any(|&x| store.fixed(x) == Some(value))
        {
            return Ok(Status::Entailed);
        }
        Ok(Status::Active)
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &Past<'_>, why: &mut Reason) {
        let place = tag.0 as usize;
        match self.xs.get(place) {
            Some(&x) => self.explain_x(place, Fact::behind(needed, x), past, why),
            None => self.explain_m(Fact::behind(needed, self.m), past, why),
        }
    }
}
