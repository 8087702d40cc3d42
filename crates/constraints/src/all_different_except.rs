//! `x[i] != x[j]` or `x[i] = value`, for all `i < j`: all different, except for one value that may be taken any number of times.
//!
//! Consistency: value and bounds remove the values of fixed views; domain is domain consistent. A view that can take the
//! exception can always be satisfied, so only the other views are matched, with the algorithms of `all_different`.

use crate::all_different;
use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::views::IntoViews;

/// All views that do not take the exception take different values; made by [`all_different_except`].
#[derive(Clone, Debug)]
pub struct AllDifferentExcept {
    xs: Box<[View]>,
    value: i32,
}

/// All views that do not take `value` take different values.
pub fn all_different_except(xs: impl IntoViews, value: i32) -> AllDifferentExcept {
    AllDifferentExcept {
        xs: xs.into_views(),
        value,
    }
}

impl Constraint for AllDifferentExcept {
    fn name(&self) -> &'static str {
        "all_different_except"
    }

    fn term(&self, name: Name<'_>) -> Term {
        call("all_different_except", name, &[&self.xs, &self.value])
    }

    fn views(&self) -> Vec<View> {
        self.xs.to_vec()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let value = |i: usize| self.xs[i].of(at(self.xs[i].var));
        let is_free = |i: usize| value(i) == self.value || (0..i).all(|k| value(k) != value(i));
        (1..self.xs.len()).all(is_free)
    }

    fn post(&self, out: &mut Poster<'_>) {
        all_different::post(&self.xs, Some(self.value), out);
    }
}
