//! The number of views equal to another view, `y`, is `n`.
//!
//! All levels. For every value of `y`, the count lies between the number of views fixed to the value and the number that can take
//! it. The value is kept if this range overlaps the bounds of `n`; `n` lies in the hull of the ranges of the values kept. Domain
//! consistent once `y` is fixed. Time O(views * values of `y`).
//!
//! Limitation: while `y` is open, nothing is removed from the views.

use crate::support::occurrences::{decide_open, explain_absent, explain_fixed};
use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::views::{IntoViews, wake_on};

/// The number of views equal to `y` is `n`; made by [`count_var`].
#[derive(Clone, Debug)]
pub struct CountVar {
    xs: Box<[View]>,
    y: View,
    n: View,
}

/// The number of views equal to `y` is `n`.
pub fn count_var(xs: impl IntoViews, y: impl Into<View>, n: impl Into<View>) -> CountVar {
    CountVar {
        xs: xs.into_views(),
        y: y.into(),
        n: n.into(),
    }
}

impl Constraint for CountVar {
    fn name(&self) -> &'static str {
        "count"
    }

    fn term(&self, name: Name<'_>) -> Term {
        let number = call("count", name, &[&self.xs, &self.y]);
        call("#=", name, &[&number, &self.n])
    }

    fn views(&self) -> Vec<View> {
        [&*self.xs, &[self.y, self.n]].concat()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let y = self.y.of(at(self.y.var));
        let number = self.xs.iter().filter(|view| view.of(at(view.var)) == y);
        number.count() as i64 == i64::from(self.n.of(at(self.n.var)))
    }

    fn post(&self, out: &mut Poster<'_>) {
        let wakes = [Wake::on(self.y, On::Domain), Wake::on(self.n, On::Bounds)];
        let wakes = wake_on(&self.xs, On::Domain).chain(wakes);
        let propagator = CountVarBounds {
            xs: self.xs.clone(),
            y: self.y,
            n: self.n,
            removed_values: Vec::new(),
        };
        out.add(Cost::Quadratic, propagator, wakes);
    }
}

#[derive(Debug)]
struct CountVarBounds {
    xs: Box<[View]>,
    y: View,
    n: View,
    /// Values to remove from `y`; kept to reuse the allocation.
    removed_values: Vec<i32>,
}

/// Tags: the index of a view, or one of these.
const Y: Tag = Tag(u32::MAX);
const N_MIN: Tag = Tag(u32::MAX - 1);
const N_MAX: Tag = Tag(u32::MAX - 2);

impl CountVarBounds {
    /// How many views are fixed to a value, and how many can take it. `state(view)` returns whether the view can take the value, and
    /// whether it is fixed.
    fn range(&self, state: impl Fn(View) -> (bool, bool)) -> (i32, i32) {
        let (mut sure, mut possible) = (0, 0);
        for &view in &self.xs {
            let (can, fixed) = state(view);
            possible += i32::from(can);
            sure += i32::from(can && fixed);
        }
        (sure, possible)
    }
}

impl Propagator for CountVarBounds {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let before = store.prunings();
        let (n_min, n_max) = (store.min(self.n), store.max(self.n));
        let (mut hull_min, mut hull_max) = (i32::MAX, i32::MIN);
        let mut removed_values = std::mem::take(&mut self.removed_values);
        removed_values.clear();
        for value in store.values(self.y) {
            let state = |view| (store.contains(view, value), store.is_fixed(view));
            let (sure, possible) = self.range(state);
            if sure > n_max || possible < n_min {
                removed_values.push(value);
            } else {
                hull_min = hull_min.min(sure);
                hull_max = hull_max.max(possible);
            }
        }
        let removed = removed_values
            .iter()
            .try_for_each(|&value| store.remove(self.y, value, Y).map(|_| ()));
        self.removed_values = removed_values;
        removed?;
        store.set_min(self.n, hull_min, N_MIN)?;
        store.set_max(self.n, hull_max, N_MAX)?;
        if let Some(value) = store.fixed(self.y)
            && hull_min < hull_max
        {
            let full = store.max(self.n) == hull_min;
            if full || store.min(self.n) == hull_max {
                decide_open(&self.xs, value, !full, store)?;
            }
        }
        Ok(Status::rerun_if(store.prunings() != before))
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        // The bound of a scaled view may have moved further than the needed atom requires.
        let bound = i64::from(self.n.of(needed.value()));
        let slack = i64::from(self.n.scale).abs() - 1;
        match tag {
            Y => {
                let value = self.y.of(needed.value());
                let state = |view| (past.contains(view, value), past.is_fixed(view));
                let (sure, _) = self.range(state);
                if sure > past.max(self.n) {
                    why.max(past, self.n);
                    let n = i64::from(past.max(self.n)) + 1;
                    explain_fixed(&self.xs, value, n, None, past, why);
                } else {
                    why.min(past, self.n);
                    explain_absent(&self.xs, value, i64::from(past.min(self.n)) - 1, past, why);
                }
            }
            N_MIN | N_MAX => {
                why.domain(past, self.y);
                for value in past.values(self.y) {
                    if tag == N_MIN {
                        explain_fixed(&self.xs, value, bound - slack, None, past, why);
                    } else {
                        explain_absent(&self.xs, value, bound + slack, past, why);
                    }
                }
            }
            Tag(index) => {
                let index = index as usize;
                let value = self.xs[index].of(needed.value());
                why.add(self.y.is(value));
                if needed.op() == Op::Eq {
                    why.min(past, self.n);
                    explain_absent(&self.xs, value, past.min(self.n).into(), past, why);
                } else {
                    why.max(past, self.n);
                    explain_fixed(
                        &self.xs,
                        value,
                        past.max(self.n).into(),
                        Some(index),
                        past,
                        why,
                    );
                }
            }
        }
    }
}
