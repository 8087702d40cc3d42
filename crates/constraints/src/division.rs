//! `z = x // y` and `z = x rem y`: division truncates towards 0, the remainder has the sign of the dividend; if `y` is 0 the
//! relation is false.
//!
//! Consistency: `Value` and `Bounds` propagate intervals to the fixpoint and are exact once one variable is open; `Domain` is
//! domain consistent while the sizes of `x` and `y` have a product of at most 4,096, and propagates intervals beyond.
//! A variable that occurs several times (`x rem y = y`, `x // x = z`) is handled exactly by enumeration only; the intervals treat its
//! occurrences as different variables. Constant time for intervals.

use gridwright_fd::div_ceil;

use crate::support::binary_function::{self, Function};
use crate::support::interval::{self, IntervalRule, Range, hull, meet};
use crate::support::prelude::*;
use crate::support::terms::{Name, call};

/// `z = x // y` or `z = x rem y`; made by [`division`] and [`modulo`].
#[derive(Clone, Copy, Debug)]
pub struct Division {
    x: View,
    y: View,
    z: View,
    part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Quotient,
    Remainder,
}

/// `z = x // y`, truncated towards 0; false if `y` is 0.
pub fn division(x: impl Into<View>, y: impl Into<View>, z: impl Into<View>) -> Division {
    Division {
        x: x.into(),
        y: y.into(),
        z: z.into(),
        part: Part::Quotient,
    }
}

/// `z = x rem y`, with the sign of `x`; false if `y` is 0.
pub fn modulo(x: impl Into<View>, y: impl Into<View>, z: impl Into<View>) -> Division {
    Division {
        x: x.into(),
        y: y.into(),
        z: z.into(),
        part: Part::Remainder,
    }
}

impl Constraint for Division {
    fn name(&self) -> &'static str {
        match self.part {
            Part::Quotient => "division",
            Part::Remainder => "modulo",
        }
    }

    fn term(&self, name: Name<'_>) -> Term {
        let op = match self.part {
            Part::Quotient => "//",
            Part::Remainder => "rem",
        };
        let result = call(op, name, &[&self.x, &self.y]);
        call("#=", name, &[&self.z, &result])
    }

    fn views(&self) -> Vec<View> {
        vec![self.x, self.y, self.z]
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let [x, y, z] = [self.x, self.y, self.z].map(|view| view.of(at(view.var)));
        match self.part {
            Part::Quotient => x.checked_div(y) == Some(z),
            Part::Remainder => x.checked_rem(y) == Some(z),
        }
    }

    fn post(&self, out: &mut Poster<'_>) {
        let views = [self.x, self.y, self.z];
        match self.part {
            Part::Quotient => {
                interval::post(out, views, QuotientRule);
                binary_function::post(out, views, QuotientRule);
            }
            Part::Remainder => {
                interval::post(out, views, RemainderRule);
                binary_function::post(out, views, RemainderRule);
            }
        }
    }
}

#[derive(Debug)]
struct QuotientRule;

#[derive(Debug)]
struct RemainderRule;

impl Function for QuotientRule {
    fn eval(&self, x: i64, y: i64) -> Option<i64> {
        x.checked_div(y)
    }
}

impl Function for RemainderRule {
    fn eval(&self, x: i64, y: i64) -> Option<i64> {
        x.checked_rem(y)
    }
}

/// The non-negative part of a range, and the negated non-positive part.
fn magnitudes(range: Range) -> [Option<Range>; 2] {
    let negated = (-range.1, -range.0);
    [range, negated].map(|range| meet(range, (0, i64::MAX)))
}

fn negated(range: Range) -> Range {
    (-range.1, -range.0)
}

/// The hull of `f` over the magnitudes of dividend and divisor (never 0); `f` gets their signs and restores the sign of its
/// result.
fn by_signs(
    x: Range,
    y: Range,
    f: impl Fn(bool, bool, Range, Range) -> Option<Range>,
) -> Option<Range> {
    if x.0 >= 0 && y.0 > 0 {
        return f(false, false, x, y);
    }
    let mut all = None;
    for (x, x_negative) in magnitudes(x).into_iter().zip([false, true]) {
        for (y, y_negative) in magnitudes(y).into_iter().zip([false, true]) {
            let Some((x, y)) = x.zip(y.and_then(|y| meet(y, (1, i64::MAX)))) else {
                continue;
            };
            all = hull(all, f(x_negative, y_negative, x, y));
        }
    }
    all
}

fn signed(range: Range, negative: bool) -> Range {
    if negative { negated(range) } else { range }
}

impl IntervalRule<3> for QuotientRule {
    fn narrow(&self, index: usize, &[x, y, z]: &[Range; 3]) -> Option<Range> {
        by_signs(x, y, |x_negative, y_negative, a, b| {
            // `a` and `b` are magnitudes; `signed` makes the quotient one.
            let negative = x_negative != y_negative;
            let q = meet(signed(z, negative), (a.0 / b.1, a.1 / b.0))?;
            match index {
                2 => Some(signed(q, negative)),
                // From q * b to q * b + b - 1.
                0 => {
                    let min = q.0 * b.0;
                    let max = (q.1 + 1) * b.1 - 1;
                    Some(signed(meet(a, (min, max))?, x_negative))
                }
                // b > a / (q + 1), and b <= a / q unless q is 0.
                _ => {
                    let min = a.0 / (q.1 + 1) + 1;
                    let max = if q.0 > 0 { a.1 / q.0 } else { b.1 };
                    Some(signed(meet(b, (min, max))?, y_negative))
                }
            }
        })
    }
}

impl IntervalRule<3> for RemainderRule {
    fn narrow(&self, index: usize, &[x, y, z]: &[Range; 3]) -> Option<Range> {
        by_signs(x, y, |x_negative, y_negative, a, b| {
            // Magnitudes of dividend, divisor and remainder, with `a = q * b + r`; the remainder has the sign of the dividend.
            let r = meet(signed(z, x_negative), (0, a.1.min(b.1 - 1)))?;
            let q = (a.0 / b.1, (a.1 - r.0) / b.0);
            // `q` is also at least the quotient, rounded up, of what exceeds the largest remainder.
            let q = meet(q, (div_ceil(a.0 - r.1, b.1), i64::MAX))?;
            match index {
                2 => {
                    let r = meet(r, (a.0 - q.1 * b.1, a.1 - q.0 * b.0))?;
                    Some(signed(r, x_negative))
                }
                0 => {
                    let mut a = meet(a, (q.0 * b.0 + r.0, q.1 * b.1 + r.1))?;
                    if b.0 == b.1 {
                        a = meet(a, (next_with(a.0, b.0, r), previous_with(a.1, b.0, r)))?;
                    }
                    Some(signed(a, x_negative))
                }
                _ => {
                    // The divisor exceeds the remainder; if dividend and remainder differ, it divides their difference.
                    let min = (r.0 + 1).max(if q.1 > 0 { div_ceil(a.0 - r.1, q.1) } else { 0 });
                    let max = if q.0 > 0 { (a.1 - r.0) / q.0 } else { b.1 };
                    Some(signed(meet(b, (min, max))?, y_negative))
                }
            }
        })
    }
}

/// The smallest number from `a` on whose remainder by `b` lies in `r`.
fn next_with(a: i64, b: i64, r: Range) -> i64 {
    match a % b {
        remainder if remainder < r.0 => a - remainder + r.0,
        remainder if remainder > r.1 => a - remainder + b + r.0,
        _ => a,
    }
}

/// The largest number up to `a` whose remainder by `b` lies in `r`; it may be negative.
fn previous_with(a: i64, b: i64, r: Range) -> i64 {
    match a % b {
        remainder if remainder < r.0 => a - remainder - b + r.1,
        remainder if remainder > r.1 => a - remainder + r.1,
        _ => a,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the intervals with all pairs in them: never tighter, and for the result of a division the same.
    #[test]
    fn intervals_hold_all_results() {
        let ranges: Vec<Range> = (-4..=4)
            .flat_map(|min| (min..=4).map(move |max| (min, max)))
            .collect();
        for &x in &ranges {
            for &y in &ranges {
                let quotients =
                    (x.0..=x.1).flat_map(|a| (y.0..=y.1).filter_map(move |b| a.checked_div(b)));
                let exact = quotients.fold(None, |all, q| hull(all, Some((q, q))));
                let found = QuotientRule.narrow(2, &[x, y, (-9, 9)]);
                assert_eq!(found, exact, "{x:?} // {y:?}");
                let remainders =
                    (x.0..=x.1).flat_map(|a| (y.0..=y.1).filter_map(move |b| a.checked_rem(b)));
                let found = RemainderRule.narrow(2, &[x, y, (-9, 9)]);
                for r in remainders {
                    let holds = found.is_some_and(|found| found.0 <= r && r <= found.1);
                    assert!(holds, "{x:?} rem {y:?} has {r}, found {found:?}");
                }
                for &z in &ranges {
                    let triples = (x.0..=x.1)
                        .flat_map(|a| (y.0..=y.1).map(move |b| (a, b)))
                        .filter_map(|(a, b)| Some([a, b, a.checked_rem(b)?]))
                        .filter(|triple| z.0 <= triple[2] && triple[2] <= z.1);
                    let found = [0, 1, 2].map(|index| RemainderRule.narrow(index, &[x, y, z]));
                    for triple in triples {
                        for (value, found) in triple.into_iter().zip(found) {
                            let holds =
                                found.is_some_and(|(min, max)| min <= value && value <= max);
                            assert!(
                                holds,
                                "{x:?} rem {y:?} in {z:?}: {triple:?}, found {found:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}
