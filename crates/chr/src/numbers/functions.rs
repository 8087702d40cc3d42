//! The functions, by number of arguments.

use std::cmp::Ordering;

use gridwright_term::{BigInt, Float, Number, Sign};

use crate::code::expr::{Binary, Constant, Ternary, Unary};
use crate::numbers::integers::{self, Work, divide, divide_floor, multiply, ratio};
use crate::numbers::power::power;
use crate::numbers::{Fault, Value, float, fraction, integer, real};

/// The value of a function without arguments; none if it is not the same every time.
pub(crate) fn constant(constant: Constant) -> Option<Number> {
    Some(match constant {
        Constant::E => Number::float(std::f64::consts::E),
        Constant::Pi => Number::float(std::f64::consts::PI),
        Constant::Inf => Number::float(f64::INFINITY),
        Constant::Nan => Number::float(f64::NAN),
        Constant::Epsilon => Number::float(f64::EPSILON),
        Constant::MaxTaggedInteger => Number::Int((1 << 56) - 1),
        Constant::MinTaggedInteger => Number::Int(-(1 << 56)),
        Constant::MaxInteger => Number::Int(i64::MAX),
        Constant::MinInteger => Number::Int(i64::MIN),
        Constant::Random | Constant::CpuTime | Constant::RealTime => return None,
    })
}

/// The value of a function of one argument.
pub(crate) fn unary(op: Unary, arg: &Number, work: &Work<'_>) -> Value {
    let by = |function: fn(f64) -> f64| float(function(real(arg)?));
    match op {
        Unary::Minus => Ok(arg.negated()),
        Unary::Plus => Ok(arg.clone()),
        Unary::Abs => Ok(if arg.is_negative() {
            arg.negated()
        } else {
            arg.clone()
        }),
        Unary::Sign => Ok(sign(arg)),
        Unary::Succ => add(arg, &Number::Int(1), work),
        Unary::Complement => match arg {
            Number::Int(value) => Ok(Number::Int(!value)),
            _ => {
                let value: BigInt = -integer(arg)? - 1;
                work.charge(value.bits())?;
                Ok(Number::from(value))
            }
        },
        Unary::Msb => Ok(Number::from(positive(arg)?.bits() as i64 - 1)),
        Unary::Lsb => {
            let zeros = positive(arg)?.trailing_zeros().unwrap_or_default();
            Ok(Number::from(zeros as i64))
        }
        Unary::Popcount => {
            let ones: u64 = natural(arg)?
                .iter_u64_digits()
                .map(|digit| u64::from(digit.count_ones()))
                .sum();
            Ok(Number::from(ones as i64))
        }
        Unary::Eval => Ok(arg.clone()),
        Unary::Sqrt => by(f64::sqrt),
        Unary::Sin => by(f64::sin),
        Unary::Cos => by(f64::cos),
        Unary::Tan => by(f64::tan),
        Unary::Cot => by(|value| 1.0 / value.tan()),
        Unary::Asin => by(f64::asin),
        Unary::Acos => by(f64::acos),
        Unary::Atan => by(f64::atan),
        Unary::Acot => by(|value| (1.0 / value).atan()),
        Unary::Sinh => by(f64::sinh),
        Unary::Cosh => by(f64::cosh),
        Unary::Tanh => by(f64::tanh),
        Unary::Asinh => by(libm::asinh),
        Unary::Acosh => by(libm::acosh),
        Unary::Atanh => by(libm::atanh),
        Unary::Exp => by(f64::exp),
        Unary::Log => by(f64::ln),
        Unary::Log2 => by(f64::log2),
        Unary::Log10 => by(f64::log10),
        Unary::Erf => by(libm::erf),
        Unary::Erfc => by(libm::erfc),
        Unary::Lgamma => match real(arg)? {
            value if value > 0.0 => float(libm::lgamma(value)),
            _ => Err(Fault::FloatOverflow),
        },
        Unary::Ceiling => whole(arg, f64::ceil, |quotient, rest| {
            quotient + u8::from(rest.sign() == Sign::Plus)
        }),
        Unary::Floor => whole(arg, f64::floor, |quotient, rest| {
            quotient - u8::from(rest.sign() == Sign::Minus)
        }),
        Unary::Truncate => whole(arg, f64::trunc, |quotient, _| quotient),
        Unary::Round | Unary::Integer => match arg {
            // Half of a rational that is not a whole number goes away from zero, as `round` does with floats.
            Number::Ratio(ratio) => {
                let twice =
                    &ratio.numerator * 2 + ratio_sign(&ratio.numerator) * &ratio.denominator;
                let (quotient, _) = divide(&twice, &(&ratio.denominator * 2), work)?;
                Ok(Number::from(quotient))
            }
            _ => whole(arg, f64::round, |quotient, _| quotient),
        },
        Unary::Float => float(arg.to_f64()),
        Unary::FloatIntegerPart => match arg {
            Number::Float(Float(value)) => float(value.trunc()),
            _ => whole(arg, f64::trunc, |quotient, _| quotient),
        },
        Unary::FloatFractionalPart => match arg {
            Number::Float(Float(value)) if value.is_infinite() => Ok(Number::float(0.0)),
            Number::Float(Float(value)) => float((value - value.trunc()).copysign(*value)),
            Number::Ratio(ratio) => {
                let (_, rest) = divide(&ratio.numerator, &ratio.denominator, work)?;
                Ok(Number::reduced(rest, ratio.denominator.clone()))
            }
            _ => Ok(Number::Int(0)),
        },
        Unary::Rational => rational(arg),
        Unary::Rationalize => rationalize(arg),
        Unary::Numerator => Ok(Number::from(fraction(arg)?.0)),
        Unary::Denominator => Ok(Number::from(fraction(arg)?.1)),
        // The machine has the random numbers.
        Unary::Random => Err(Fault::Undefined),
    }
}

/// The value of a function of two arguments.
pub(crate) fn binary(op: Binary, left: &Number, right: &Number, work: &Work<'_>) -> Value {
    match op {
        Binary::Add => add(left, right, work),
        Binary::Subtract => add(left, &right.negated(), work),
        Binary::Multiply => product(left, right, work),
        Binary::Divide => quotient(left, right, work),
        Binary::Rdiv => {
            let ((above, under), (below, over)) = (fraction(left)?, fraction(right)?);
            if below == BigInt::ZERO {
                return Err(Fault::ZeroDivisor);
            }
            let above = multiply(&above, &over, work)?;
            ratio(&above, &multiply(&under, &below, work)?, work)
        }
        Binary::Truncate => Ok(Number::from(divided(left, right, divide, work)?.0)),
        Binary::Rem => Ok(Number::from(divided(left, right, divide, work)?.1)),
        Binary::Floor => Ok(Number::from(divided(left, right, divide_floor, work)?.0)),
        Binary::Mod => Ok(Number::from(divided(left, right, divide_floor, work)?.1)),
        Binary::Min => Ok(extreme(left, right, Ordering::Less)),
        Binary::Max => Ok(extreme(left, right, Ordering::Greater)),
        Binary::Power => power(left, right, work),
        Binary::ShiftLeft => shift(left, right, true, work),
        Binary::ShiftRight => shift(left, right, false, work),
        Binary::And => Ok(Number::from(integer(left)? & integer(right)?)),
        Binary::Or => Ok(Number::from(integer(left)? | integer(right)?)),
        Binary::Xor => Ok(Number::from(integer(left)? ^ integer(right)?)),
        Binary::Gcd => {
            let common = integers::gcd(&integer(left)?, &integer(right)?, work)?;
            Ok(Number::from(common))
        }
        Binary::Lcm => {
            let (left, right) = (integer(left)?, integer(right)?);
            let common = integers::gcd(&left, &right, work)?;
            if common == BigInt::ZERO {
                return Ok(Number::Int(0));
            }
            let product = multiply(&divide(&left, &common, work)?.0, &right, work)?;
            Ok(Number::from(BigInt::from(product.magnitude().clone())))
        }
        Binary::Atan2 => float(real(left)?.atan2(real(right)?)),
        Binary::LogBase => {
            let (base, value) = (real(left)?, real(right)?);
            float(value.ln() / base.ln())
        }
        Binary::Copysign => Ok(if left.is_negative() == is_minus(right) {
            left.clone()
        } else {
            left.negated()
        }),
        Binary::Nexttoward => float(next_toward(real(left)?, real(right)?)),
        Binary::Getbit => {
            integer(left)?;
            let place = natural(right)?;
            let number = natural(left)?;
            let bit = u64::try_from(&place).is_ok_and(|place| number.bit(place));
            Ok(Number::Int(bit.into()))
        }
    }
}

/// The value of a function of three arguments.
pub(crate) fn ternary(op: Ternary, args: [&Number; 3], work: &Work<'_>) -> Value {
    let Ternary::Powm = op;
    let (base, exponent) = (natural(args[0])?, natural(args[1])?);
    let modulus = positive(args[2])?;
    let value = integers::power_modulo(&base, &exponent, &modulus, work)?;
    Ok(Number::from(value))
}

/// An integer that must be at least 1.
fn positive(arg: &Number) -> Result<BigInt, Fault> {
    let number = integer(arg)?;
    match number.sign() {
        Sign::Plus => Ok(number),
        _ => Err(Fault::Domain("not_less_than_one", arg.clone())),
    }
}

/// An integer that must be at least 0.
fn natural(arg: &Number) -> Result<BigInt, Fault> {
    let number = integer(arg)?;
    match number.sign() {
        Sign::Minus => Err(Fault::Domain("not_less_than_zero", arg.clone())),
        _ => Ok(number),
    }
}

fn is_minus(number: &Number) -> bool {
    match number {
        Number::Float(Float(value)) => value.is_sign_negative(),
        _ => number.is_negative(),
    }
}

fn ratio_sign(number: &BigInt) -> i32 {
    if number.sign() == Sign::Minus { -1 } else { 1 }
}

fn sign(arg: &Number) -> Number {
    match arg {
        Number::Float(Float(value)) if value.is_nan() => arg.clone(),
        Number::Float(Float(value)) => Number::float(match value.partial_cmp(&0.0) {
            Some(Ordering::Greater) => 1.0,
            Some(Ordering::Less) => -1.0,
            _ => 0.0,
        }),
        Number::Int(value) => Number::Int(value.signum()),
        _ => Number::Int(if arg.is_negative() { -1 } else { 1 }),
    }
}

/// A number as an integer: a float by a rounding function, unless it is none or infinite; a rational by its quotient and remainder.
fn whole(arg: &Number, round: fn(f64) -> f64, adjust: fn(BigInt, &BigInt) -> BigInt) -> Value {
    match arg {
        Number::Float(Float(value)) if !value.is_finite() => Ok(arg.clone()),
        Number::Float(Float(value)) => Ok(exact(round(*value))),
        Number::Ratio(ratio) => {
            let quotient = &ratio.numerator / &ratio.denominator;
            let rest = &ratio.numerator - &quotient * &ratio.denominator;
            Ok(Number::from(adjust(quotient, &rest)))
        }
        _ => Ok(arg.clone()),
    }
}

/// A finite float as a number without a rounding error.
fn exact(value: f64) -> Number {
    if value.fract() == 0.0 && value.abs() < 9.0e18 {
        return Number::Int(value as i64);
    }
    let bits = value.to_bits();
    let raised = (bits >> 52 & 0x7ff) as i64;
    let fraction = bits & ((1 << 52) - 1);
    let digits = fraction | if raised > 0 { 1 << 52 } else { 0 };
    let power = raised.max(1) - 1075;
    let digits = BigInt::from(if value < 0.0 {
        -(digits as i64)
    } else {
        digits as i64
    });
    if power >= 0 {
        return Number::from(digits << power.unsigned_abs());
    }
    let below = BigInt::from(1) << power.unsigned_abs();
    Number::ratio(digits, below).expect("a power of two is not 0")
}

fn rational(arg: &Number) -> Value {
    match arg {
        Number::Float(Float(value)) if value.is_nan() => Err(Fault::Undefined),
        Number::Float(Float(value)) if value.is_infinite() => Err(Fault::RationalOverflow),
        Number::Float(Float(value)) => Ok(exact(*value)),
        _ => Ok(arg.clone()),
    }
}

/// The first convergent of a float's continued fraction that is nearest to the float. Its terms are computed with floats, as in SWI-Prolog.
fn rationalize(arg: &Number) -> Value {
    let number = rational(arg)?;
    let (Number::Float(Float(wanted)), Number::Ratio(_)) = (arg, &number) else {
        return Ok(number);
    };
    let size = wanted.abs();
    let mut rest = size;
    let (mut last, mut this) = (
        (BigInt::ZERO, BigInt::from(1)),
        (BigInt::from(1), BigInt::ZERO),
    );
    while rest.is_finite() {
        let part = match exact(rest.floor()) {
            Number::Int(part) => BigInt::from(part),
            Number::Big(part) => part,
            _ => break,
        };
        let next = (&part * &this.0 + last.0, &part * &this.1 + last.1);
        (last, this) = (this, next);
        let found = Number::reduced(this.0.clone(), this.1.clone());
        if found.to_f64() == size {
            return Ok(if *wanted < 0.0 {
                found.negated()
            } else {
                found
            });
        }
        rest = 1.0 / (rest - rest.floor());
    }
    Ok(number)
}

fn add(left: &Number, right: &Number, work: &Work<'_>) -> Value {
    match (left, right) {
        (Number::Int(l), Number::Int(r)) => match l.checked_add(*r) {
            Some(sum) => Ok(Number::Int(sum)),
            None => Ok(Number::from(BigInt::from(*l) + r)),
        },
        (Number::Float(_), _) | (_, Number::Float(_)) => float(operand(left)? + operand(right)?),
        (Number::Ratio(_), _) | (_, Number::Ratio(_)) => {
            let ((above, under), (below, over)) = (fraction(left)?, fraction(right)?);
            let sum = multiply(&above, &over, work)? + multiply(&below, &under, work)?;
            ratio(&sum, &multiply(&under, &over, work)?, work)
        }
        _ => {
            let (left, right) = (integer(left)?, integer(right)?);
            work.charge(left.bits().max(right.bits()) + 1)?;
            Ok(Number::from(left + right))
        }
    }
}

/// An operand beside a float, which must not be too large unless it is a float itself.
fn operand(number: &Number) -> Result<f64, Fault> {
    match number {
        Number::Float(Float(value)) => Ok(*value),
        _ => real(number),
    }
}

fn product(left: &Number, right: &Number, work: &Work<'_>) -> Value {
    match (left, right) {
        (Number::Int(l), Number::Int(r)) => match l.checked_mul(*r) {
            Some(product) => Ok(Number::Int(product)),
            None => Ok(Number::from(BigInt::from(*l) * r)),
        },
        (Number::Float(_), _) | (_, Number::Float(_)) => float(operand(left)? * operand(right)?),
        (Number::Ratio(_), _) | (_, Number::Ratio(_)) => {
            let ((above, under), (below, over)) = (fraction(left)?, fraction(right)?);
            let product = multiply(&above, &below, work)?;
            ratio(&product, &multiply(&under, &over, work)?, work)
        }
        _ => Ok(Number::from(multiply(
            &integer(left)?,
            &integer(right)?,
            work,
        )?)),
    }
}

/// `/`: an integer if both are integers and there is no remainder.
fn quotient(left: &Number, right: &Number, work: &Work<'_>) -> Value {
    match (left, right) {
        (Number::Int(l), Number::Int(r)) if *r != 0 && l.checked_rem(*r) == Some(0) => {
            Ok(Number::Int(l / r))
        }
        (Number::Float(_), _) | (_, Number::Float(_)) => {
            let (above, below) = (operand(left)?, operand(right)?);
            if below == 0.0 {
                return Err(match above {
                    _ if above == 0.0 || above.is_nan() => Fault::Undefined,
                    _ if above.is_infinite() => Fault::FloatOverflow,
                    _ => Fault::ZeroDivisor,
                });
            }
            if below.is_infinite() && !matches!(left, Number::Float(_)) {
                return Ok(Number::Int(0));
            }
            float(above / below)
        }
        (_, Number::Int(0)) => Err(Fault::ZeroDivisor),
        (Number::Ratio(_), _) | (_, Number::Ratio(_)) => {
            let ((above, under), (below, over)) = (fraction(left)?, fraction(right)?);
            let above = multiply(&above, &over, work)?;
            ratio(&above, &multiply(&under, &below, work)?, work)
        }
        _ => {
            let (quotient, rest) = divide(&integer(left)?, &integer(right)?, work)?;
            if rest == BigInt::ZERO {
                return Ok(Number::from(quotient));
            }
            float(real(left)? / real(right)?)
        }
    }
}

type Division = fn(&BigInt, &BigInt, &Work<'_>) -> Result<(BigInt, BigInt), Fault>;

/// A division with remainder.
fn divided(
    left: &Number,
    right: &Number,
    by: Division,
    work: &Work<'_>,
) -> Result<(BigInt, BigInt), Fault> {
    let (left, right) = (integer(left)?, integer(right)?);
    if right == BigInt::ZERO {
        return Err(Fault::ZeroDivisor);
    }
    by(&left, &right, work)
}

/// The smaller or larger of two. What is not a number loses, and of two that are equal a float wins.
fn extreme(left: &Number, right: &Number, wanted: Ordering) -> Number {
    let is_nan = |number: &Number| number.to_f64().is_nan();
    let is_left = match left.compare(right) {
        None => !is_nan(left),
        // 0 is more than -0.0.
        Some(Ordering::Equal) => match left.to_f64().total_cmp(&right.to_f64()) {
            Ordering::Equal => matches!(left, Number::Float(_)),
            order => order == wanted,
        },
        Some(order) => order == wanted,
    };
    if is_left { left.clone() } else { right.clone() }
}

/// Moves the bits of an integer; a negative distance goes the other way.
fn shift(number: &Number, distance: &Number, left: bool, work: &Work<'_>) -> Value {
    let (value, distance) = (integer(number)?, integer(distance)?);
    let left = left == (distance.sign() != Sign::Minus);
    if value == BigInt::ZERO {
        return Ok(Number::Int(0));
    }
    let bits = u64::try_from(distance.magnitude());
    if left {
        let bits = bits.map_err(|_| Fault::Resource)?;
        work.charge(value.bits().saturating_add(bits))?;
        return Ok(Number::from(value << bits));
    }
    Ok(match bits.ok().filter(|bits| *bits <= value.bits()) {
        Some(bits) => Number::from(value >> bits),
        None => Number::Int(if value.sign() == Sign::Minus { -1 } else { 0 }),
    })
}

/// The next float in the direction of another.
fn next_toward(from: f64, to: f64) -> f64 {
    match from.partial_cmp(&to) {
        Some(Ordering::Less) => from.next_up(),
        Some(Ordering::Greater) => from.next_down(),
        _ => to,
    }
}
