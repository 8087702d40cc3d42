//! `y = |x|`.
//!
//! Consistency: `Value` and `Bounds` are bounds consistent, and keep only `-y` and `y` in `x` once `y` is fixed; `Domain` is
//! domain consistent while `x` has at most 4,096 values. Time: constant for bounds, linear in the values for domains.

use crate::support::binary_function::{self, Function};
use crate::support::interval::{self, IntervalRule, Range, hull, meet};
use crate::support::prelude::*;
use crate::support::terms::{Name, call};

/// `y = |x|`; made by [`absolute`].
#[derive(Clone, Copy, Debug)]
pub struct Absolute {
    x: View,
    y: View,
}

/// `y = |x|`.
pub fn absolute(x: impl Into<View>, y: impl Into<View>) -> Absolute {
    Absolute {
        x: x.into(),
        y: y.into(),
    }
}

impl Constraint for Absolute {
    fn name(&self) -> &'static str {
        "absolute"
    }

    fn term(&self, name: Name<'_>) -> Term {
        let absolute = call("abs", name, &[&self.x]);
        call("#=", name, &[&self.y, &absolute])
    }

    fn views(&self) -> Vec<View> {
        vec![self.x, self.y]
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        self.y.of(at(self.y.var)) == self.x.of(at(self.x.var)).abs()
    }

    fn post(&self, out: &mut Poster<'_>) {
        interval::post(out, [self.x, self.y], AbsoluteRule);
        binary_function::post(out, [self.x, View::constant(0), self.y], AbsoluteRule);
    }
}

#[derive(Debug)]
struct AbsoluteRule;

impl Function for AbsoluteRule {
    fn eval(&self, x: i64, _: i64) -> Option<i64> {
        Some(x.abs())
    }
}

impl IntervalRule<2> for AbsoluteRule {
    fn narrow(&self, index: usize, &[x, y]: &[Range; 2]) -> Option<Range> {
        if index == 0 {
            hull(meet(x, (-y.1, -y.0.max(0))), meet(x, (y.0.max(0), y.1)))
        } else {
            let smallest = if x.0 > 0 { x.0 } else { (-x.1).max(0) };
            Some((smallest, x.1.max(-x.0)))
        }
    }
}
