//! Arithmetic: the functions of `is/2` on integers of any size, rationals and floats, with the values and errors of SWI-Prolog.
//!
//! Small integers are added, compared and so on where the machine meets them; what is here takes over where those do not suffice.

mod functions;
mod integers;
mod power;

pub(crate) use functions::{binary, constant, ternary, unary};
pub(crate) use integers::{MemoryLimit, Work, decimal, root};

use gridwright_control::Limit;
use gridwright_term::{BigInt, Float, Number};

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fault {
    /// `evaluation_error(undefined)`.
    Undefined,
    /// `evaluation_error(zero_divisor)`.
    ZeroDivisor,
    /// `evaluation_error(float_overflow)`.
    FloatOverflow,
    /// `evaluation_error(rational_overflow)`: an infinity is no rational.
    RationalOverflow,
    /// A number of another type is needed.
    Type(&'static str, Number),
    /// A number outside of what is allowed.
    Domain(&'static str, Number),
    /// The value does not fit into memory.
    Resource,
    /// A limit of the run was reached.
    Limit(Limit),
}

/// The value of an expression.
pub(crate) type Value = Result<Number, Fault>;

/// A result, if it is a number that is not too large.
fn float(value: f64) -> Value {
    if value.is_nan() {
        return Err(Fault::Undefined);
    }
    if value.is_infinite() {
        return Err(Fault::FloatOverflow);
    }
    Ok(Number::float(value))
}

/// An argument as a float, which must not be too large.
fn real(number: &Number) -> Result<f64, Fault> {
    let value = number.to_f64();
    float(value).map(|_| value)
}

/// An integer as a big one; a number that is not an integer is an error.
pub(crate) fn integer(number: &Number) -> Result<BigInt, Fault> {
    match number {
        Number::Int(value) => Ok(BigInt::from(*value)),
        Number::Big(value) => Ok(value.clone()),
        _ => Err(wrong_type("integer", number)),
    }
}

/// The error for a number of another type; infinities and NaN have errors of their own.
fn wrong_type(wanted: &'static str, number: &Number) -> Fault {
    match number {
        Number::Float(Float(value)) if value.is_nan() => Fault::Undefined,
        Number::Float(Float(value)) if value.is_infinite() => Fault::FloatOverflow,
        _ => Fault::Type(wanted, number.clone()),
    }
}

/// The numerator and the denominator of a number that is not a float.
fn fraction(number: &Number) -> Result<(BigInt, BigInt), Fault> {
    match number {
        Number::Ratio(ratio) => Ok((ratio.numerator.clone(), ratio.denominator.clone())),
        Number::Float(_) => Err(Fault::Type("rational", number.clone())),
        _ => Ok((integer(number)?, BigInt::from(1))),
    }
}
