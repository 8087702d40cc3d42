//! Sets of values, and whether views lie in them: now, then, and why.

use gridwright_fd::{Domain, Past, Reason, Store, View};

/// A set of values as views are compared with it.
#[derive(Debug)]
pub(super) struct Set {
    pub(super) ranges: Box<[(i32, i32)]>,
}

impl Set {
    pub(super) fn new(set: &Domain) -> Set {
        Set {
            ranges: set.ranges().collect(),
        }
    }

    pub(super) fn contains(&self, value: i32) -> bool {
        self.ranges
            .iter()
            .any(|&(min, max)| (min..=max).contains(&value))
    }

    /// Whether no value of a view lies in the set.
    pub(super) fn excludes(&self, store: &Store, view: View) -> bool {
        self.ranges.iter().all(|&(min, max)| {
            if min == max {
                !store.contains(view, min)
            } else {
                store.next_value(view, min).is_none_or(|value| value > max)
            }
        })
    }

    /// Whether every value of a view lies in the set.
    pub(super) fn includes(&self, store: &Store, view: View) -> bool {
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

    /// The same two, then.
    pub(super) fn excluded(&self, past: &Past<'_>, view: View) -> bool {
        match past.fixed(view) {
            Some(value) => !self.contains(value),
            None => match *self.ranges {
                [(min, max)] if min == max => !past.contains(view, min),
                _ => past.values(view).all(|value| !self.contains(value)),
            },
        }
    }

    pub(super) fn included(&self, past: &Past<'_>, view: View) -> bool {
        match past.fixed(view) {
            Some(value) => self.contains(value),
            None => past.values(view).all(|value| self.contains(value)),
        }
    }

    /// Adds why a view lay in the set: the ends of the range it lay in, or its whole domain when it was in several.
    pub(super) fn add_included(&self, past: &Past<'_>, view: View, why: &mut Reason) {
        let (least, most) = (past.min(view), past.max(view));
        let range = self.ranges.iter().find(|range| range.1 >= least);
        match range {
            Some(&(min, max)) if min == max && least == most => why.add(view.is(min)),
            Some(&(min, max)) if most <= max => {
                why.add(view.at_least(min));
                why.add(view.at_most(max));
            }
            _ => why.domain(past, view),
        }
    }

    /// Adds why a view did not lie in the set: for each range a bound beside it or the absence of its values.
    pub(super) fn add_excluded(&self, past: &Past<'_>, view: View, why: &mut Reason) {
        let (least, most) = (past.min(view), past.max(view));
        if let Some(value) = past.fixed(view)
            && self.ranges.len() > 1
        {
            why.add(view.is(value));
            return;
        }
        for &(min, max) in &self.ranges {
            if min == max {
                why.absent(view, min);
            } else if least > max {
                why.add(view.at_least(max + 1));
            } else if most < min {
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
