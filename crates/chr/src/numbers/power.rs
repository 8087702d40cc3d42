//! Powers: exact where they are, floats where they are not.

use gridwright_term::{BigInt, Float, Number, Ratio, Sign};

use crate::numbers::integers::{self, Work, multiply, root};
use crate::numbers::{Fault, Value, float, fraction, integer, real};

/// `**` and `^`.
pub(super) fn power(base: &Number, exponent: &Number, work: &Work<'_>) -> Value {
    if let Number::Int(0) = exponent {
        return Ok(Number::Int(1));
    }
    if let Number::Int(1) = base {
        return Ok(Number::Int(1));
    }
    match (base, exponent) {
        (Number::Float(Float(value)), Number::Ratio(degree)) if *value < 0.0 => {
            odd_root(base, exponent, degree)
        }
        (Number::Float(_), _) | (_, Number::Float(_)) => float_power(base, exponent),
        (_, Number::Ratio(degree)) => ratio_power(base, exponent, degree, work),
        (Number::Ratio(ratio), _) => {
            let exponent = integer(exponent)?;
            let (above, below) = if exponent.sign() == Sign::Minus {
                (&ratio.denominator, &ratio.numerator)
            } else {
                (&ratio.numerator, &ratio.denominator)
            };
            let exponent = BigInt::from(exponent.magnitude().clone());
            let above = integers::power(above, &exponent, work)?;
            let below = integers::power(below, &exponent, work)?;
            Ok(Number::reduced(above, below))
        }
        _ => {
            let (whole, times) = (integer(base)?, integer(exponent)?);
            if times.sign() != Sign::Minus {
                return integers::power(&whole, &times, work).map(Number::from);
            }
            match base {
                Number::Int(0) => Err(Fault::ZeroDivisor),
                Number::Int(-1) => Ok(Number::Int(if times.bit(0) { -1 } else { 1 })),
                _ => float_power(base, exponent),
            }
        }
    }
}

fn float_power(base: &Number, exponent: &Number) -> Value {
    let (left, right) = (base.to_f64(), exponent.to_f64());
    if right == 0.0 || left == 1.0 {
        return Ok(match (left == 1.0, base) {
            (true, Number::Float(_)) => Number::float(1.0),
            _ => Number::Int(1),
        });
    }
    if let Number::Int(0) = base
        && right > 0.0
    {
        return Ok(Number::Int(0));
    }
    let (left, right) = (real(base)?, real(exponent)?);
    if left == 0.0 && right < 0.0 {
        return Err(Fault::ZeroDivisor);
    }
    float(left.powf(right))
}

/// A power with a rational exponent: exact if the root is.
fn ratio_power(base: &Number, exponent: &Number, degree: &Ratio, work: &Work<'_>) -> Value {
    let (above, below) = fraction(base)?;
    let negative = above.sign() == Sign::Minus;
    if above.sign() == Sign::NoSign {
        return if degree.numerator.sign() == Sign::Minus {
            Err(Fault::ZeroDivisor)
        } else {
            Ok(Number::Int(0))
        };
    }
    if negative && !degree.denominator.bit(0) {
        return Err(Fault::Undefined);
    }
    let exact = match u32::try_from(&degree.denominator) {
        Ok(degree) => {
            let above = exact_root(&BigInt::from(above.magnitude().clone()), degree, work)?;
            above.zip(exact_root(&below, degree, work)?)
        }
        Err(_) => None,
    };
    match exact {
        Some((above, below)) => {
            // A negative exponent gives a rational, not a float.
            let (above, below) = match degree.numerator.sign() {
                Sign::Minus => (below, above),
                _ => (above, below),
            };
            let above = if negative { -above } else { above };
            let times = BigInt::from(degree.numerator.magnitude().clone());
            power(&Number::reduced(above, below), &Number::from(times), work)
        }
        None if negative => odd_root(base, exponent, degree),
        None => float_power(base, exponent),
    }
}

/// A power of a negative number whose rational exponent has an odd denominator.
fn odd_root(base: &Number, exponent: &Number, degree: &Ratio) -> Value {
    if !degree.denominator.bit(0) {
        return Err(Fault::Undefined);
    }
    let size = float_power(&base.negated(), exponent)?;
    Ok(if degree.numerator.bit(0) {
        size.negated()
    } else {
        size
    })
}

fn exact_root(number: &BigInt, degree: u32, work: &Work<'_>) -> Result<Option<BigInt>, Fault> {
    let part = root(number, degree, work)?;
    let mut back = BigInt::from(1);
    // A root of so high a degree is 1.
    if part.bits() > 1 {
        for _ in 0..degree {
            back = multiply(&back, &part, work)?;
        }
    }
    Ok((&back == number).then_some(part))
}
