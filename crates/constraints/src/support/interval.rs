//! Interval reasoning over a few views: a rule narrows the bounds of one view from the bounds of all. For arithmetic constraints.
//!
//! The rule is run for every view until nothing changes. A reason is found by trying weaker bounds: each past bound is moved back
//! towards its start as far as the rule still implies the needed atom. This is correct for any sound rule, and gives short
//! reasons if the rule is tight. Explaining costs `O(log(width))` runs of the rule per bound.

use std::fmt::Debug;

use crate::support::prelude::*;
use crate::support::view_atom::{ViewAtom, clamped};

/// After this many rounds other propagators run: a variable that occurs twice can make bounds move in small steps.
const MAX_ROUNDS: usize = 64;

/// The smallest and the largest value of a view.
pub(crate) type Range = (i64, i64);

/// How the bounds of `N` views imply each other.
pub(crate) trait IntervalRule<const N: usize>: Debug + Send {
    /// A range that contains the value of the view at `index` in every solution within `bounds`; `None` if there is no solution.
    /// Monotone: tighter bounds must not give a wider range.
    fn narrow(&self, index: usize, bounds: &[Range; N]) -> Option<Range>;

    /// Whether every choice within bounds that the rule does not narrow is a solution.
    fn is_entailed(&self, bounds: &[Range; N]) -> bool {
        bounds.iter().all(|range| range.0 == range.1)
    }
}

/// Posts the propagator of a rule.
pub(crate) fn post<const N: usize>(
    out: &mut Poster<'_>,
    views: [View; N],
    rule: impl IntervalRule<N> + 'static,
) {
    let start = views.map(|view| (out.store().min(view).into(), out.store().max(view).into()));
    let cost = if N <= 2 { Cost::Binary } else { Cost::Ternary };
    let wakes = views.map(|view| Wake::on(view, On::Bounds));
    out.add(cost, IntervalBounds { views, start, rule }, wakes);
}

/// The intersection of two ranges, if not empty.
pub(crate) fn meet(a: Range, b: Range) -> Option<Range> {
    let met = (a.0.max(b.0), a.1.min(b.1));
    (met.0 <= met.1).then_some(met)
}

/// The smallest range that contains both.
pub(crate) fn hull(a: Option<Range>, b: Option<Range>) -> Option<Range> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (a, b) => a.or(b),
    }
}

/// A tag is the index of a view in `views`.
#[derive(Debug)]
struct IntervalBounds<const N: usize, R> {
    views: [View; N],
    /// The bounds at the start.
    start: [Range; N],
    rule: R,
}

impl<const N: usize, R: IntervalRule<N>> IntervalBounds<N, R> {
    fn bounds(&self, store: &Store) -> [Range; N] {
        self.views
            .map(|view| (store.min(view).into(), store.max(view).into()))
    }

    /// Whether the rule, run on these bounds, implies the needed atom for the view at `index`.
    fn suffices(&self, bounds: &[Range; N], index: usize, need: ViewAtom) -> bool {
        match (self.rule.narrow(index, bounds), need) {
            (None, _) => true,
            (Some((min, max)), _) if min > max => true,
            (Some((min, _)), ViewAtom::Ge(bound)) => min >= bound,
            (Some((_, max)), ViewAtom::Le(bound)) => max <= bound,
            _ => false,
        }
    }
}

impl<const N: usize, R: IntervalRule<N>> Propagator for IntervalBounds<N, R> {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let mut bounds = self.bounds(store);
        // The number of consecutive views that the rule did not change.
        let mut n_quiet = 0;
        for index in (0..N).cycle().take(N * MAX_ROUNDS) {
            let (view, tag) = (self.views[index], Tag(index as u32));
            let Some((min, max)) = self.rule.narrow(index, &bounds) else {
                return Err(store.fail(tag));
            };
            n_quiet += 1;
            let mut changed = false;
            if min > bounds[index].0 {
                changed |= store.set_min(view, clamped(min), tag)?;
            }
            if max < bounds[index].1 {
                changed |= store.set_max(view, clamped(max), tag)?;
            }
            if changed {
                n_quiet = 0;
                // Another view may be of the same variable.
                bounds = self.bounds(store);
            } else if n_quiet == N {
                return Ok(Status::entailed_if(self.rule.is_entailed(&bounds)));
            }
        }
        Ok(Status::Rerun)
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let index = tag.0 as usize;
        let need = ViewAtom::implying(needed, self.views[index]);
        let mut bounds = self
            .views
            .map(|view| (past.min(view).into(), past.max(view).into()));
        debug_assert!(
            self.suffices(&bounds, index, need),
            "the reason must imply the pruned atom: {bounds:?} {need:?}"
        );
        // The view's own bounds are weakened first: they are needed least often.
        for i in (0..N).map(|i| (index + i) % N) {
            for low in [true, false] {
                let (was, start) = if low {
                    (bounds[i].0, self.start[i].0)
                } else {
                    (bounds[i].1, self.start[i].1)
                };
                let mut weakest = was;
                let mut too_weak = start + (start - was).signum();
                while (weakest - too_weak).abs() > 1 {
                    // First try to drop the bound altogether; then bisect.
                    let tried = if weakest == was && (too_weak - start).abs() == 1 {
                        start
                    } else {
                        weakest + (too_weak - weakest) / 2
                    };
                    let mut looser = bounds;
                    if low {
                        looser[i].0 = tried;
                    } else {
                        looser[i].1 = tried;
                    }
                    if self.suffices(&looser, index, need) {
                        weakest = tried;
                        bounds = looser;
                    } else {
                        too_weak = tried;
                    }
                }
                if weakest != start {
                    let view = self.views[i];
                    why.add(if low {
                        view.at_least(clamped(weakest))
                    } else {
                        view.at_most(clamped(weakest))
                    });
                }
            }
        }
    }
}
