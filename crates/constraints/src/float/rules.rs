//! Relations over real numbers, and how the intervals of their arguments narrow each other.

use super::interval::Interval;

/// A relation over real numbers.
#[derive(Clone, PartialEq, Debug)]
pub enum FloatRule {
    /// `sum of factor * x` compared with a constant.
    Linear {
        /// A factor for each argument.
        factors: Vec<f64>,
        /// The comparison.
        comparison: FloatComparison,
        /// The right-hand side.
        constant: f64,
    },
    /// `x * y = z`
    Times,
    /// `x / y = z`
    Divide,
    /// `f(x) = y`
    Function(FloatFunction),
    /// `x ^ y = z`
    Power,
    /// The last argument is the smallest of the others.
    Minimum,
    /// The last argument is the largest of the others.
    Maximum,
    /// The first argument is a position, from 1, in the list of the others without the last, which has that item's value.
    Element,
}

/// How a sum is compared with a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatComparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<=`
    AtMost,
    /// `<`
    Below,
}

/// A function of one real number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names of the functions")]
pub enum FloatFunction {
    Abs,
    Square,
    Sqrt,
    Exp,
    Ln,
    Log2,
    Log10,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
}

impl FloatRule {
    /// The name for printing.
    pub(super) fn name(&self) -> &'static str {
        match self {
            FloatRule::Linear { .. } => "float_linear",
            FloatRule::Times => "float_times",
            FloatRule::Divide => "float_divide",
            FloatRule::Function(_) => "float_function",
            FloatRule::Power => "float_power",
            FloatRule::Minimum => "float_minimum",
            FloatRule::Maximum => "float_maximum",
            FloatRule::Element => "float_element",
        }
    }

    /// The number of arguments, if the relation does not have any number of them.
    pub(super) fn n_arguments(&self) -> Option<usize> {
        match self {
            FloatRule::Linear { factors, .. } => Some(factors.len()),
            FloatRule::Times | FloatRule::Divide | FloatRule::Power => Some(3),
            FloatRule::Function(_) => Some(2),
            FloatRule::Minimum | FloatRule::Maximum | FloatRule::Element => None,
        }
    }

    /// The relation that holds where this one does not; `None` for relations that are not comparisons.
    pub fn complement(&self) -> Option<FloatRule> {
        let FloatRule::Linear {
            factors,
            comparison,
            constant,
        } = self
        else {
            return None;
        };
        let (sign, comparison) = match comparison {
            FloatComparison::Equal => (1.0, FloatComparison::NotEqual),
            FloatComparison::NotEqual => (1.0, FloatComparison::Equal),
            FloatComparison::AtMost => (-1.0, FloatComparison::Below),
            FloatComparison::Below => (-1.0, FloatComparison::AtMost),
        };
        Some(FloatRule::Linear {
            factors: factors.iter().map(|factor| sign * factor).collect(),
            comparison,
            constant: sign * constant,
        })
    }

    /// Narrows the intervals of the arguments without losing a solution; false if there is none.
    pub fn contract(&self, boxes: &mut [Interval]) -> bool {
        match self {
            FloatRule::Linear {
                factors,
                comparison,
                constant,
            } => linear(factors, *comparison, *constant, boxes),
            FloatRule::Times => {
                let [x, y, z] = boxes else { return true };
                product(x, y, z)
            }
            FloatRule::Divide => {
                let [x, y, z] = boxes else { return true };
                *y != Interval::point(0.0) && product(y, z, x)
            }
            FloatRule::Function(function) => {
                let [x, y] = boxes else { return true };
                function.contract(x, y)
            }
            FloatRule::Power => {
                let [x, y, z] = boxes else { return true };
                power(x, y, z)
            }
            FloatRule::Maximum => largest(boxes),
            FloatRule::Minimum => {
                let negate = |boxes: &mut [Interval]| {
                    boxes.iter_mut().for_each(|part| *part = part.negated());
                };
                negate(boxes);
                let is_open = largest(boxes);
                negate(boxes);
                is_open
            }
            FloatRule::Element => element(boxes),
        }
    }
}

/// Narrows an interval; false if it becomes empty.
fn narrow(part: &mut Interval, to: Interval) -> bool {
    *part = part.meet(to);
    !part.is_empty()
}

fn linear(
    factors: &[f64],
    comparison: FloatComparison,
    constant: f64,
    boxes: &mut [Interval],
) -> bool {
    if factors.len() != boxes.len() {
        return true;
    }
    let scaled = |factor: &f64, part: &Interval| part.times(Interval::point(*factor));
    let zero = Interval::point(0.0);
    let total = factors
        .iter()
        .zip(&*boxes)
        .fold(zero, |sum, (factor, part)| sum.plus(scaled(factor, part)));
    let goal = match comparison {
        FloatComparison::Equal => Interval::point(constant),
        FloatComparison::AtMost => Interval::new(f64::NEG_INFINITY, constant),
        FloatComparison::Below if total.lo >= constant => return false,
        FloatComparison::Below => Interval::new(f64::NEG_INFINITY, constant),
        FloatComparison::NotEqual => return total != Interval::point(constant),
    };
    if total.meet(goal).is_empty() {
        return false;
    }
    if goal.lo <= total.lo && total.hi <= goal.hi {
        return true;
    }
    // The sums of the terms after each.
    let mut after = vec![zero; factors.len() + 1];
    for i in (0..factors.len()).rev() {
        after[i] = after[i + 1].plus(scaled(&factors[i], &boxes[i]));
    }
    let mut before = zero;
    for (i, factor) in factors.iter().enumerate() {
        let term = scaled(factor, &boxes[i]);
        if *factor != 0.0 {
            let rest = before.plus(after[i + 1]);
            let needed = goal.minus(rest);
            let is_open = narrow(
                &mut boxes[i],
                needed.factors(Interval::point(*factor), Interval::ALL),
            );
            if !is_open {
                return false;
            }
        }
        before = before.plus(term);
    }
    true
}

/// `x * y = z`
fn product(x: &mut Interval, y: &mut Interval, z: &mut Interval) -> bool {
    narrow(z, x.times(*y)) && narrow(x, z.factors(*y, *x)) && narrow(y, z.factors(*x, *y))
}

fn largest(boxes: &mut [Interval]) -> bool {
    let Some((last, items)) = boxes.split_last_mut() else {
        return true;
    };
    let ends = items
        .iter()
        .fold((f64::NEG_INFINITY, f64::NEG_INFINITY), |ends, item| {
            (ends.0.max(item.lo), ends.1.max(item.hi))
        });
    if !narrow(last, Interval::new(ends.0, ends.1)) {
        return false;
    }
    let at_most = Interval::new(f64::NEG_INFINITY, last.hi);
    let mut n_candidates = 0;
    let mut candidate = 0;
    for (i, item) in items.iter_mut().enumerate() {
        if !narrow(item, at_most) {
            return false;
        }
        if item.hi >= last.lo {
            n_candidates += 1;
            candidate = i;
        }
    }
    match n_candidates {
        0 => false,
        1 => narrow(&mut items[candidate], *last),
        _ => true,
    }
}

fn element(boxes: &mut [Interval]) -> bool {
    let [position, items @ .., value] = boxes else {
        return true;
    };
    if !narrow(position, Interval::new(1.0, items.len() as f64)) {
        return false;
    }
    let (first, last) = (position.lo.ceil() as usize, position.hi.floor() as usize);
    let mut found = Interval::new(f64::INFINITY, f64::NEG_INFINITY);
    let mut positions = found;
    for at in first..=last {
        let common = items[at - 1].meet(*value);
        if !common.is_empty() {
            found = found.hull(common);
            positions = positions.hull(Interval::point(at as f64));
        }
    }
    if found.is_empty() || !narrow(position, positions) || !narrow(value, found) {
        return false;
    }
    !position.is_point() || narrow(&mut items[positions.lo as usize - 1], *value)
}

/// `x ^ y = z`. A base may be negative if the exponent is an integer.
fn power(x: &mut Interval, y: &mut Interval, z: &mut Interval) -> bool {
    let exponent = y.is_point().then_some(y.lo);
    let whole = exponent.filter(|value| value.fract() == 0.0 && value.abs() <= 1e6);
    if let Some(n) = whole {
        if n == 0.0 {
            return narrow(z, Interval::point(1.0));
        }
        if x.lo < 0.0 {
            return integer_power(x, n, z);
        }
    }
    // An open exponent may be an integer, for which the base may be negative; a very large one is left alone.
    let may_be_whole = exponent.is_none_or(|value| value.fract() == 0.0);
    if may_be_whole && x.lo < 0.0 {
        return true;
    }
    if !narrow(x, Interval::new(0.0, f64::INFINITY))
        || !narrow(z, Interval::new(0.0, f64::INFINITY))
    {
        return false;
    }
    let powers = |a: Interval, b: Interval| {
        let corners = [(a.lo, b.lo), (a.lo, b.hi), (a.hi, b.lo), (a.hi, b.hi)];
        let all = corners.map(|(a, b)| a.powf(b));
        if all.iter().any(|value| value.is_nan()) {
            return Interval::ALL;
        }
        let lo = all.iter().copied().fold(f64::INFINITY, f64::min);
        let hi = all.iter().copied().fold(0.0, f64::max);
        // The power is monotone in each argument on either side of 1 and of 0.
        let one = match (a.contains(1.0), b.contains(0.0)) {
            (false, false) => Interval::new(lo, hi),
            _ => Interval::new(lo.min(1.0), hi.max(1.0)),
        };
        one.widened_power()
    };
    if !narrow(z, powers(*x, *y)) {
        return false;
    }
    match exponent {
        Some(value) if value != 0.0 => {
            let wide = z.widened().meet(Interval::new(0.0, f64::INFINITY));
            narrow(x, powers(wide, Interval::point(1.0 / value)))
        }
        _ => true,
    }
}

/// `x ^ n = z` for an integer `n` other than 0 and a base that may be negative.
fn integer_power(x: &mut Interval, n: f64, z: &mut Interval) -> bool {
    if n < 0.0 {
        // 1 / z is the positive power; a base of 0 has no power.
        let mut inverse = Interval::point(1.0).factors(*z, Interval::ALL);
        return *x != Interval::point(0.0)
            && !inverse.is_empty()
            && integer_power(x, -n, &mut inverse)
            && narrow(z, Interval::point(1.0).factors(inverse, Interval::ALL));
    }
    let raised = |part: Interval| Interval::new(part.lo.powf(n), part.hi.powf(n)).widened();
    let root = |value: f64| value.signum() * value.abs().powf(1.0 / n);
    let rooted = |part: Interval| Interval::new(root(part.lo), root(part.hi)).widened_power();
    if n % 2.0 != 0.0 {
        return narrow(z, raised(*x)) && narrow(x, rooted(z.widened()));
    }
    let at_least_zero = Interval::new(0.0, f64::INFINITY);
    narrow(z, raised(x.magnitudes()).meet(at_least_zero))
        && magnitude(x, rooted(z.widened()).meet(at_least_zero))
}

/// Narrows a number by the interval of its absolute value.
fn magnitude(x: &mut Interval, size: Interval) -> bool {
    let (positive, negative) = (x.meet(size), x.meet(size.negated()));
    *x = positive.hull(negative);
    !size.is_empty() && !x.is_empty()
}

impl FloatFunction {
    /// The numbers for which the function has a value.
    fn domain(self) -> Interval {
        match self {
            FloatFunction::Sqrt
            | FloatFunction::Ln
            | FloatFunction::Log2
            | FloatFunction::Log10 => Interval::new(0.0, f64::INFINITY),
            FloatFunction::Asin | FloatFunction::Acos | FloatFunction::Atanh => {
                Interval::new(-1.0, 1.0)
            }
            FloatFunction::Acosh => Interval::new(1.0, f64::INFINITY),
            _ => Interval::ALL,
        }
    }

    /// The values of the function.
    fn range(self) -> Interval {
        match self {
            FloatFunction::Abs
            | FloatFunction::Square
            | FloatFunction::Sqrt
            | FloatFunction::Exp
            | FloatFunction::Acosh => Interval::new(0.0, f64::INFINITY),
            FloatFunction::Sin | FloatFunction::Cos | FloatFunction::Tanh => {
                Interval::new(-1.0, 1.0)
            }
            FloatFunction::Cosh => Interval::new(1.0, f64::INFINITY),
            _ => Interval::ALL,
        }
    }

    /// `f(x) = y`
    fn contract(self, x: &mut Interval, y: &mut Interval) -> bool {
        if !narrow(x, self.domain()) || !narrow(y, self.range()) {
            return false;
        }
        match self {
            FloatFunction::Abs => narrow(y, x.magnitudes()) && magnitude(x, *y),
            FloatFunction::Square => {
                let size = x.magnitudes();
                let roots = Interval::new(y.lo.sqrt(), y.hi.sqrt()).widened();
                narrow(y, size.times(size))
                    && magnitude(x, roots.meet(Interval::new(0.0, f64::INFINITY)))
            }
            FloatFunction::Cosh => {
                let size = x.magnitudes();
                let wide = y.widened().meet(self.range());
                let sizes = Interval::new(wide.lo.acosh(), wide.hi.acosh()).widened_near_zero();
                narrow(y, Interval::new(size.lo.cosh(), size.hi.cosh()).widened())
                    && magnitude(x, sizes.meet(Interval::new(0.0, f64::INFINITY)))
            }
            FloatFunction::Sin => narrow(y, sines(*x)),
            FloatFunction::Cos => narrow(y, sines(x.plus(quarter_turn()))),
            FloatFunction::Tan => narrow(y, tangents(*x)),
            FloatFunction::Acos => {
                let decreasing = |part: Interval, f: fn(f64) -> f64| {
                    Interval::new(f(part.hi), f(part.lo)).widened()
                };
                narrow(y, decreasing(*x, f64::acos))
                    && narrow(y, Interval::new(0.0, std::f64::consts::PI.next_up()))
                    && narrow(x, decreasing(y.widened(), f64::cos))
            }
            FloatFunction::Sqrt => monotone(x, y, f64::sqrt, |y| y * y),
            FloatFunction::Exp => monotone(x, y, f64::exp, f64::ln),
            FloatFunction::Ln => monotone(x, y, f64::ln, f64::exp),
            FloatFunction::Log2 => monotone(x, y, f64::log2, f64::exp2),
            FloatFunction::Log10 => monotone(x, y, f64::log10, |y| 10_f64.powf(y)),
            FloatFunction::Asin => {
                let half = quarter_turn().hi;
                monotone(x, y, f64::asin, move |y| y.clamp(-half, half).sin())
            }
            FloatFunction::Atan => {
                let beyond = |y: f64| match y.abs() >= std::f64::consts::FRAC_PI_2 {
                    true => y.signum() * f64::INFINITY,
                    false => y.tan(),
                };
                monotone(x, y, f64::atan, beyond)
            }
            FloatFunction::Sinh => monotone(x, y, f64::sinh, f64::asinh),
            FloatFunction::Tanh => monotone(x, y, f64::tanh, atanh),
            FloatFunction::Asinh => monotone(x, y, f64::asinh, f64::sinh),
            FloatFunction::Acosh => monotone(x, y, f64::acosh, f64::cosh),
            FloatFunction::Atanh => monotone(x, y, atanh, f64::tanh),
        }
    }
}

/// `f(x) = y` for an increasing function.
fn monotone(
    x: &mut Interval,
    y: &mut Interval,
    f: fn(f64) -> f64,
    inverse: impl Fn(f64) -> f64,
) -> bool {
    let of = |part: Interval, f: &dyn Fn(f64) -> f64| {
        let (lo, hi) = (f(part.lo), f(part.hi));
        let lo = if lo.is_nan() { f64::NEG_INFINITY } else { lo };
        let hi = if hi.is_nan() { f64::INFINITY } else { hi };
        Interval::new(lo, hi).widened_near_zero()
    };
    // The inverse may be steep: it must allow for the error of the function.
    narrow(y, of(*x, &f)) && narrow(x, of(y.widened(), &inverse))
}

/// The function of the standard library loses digits near -1.
fn atanh(x: f64) -> f64 {
    x.abs().atanh().copysign(x)
}

/// The interval of a quarter of a full turn.
fn quarter_turn() -> Interval {
    let near = std::f64::consts::FRAC_PI_2;
    Interval::new(near.next_down(), near.next_up())
}

/// Angles beyond this are too coarse for a sine.
const MAX_ANGLE: f64 = 1e9;

fn sines(x: Interval) -> Interval {
    use std::f64::consts::{FRAC_PI_2, TAU};
    let all = Interval::new(-1.0, 1.0);
    if x.hi - x.lo >= TAU || x.magnitudes().hi > MAX_ANGLE {
        return all;
    }
    // A margin for the error of the multiples of a turn.
    let margin = 1e-6_f64.min(x.magnitudes().hi * 1e-15 + 1e-15);
    let has = |angle: f64| {
        let turns = ((x.lo - margin - angle) / TAU).ceil();
        angle + turns * TAU <= x.hi + margin
    };
    let (a, b) = (x.lo.sin(), x.hi.sin());
    let found = Interval::new(a.min(b), a.max(b)).widened();
    Interval::new(
        if has(-FRAC_PI_2) { -1.0 } else { found.lo },
        if has(FRAC_PI_2) { 1.0 } else { found.hi },
    )
    .meet(all)
}

fn tangents(x: Interval) -> Interval {
    use std::f64::consts::PI;
    if x.hi - x.lo >= PI || x.magnitudes().hi > MAX_ANGLE {
        return Interval::ALL;
    }
    let branch = |x: f64| (x / PI + 0.5).floor();
    let margin = 1e-9 + x.magnitudes().hi * 1e-15;
    match branch(x.lo - margin) == branch(x.hi + margin) {
        true => Interval::new(x.lo.tan(), x.hi.tan()).widened(),
        false => Interval::ALL,
    }
}
