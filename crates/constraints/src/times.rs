//! `z = x * y`.
//!
//! Consistency: `Value` and `Bounds` propagate intervals to the fixpoint and are exact once one variable is open; `Domain` is
//! domain consistent while the sizes of `x` and `y` have a product of at most 4,096, and propagates intervals beyond. A square,
//! `z = x * x`, has an interval rule of its own. Pairs whose product is out of range are not solutions.
//!
//! The interval rules are in Apt and Zoeteweij 2007, "An analysis of arithmetic constraints on integer intervals". Constant time.

use gridwright_fd::{div_ceil, div_floor};

use crate::support::binary_function::{self, Function};
use crate::support::interval::{self, IntervalRule, Range, hull, meet};
use crate::support::prelude::*;
use crate::support::terms::{Name, call};

/// `z = x * y`; made by [`times`].
#[derive(Clone, Copy, Debug)]
pub struct Times {
    x: View,
    y: View,
    z: View,
}

/// `z = x * y`.
pub fn times(x: impl Into<View>, y: impl Into<View>, z: impl Into<View>) -> Times {
    Times {
        x: x.into(),
        y: y.into(),
        z: z.into(),
    }
}

impl Constraint for Times {
    fn name(&self) -> &'static str {
        "times"
    }

    fn term(&self, name: Name<'_>) -> Term {
        let product = call("*", name, &[&self.x, &self.y]);
        call("#=", name, &[&self.z, &product])
    }

    fn views(&self) -> Vec<View> {
        vec![self.x, self.y, self.z]
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let [x, y, z] = [self.x, self.y, self.z].map(|view| i64::from(view.of(at(view.var))));
        z == x * y
    }

    fn post(&self, out: &mut Poster<'_>) {
        if self.x == self.y {
            interval::post(out, [self.x, self.z], SquareRule);
        } else {
            interval::post(out, [self.x, self.y, self.z], ProductRule);
        }
        binary_function::post(out, [self.x, self.y, self.z], ProductRule);
    }
}

#[derive(Debug)]
struct ProductRule;

impl Function for ProductRule {
    fn eval(&self, x: i64, y: i64) -> Option<i64> {
        Some(x * y)
    }
}

impl IntervalRule<3> for ProductRule {
    fn narrow(&self, index: usize, &[x, y, z]: &[Range; 3]) -> Option<Range> {
        match index {
            0 => factor(x, y, z),
            1 => factor(y, x, z),
            _ => Some(corners(x, y, |x, y| (x * y, x * y))),
        }
    }

    /// Once a factor is 0, the product is too, and the other factor does not matter.
    fn is_entailed(&self, &[x, y, z]: &[Range; 3]) -> bool {
        x == (0, 0) || y == (0, 0) || [x, y, z].iter().all(|range| range.0 == range.1)
    }
}

/// The smallest first component and the largest second component of `f` over the corners of two ranges.
fn corners(a: Range, b: Range, f: impl Fn(i64, i64) -> Range) -> Range {
    [(a.0, b.1), (a.1, b.0), (a.1, b.1)]
        .into_iter()
        .map(|(a, b)| f(a, b))
        .fold(f(a.0, b.0), |range, value| {
            (range.0.min(value.0), range.1.max(value.1))
        })
}

/// The values of `x` for which some `y` gives a product in `z`.
fn factor(x: Range, y: Range, z: Range) -> Option<Range> {
    if z.0 <= 0 && 0 <= z.1 && y.0 <= 0 && 0 <= y.1 {
        return Some(x);
    }
    if y.0 < 0 {
        return signed_factor(x, y, z);
    }
    // The common case. Most bounds need no change, which a product shows faster than a quotient.
    let (smallest, largest) = (y.0.max(1), y.1);
    if largest == 0 {
        return None;
    }
    let by = if z.0 > 0 { largest } else { smallest };
    let min = if x.0 * by >= z.0 {
        x.0
    } else {
        div_ceil(z.0, by)
    };
    let by = if z.1 >= 0 { smallest } else { largest };
    let max = if x.1 * by <= z.1 {
        x.1
    } else {
        div_floor(z.1, by)
    };
    (min <= max).then_some((min, max))
}

/// [`factor`] for ranges of any sign, unless both `y` and `z` contain 0.
fn signed_factor(x: Range, y: Range, z: Range) -> Option<Range> {
    // `y` cannot be 0 here, and within one sign the extremes lie at the corners.
    let part = |y: Option<Range>| {
        let quotients = corners(z, y?, |z, y| (div_ceil(z, y), div_floor(z, y)));
        meet(x, quotients)
    };
    hull(part(meet(y, (i64::MIN, -1))), part(meet(y, (1, i64::MAX))))
}

#[derive(Debug)]
struct SquareRule;

impl IntervalRule<2> for SquareRule {
    fn narrow(&self, index: usize, &[x, z]: &[Range; 2]) -> Option<Range> {
        if z.1 < 0 {
            return None;
        }
        let root = z.0.max(0).isqrt();
        let magnitudes = (root + i64::from(root * root < z.0), z.1.isqrt());
        if index == 0 {
            let negative = (-magnitudes.1, -magnitudes.0);
            hull(meet(x, negative), meet(x, magnitudes))
        } else {
            let smallest = if x.0 > 0 { x.0 } else { (-x.1).max(0) };
            let (smallest, largest) = meet(magnitudes, (smallest, x.1.max(-x.0)))?;
            Some((smallest * smallest, largest * largest))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_is_entailed_if_any_choice_is_a_solution() {
        let ranges = (-2..=2).flat_map(|min| (min..=2).map(move |max| (min, max)));
        let ranges: Vec<Range> = ranges.collect();
        for &x in &ranges {
            for &y in &ranges {
                let z = corners(x, y, |x, y| (x * y, x * y));
                let mut pairs = (x.0..=x.1).flat_map(|a| (y.0..=y.1).map(move |b| a * b));
                let holds = z.0 == z.1 && pairs.all(|product| product == z.0);
                assert_eq!(ProductRule.is_entailed(&[x, y, z]), holds, "{x:?} {y:?}");
            }
        }
    }

    #[test]
    fn factors_of_natural_numbers_are_those_of_any_sign() {
        let ranges = |from: i64| (from..6).flat_map(move |min| (min..6).map(move |max| (min, max)));
        for x in ranges(-3) {
            for y in ranges(0) {
                let is_bounded = |z: &Range| y.0 > 0 || z.0 > 0 || z.1 < 0;
                for z in ranges(-5).filter(is_bounded) {
                    assert_eq!(factor(x, y, z), signed_factor(x, y, z), "{x:?} {y:?} {z:?}");
                }
            }
        }
    }
}
