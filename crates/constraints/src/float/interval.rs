//! Closed intervals of real numbers with ends in double precision. Every operation rounds outwards, and is exact where the result is a number in double
//! precision.

/// The numbers from `lo` to `hi`; empty if `lo > hi`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub lo: f64,
    /// The upper end.
    pub hi: f64,
}

impl Interval {
    /// All numbers.
    pub const ALL: Interval = Interval::new(f64::NEG_INFINITY, f64::INFINITY);
    const EMPTY: Interval = Interval::new(f64::INFINITY, f64::NEG_INFINITY);

    /// The numbers from `lo` to `hi`.
    pub const fn new(lo: f64, hi: f64) -> Interval {
        Interval { lo, hi }
    }

    /// One number.
    pub const fn point(value: f64) -> Interval {
        Interval::new(value, value)
    }

    /// Whether no number is in it.
    pub fn is_empty(self) -> bool {
        // Also true if an end is not a number.
        !matches!(
            self.lo.partial_cmp(&self.hi),
            Some(std::cmp::Ordering::Less | std::cmp::Ordering::Equal)
        )
    }

    /// Whether it is one number.
    pub fn is_point(self) -> bool {
        self.lo == self.hi
    }

    /// Whether the number is in it.
    pub fn contains(self, value: f64) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// The intersection.
    pub fn meet(self, other: Interval) -> Interval {
        Interval::new(self.lo.max(other.lo), self.hi.min(other.hi))
    }

    /// The smallest interval with both.
    pub fn hull(self, other: Interval) -> Interval {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Interval::new(self.lo.min(other.lo), self.hi.max(other.hi)),
        }
    }

    /// The sums of two numbers.
    pub(super) fn plus(self, other: Interval) -> Interval {
        Interval::new(down(sum(self.lo, other.lo)), up(sum(self.hi, other.hi)))
    }

    pub(super) fn negated(self) -> Interval {
        Interval::new(-self.hi, -self.lo)
    }

    pub(super) fn minus(self, other: Interval) -> Interval {
        self.plus(other.negated())
    }

    /// The products of two numbers.
    pub(super) fn times(self, other: Interval) -> Interval {
        self.corners(other, product)
    }

    /// The numbers of `within` whose product with some number of `factor` is in this interval.
    pub(super) fn factors(self, factor: Interval, within: Interval) -> Interval {
        if self.contains(0.0) && factor.contains(0.0) {
            return within;
        }
        // Within one sign of the factor, the extremes lie at the corners.
        let part = |factor: Interval| match factor.is_empty() || factor == Interval::point(0.0) {
            true => Interval::EMPTY,
            false => self.corners(factor, quotient).meet(within),
        };
        // A zero at the end of a part has the sign of the part, which decides the sign of an infinite quotient.
        let mut negative = factor.meet(Interval::new(f64::NEG_INFINITY, 0.0));
        if negative.hi == 0.0 {
            negative.hi = -0.0;
        }
        let mut positive = factor.meet(Interval::new(0.0, f64::INFINITY));
        if positive.lo == 0.0 {
            positive.lo = 0.0;
        }
        part(negative).hull(part(positive))
    }

    /// The smallest and the largest result at the corners of two intervals.
    fn corners(self, other: Interval, result: impl Fn(f64, f64) -> Interval) -> Interval {
        let pairs = [
            (self.lo, other.lo),
            (self.lo, other.hi),
            (self.hi, other.lo),
            (self.hi, other.hi),
        ];
        pairs.into_iter().fold(Interval::EMPTY, |found, (a, b)| {
            let corner = result(a, b);
            Interval::new(found.lo.min(corner.lo), found.hi.max(corner.hi))
        })
    }

    /// The absolute values.
    pub(super) fn magnitudes(self) -> Interval {
        if self.lo >= 0.0 {
            self
        } else if self.hi <= 0.0 {
            self.negated()
        } else {
            Interval::new(0.0, self.hi.max(-self.lo))
        }
    }

    /// The interval wider by more than the error of a function of the standard library.
    pub(super) fn widened(self) -> Interval {
        self.widened_by(|end| end.abs() * 8.0 * f64::EPSILON + f64::MIN_POSITIVE)
    }

    /// The same for a function that loses digits where its value is near zero.
    pub(super) fn widened_near_zero(self) -> Interval {
        self.widened_by(|end| end.abs() * 8.0 * f64::EPSILON + 8.0 * f64::EPSILON)
    }

    /// The same for a power whose exponent was rounded: the error grows with the logarithm of the power.
    pub(super) fn widened_power(self) -> Interval {
        self.widened_by(|end| {
            let digits = 8.0 + 4.0 * end.abs().max(f64::MIN_POSITIVE).ln().abs();
            end.abs() * digits * f64::EPSILON + f64::MIN_POSITIVE
        })
    }

    fn widened_by(self, margin: impl Fn(f64) -> f64) -> Interval {
        let widen = |end: f64, by: f64| if end.is_finite() { end + by } else { end };
        Interval::new(
            widen(self.lo, -margin(self.lo)),
            widen(self.hi, margin(self.hi)),
        )
    }
}

/// A result rounded to the nearest number, and the sign of the error: positive if the exact result is larger.
type Rounded = (f64, f64);

fn down((value, error): Rounded) -> f64 {
    if value == f64::INFINITY && error < 0.0 {
        f64::MAX
    } else if error < 0.0 && value.is_finite() {
        value.next_down()
    } else {
        value
    }
}

fn up((value, error): Rounded) -> f64 {
    if value == f64::NEG_INFINITY && error > 0.0 {
        f64::MIN
    } else if error > 0.0 && value.is_finite() {
        value.next_up()
    } else {
        value
    }
}

/// The error of a finite result that overflowed.
fn overflow(value: f64) -> Rounded {
    (value, -value.signum())
}

/// The sum of two ends; infinite ends of opposite signs do not meet.
fn sum(a: f64, b: f64) -> Rounded {
    let total = a + b;
    if !total.is_finite() {
        return match a.is_finite() && b.is_finite() {
            true => overflow(total),
            false => (total, 0.0),
        };
    }
    let shadow = total - a;
    (total, (a - (total - shadow)) + (b - shadow))
}

/// Results below this may have lost digits.
const TINY: f64 = 1e-290;

fn product(a: f64, b: f64) -> Interval {
    if a == 0.0 || b == 0.0 {
        return Interval::point(0.0);
    }
    let result = a * b;
    if !result.is_finite() {
        return match a.is_finite() && b.is_finite() {
            true => enclosed(overflow(result)),
            false => Interval::point(result),
        };
    }
    if result.abs() < TINY {
        return tiny(a.signum() * b.signum());
    }
    enclosed((result, a.mul_add(b, -result)))
}

fn quotient(a: f64, b: f64) -> Interval {
    if a == 0.0 {
        return Interval::point(0.0);
    }
    if b == 0.0 {
        // The sign of zero is that of its interval.
        return Interval::point(a.signum() * b.signum() * f64::INFINITY);
    }
    if b.is_infinite() {
        return match a.is_infinite() {
            true => Interval::point(a.signum() * b.signum()),
            false => Interval::point(0.0),
        };
    }
    let result = a / b;
    if !result.is_finite() {
        return match a.is_finite() {
            true => enclosed(overflow(result)),
            false => Interval::point(result),
        };
    }
    if result.abs() < TINY {
        return tiny(a.signum() * b.signum());
    }
    enclosed((result, (-result).mul_add(b, a) * b.signum()))
}

/// The exact result of a rounded one is in this interval.
fn enclosed(rounded: Rounded) -> Interval {
    Interval::new(down(rounded), up(rounded))
}

/// A result too small to be computed exactly: between zero and the smallest number that is not.
fn tiny(sign: f64) -> Interval {
    match sign > 0.0 {
        true => Interval::new(0.0, TINY),
        false => Interval::new(-TINY, 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_results_stay_exact_and_others_are_enclosed() {
        let three = Interval::point(3.0);
        assert_eq!(three.plus(Interval::point(4.0)), Interval::point(7.0));
        assert_eq!(three.times(Interval::point(0.5)), Interval::point(1.5));
        let third = Interval::point(1.0).factors(three, Interval::ALL);
        assert!(third.lo < third.hi && third.hi == third.lo.next_up());
        let tenths = Interval::point(0.1).plus(Interval::point(0.2));
        assert!(tenths.contains(0.30000000000000004) && !tenths.is_point());
    }

    #[test]
    fn factors_of_intervals_with_zero() {
        let z = Interval::new(1.0, 2.0);
        let all = Interval::ALL;
        assert_eq!(
            z.factors(Interval::new(0.0, 4.0), all),
            Interval::new(0.25, f64::INFINITY)
        );
        assert_eq!(
            z.factors(Interval::new(-4.0, 0.0), all),
            Interval::new(f64::NEG_INFINITY, -0.25)
        );
        assert_eq!(
            z.factors(Interval::new(-1.0, 1.0), Interval::new(0.0, 9.0)),
            Interval::new(1.0, 9.0)
        );
        assert!(z.factors(Interval::point(0.0), all).is_empty());
        assert_eq!(
            Interval::ALL.times(Interval::point(0.0)),
            Interval::point(0.0)
        );
    }

    #[test]
    fn tiny_results_reach_down_to_zero() {
        let small = Interval::point(1e-150);
        let product = small.times(small);
        assert!(product.lo <= 1e-300 && 1e-300 <= product.hi);
        let quotient = Interval::point(-1e-200).factors(Interval::point(1e100), Interval::ALL);
        assert!(quotient.lo <= -1e-300 && -1e-300 <= quotient.hi && quotient.hi <= 0.0);
    }

    #[test]
    fn overflow_keeps_the_finite_side() {
        let large = Interval::point(f64::MAX);
        assert_eq!(large.plus(large), Interval::new(f64::MAX, f64::INFINITY));
        assert_eq!(
            large.times(large.negated()),
            Interval::new(f64::NEG_INFINITY, f64::MIN)
        );
    }
}
