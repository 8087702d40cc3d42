//! Numbers as SWI-Prolog has them: integers of any size, rationals and floats; how they are written, read and ordered.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use num_bigint::{BigInt, Sign};
use num_integer::Integer;

/// A number. Every value has one representation: an integer of 64 bits is an [`Number::Int`], and a rational is in lowest terms and
/// not whole. The functions that make numbers see to it.
///
/// ```
/// use gridwright_term::Number;
/// let third = Number::ratio(2.into(), 6.into()).expect("6 is not 0");
/// assert_eq!(third.to_string(), "1r3");
/// assert_eq!("1e22".parse::<Number>().map(|number| number.to_string()), Ok("1.0e+22".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// An integer of 64 bits.
    Int(i64),
    /// A larger integer.
    Big(BigInt),
    /// A rational that is not whole.
    Ratio(Box<Ratio>),
    /// A float.
    Float(Float),
}

/// A rational in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    /// The numerator.
    pub numerator: BigInt,
    /// The denominator, greater than 1.
    pub denominator: BigInt,
}

/// A float. Two are equal if their bits are, so that 0.0 is not -0.0.
#[derive(Clone, Copy, Debug)]
pub struct Float(pub f64);

impl PartialEq for Float {
    fn eq(&self, other: &Float) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Float {}

impl Hash for Float {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl Number {
    /// Makes the rational of two integers, or an integer if it is whole; `None` if the denominator is 0.
    pub fn ratio(numerator: BigInt, denominator: BigInt) -> Option<Number> {
        if denominator == BigInt::ZERO {
            return None;
        }
        let common = numerator.gcd(&denominator);
        Some(Number::reduced(numerator / &common, denominator / &common))
    }

    /// Makes the rational of two integers without a common divisor, or an integer if it is whole. The denominator is not 0.
    pub fn reduced(mut numerator: BigInt, mut denominator: BigInt) -> Number {
        if denominator.sign() == Sign::Minus {
            (numerator, denominator) = (-numerator, -denominator);
        }
        if denominator == BigInt::from(1) {
            return Number::from(numerator);
        }
        Number::Ratio(Box::new(Ratio {
            numerator,
            denominator,
        }))
    }

    /// Makes a float. What is not a number has one representation too.
    pub fn float(value: f64) -> Number {
        Number::Float(Float(if value.is_nan() { f64::NAN } else { value }))
    }

    /// Whether its text begins with a minus.
    pub fn is_negative(&self) -> bool {
        match self {
            Number::Int(value) => *value < 0,
            Number::Big(value) => value.sign() == Sign::Minus,
            Number::Ratio(ratio) => ratio.numerator.sign() == Sign::Minus,
            Number::Float(Float(value)) => value.is_sign_negative() && !value.is_nan(),
        }
    }

    /// The nearest float; an infinity if it is too large.
    pub fn to_f64(&self) -> f64 {
        match self {
            Number::Int(value) => *value as f64,
            Number::Big(value) => quotient(value, &BigInt::from(1)),
            Number::Ratio(ratio) => quotient(&ratio.numerator, &ratio.denominator),
            Number::Float(Float(value)) => *value,
        }
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negated(&self) -> Number {
        match self {
            Number::Int(value) => match value.checked_neg() {
                Some(value) => Number::Int(value),
                None => Number::from(-BigInt::from(*value)),
            },
            Number::Big(value) => Number::from(-value),
            Number::Ratio(ratio) => Number::Ratio(Box::new(Ratio {
                numerator: -&ratio.numerator,
                denominator: ratio.denominator.clone(),
            })),
            Number::Float(Float(value)) => Number::float(-value),
        }
    }

    /// Compares by value. A float and another number are compared as floats, as SWI-Prolog does; `None` if one is not a number.
    pub fn compare(&self, other: &Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Int(left), Number::Int(right)) => Some(left.cmp(right)),
            (Number::Float(_), _) | (_, Number::Float(_)) => {
                self.to_f64().partial_cmp(&other.to_f64())
            }
            (Number::Big(left), Number::Big(right)) => Some(left.cmp(right)),
            (Number::Big(left), Number::Int(_)) => Some(left.sign().cmp(&Sign::NoSign)),
            (Number::Int(_), Number::Big(right)) => Some(Sign::NoSign.cmp(&right.sign())),
            (Number::Ratio(_), _) | (_, Number::Ratio(_)) => {
                let ((left, below), (right, under)) = (self.fraction(), other.fraction());
                Some((left * under).cmp(&(right * below)))
            }
        }
    }

    /// The numerator and the denominator; a float is not one, and 0 here.
    fn fraction(&self) -> (BigInt, BigInt) {
        match self {
            Number::Int(value) => (BigInt::from(*value), BigInt::from(1)),
            Number::Big(value) => (value.clone(), BigInt::from(1)),
            Number::Ratio(ratio) => (ratio.numerator.clone(), ratio.denominator.clone()),
            Number::Float(_) => (BigInt::ZERO, BigInt::from(1)),
        }
    }
}

/// The standard order of terms: by value, and a float before another number of the same value; what is not a number comes first.
impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        match (self, other) {
            (Number::Float(Float(left)), Number::Float(Float(right))) => {
                match (left.is_nan(), right.is_nan()) {
                    (false, false) => left.total_cmp(right),
                    (left_nan, right_nan) => right_nan
                        .cmp(&left_nan)
                        .then_with(|| left.to_bits().cmp(&right.to_bits())),
                }
            }
            (Number::Float(Float(left)), _) => {
                let order = left.partial_cmp(&other.to_f64());
                order.map_or(Ordering::Less, |order| order.then(Ordering::Less))
            }
            (_, Number::Float(_)) => other.cmp(self).reverse(),
            _ => self.compare(other).unwrap_or(Ordering::Equal),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number::Int(value)
    }
}

impl From<BigInt> for Number {
    fn from(value: BigInt) -> Number {
        match i64::try_from(&value) {
            Ok(value) => Number::Int(value),
            Err(_) => Number::Big(value),
        }
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Number {
        Number::float(value)
    }
}

/// The float nearest to a quotient, by its leading bits and one bit for whether there are others.
fn quotient(numerator: &BigInt, denominator: &BigInt) -> f64 {
    let lengths = |number: &BigInt| i64::try_from(number.bits()).unwrap_or(i64::MAX);
    // So many bits to the left leave 64 to 66 of the quotient, or down to the last bit that a float can have.
    let shift = (65 - lengths(numerator) + lengths(denominator)).min(1076);
    let (dividend, divisor) = match usize::try_from(shift) {
        Ok(left) => (
            numerator.magnitude() << left,
            denominator.magnitude().clone(),
        ),
        Err(_) => (
            numerator.magnitude().clone(),
            denominator.magnitude() << shift.unsigned_abs(),
        ),
    };
    let (whole, rest) = dividend.div_rem(&divisor);
    // One or two bits more than 64 go where the rest goes.
    let extra = whole.bits().saturating_sub(64);
    let lost = rest.bits() > 0 || whole.trailing_zeros().is_some_and(|zeros| zeros < extra);
    let leading = u64::try_from(whole >> extra).unwrap_or(u64::MAX) | u64::from(lost);
    let size = scaled(leading as f64, extra as i64 - shift);
    if numerator.sign() == Sign::Minus {
        -size
    } else {
        size
    }
}

/// A float times a power of two, rounded once.
fn scaled(value: f64, power: i64) -> f64 {
    let factor = |power: i64| f64::from_bits(((power + 1023) as u64) << 52);
    match power {
        -1022..=1023 => value * factor(power),
        1024.. if power > 2046 => f64::INFINITY,
        1024.. => value * factor(1023) * factor(power - 1023),
        // The value has no more than 64 bits, so that the first product is exact.
        -2000.. => value * factor(-900) * factor((power + 900).max(-1022)),
        _ => 0.0,
    }
}

/// Integers of more bits are printed in base 16, because that takes time in proportion to their length.
const MAX_DECIMAL_BITS: u64 = 1 << 21;

fn format_big(value: &BigInt, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match value.bits() > MAX_DECIMAL_BITS {
        true => write!(f, "{value:#x}"),
        false => write!(f, "{value}"),
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Int(value) => value.fmt(f),
            Number::Big(value) => format_big(value, f),
            Number::Ratio(ratio) => {
                format_big(&ratio.numerator, f)?;
                f.write_str("r")?;
                format_big(&ratio.denominator, f)
            }
            Number::Float(value) => value.fmt(f),
        }
    }
}

/// The shortest digits that are read back as the same float.
impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Float(value) = *self;
        if value.is_nan() {
            return f.write_str("1.5NaN");
        }
        let sign = if value.is_sign_negative() { "-" } else { "" };
        if value.is_infinite() {
            return write!(f, "{sign}1.0Inf");
        }
        let text = format!("{:e}", value.abs());
        let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
        let digits = mantissa.replace('.', "");
        // The point stands after so many digits.
        let point = power.parse::<i32>().unwrap_or_default() + 1;
        let rest = |from: usize| match digits.get(from..) {
            None | Some("") => "0",
            Some(rest) => rest,
        };
        match usize::try_from(point) {
            Ok(0) | Err(_) if point > -4 => {
                let zeros = "0".repeat(point.unsigned_abs() as usize);
                write!(f, "{sign}0.{zeros}{digits}")
            }
            Ok(point) if point > 0 && (point <= 15 || point < digits.len()) => {
                write!(
                    f,
                    "{sign}{:0<point$}.{}",
                    digits.get(..point).unwrap_or(&digits),
                    rest(point)
                )
            }
            _ => {
                let plus = if point > 0 { "+" } else { "" };
                write!(f, "{sign}{}.{}e{plus}{}", &digits[..1], rest(1), point - 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    #[test]
    fn very_long_integers_are_printed_in_base_16() {
        let number = Number::Big(BigInt::from(-5) << MAX_DECIMAL_BITS);
        let text = number.to_string();
        assert!(text.starts_with("-0x5000"), "{}", &text[..20]);
        assert_eq!(text.parse(), Ok(number));
    }

    #[test]
    fn floats_are_written_as_in_swi_prolog() {
        let table = [
            (0.1, "0.1"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e10, "10000000000.0"),
            (1e14, "100000000000000.0"),
            (999_999_999_999_999.0, "999999999999999.0"),
            (1e15, "1.0e+15"),
            (1e22, "1.0e+22"),
            (123_456_789_012_345_680.0, "1.2345678901234568e+17"),
            (1_234_567_890_123_456.5, "1234567890123456.5"),
            (0.0001, "0.0001"),
            (0.000_123, "0.000123"),
            (0.000_01, "1.0e-5"),
            (0.000_012_3, "1.23e-5"),
            (5e-324, "5.0e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (-2.5, "-2.5"),
            (100.0, "100.0"),
            (f64::INFINITY, "1.0Inf"),
            (f64::NEG_INFINITY, "-1.0Inf"),
            (f64::NAN, "1.5NaN"),
        ];
        for (value, expected) in table {
            assert_eq!(Float(value).to_string(), expected);
            let back = number(expected).to_f64();
            assert!(
                back.to_bits() == value.to_bits() || value.is_nan(),
                "{expected}"
            );
        }
    }

    #[test]
    fn numbers_have_one_representation() {
        let table = [
            ("6r3", Number::Int(2)),
            ("-9223372036854775808", Number::Int(i64::MIN)),
            ("9223372036854775807", Number::Int(i64::MAX)),
            ("0r5", Number::Int(0)),
        ];
        for (text, expected) in table {
            assert_eq!(number(text), expected);
        }
        assert_eq!(number("2r6"), number("1r3"));
        assert!(matches!(number("9223372036854775808"), Number::Big(_)));
        assert_eq!(
            number("9223372036854775808").negated(),
            Number::Int(i64::MIN)
        );
        assert_eq!(
            Number::Int(i64::MIN).negated(),
            number("9223372036854775808")
        );
        assert_eq!(number("1r3").negated(), number("-1r3"));
        assert_eq!(Number::ratio(1.into(), BigInt::ZERO), None);
        assert_ne!(number("0.0"), number("-0.0"));
    }

    #[test]
    fn the_nearest_float_is_found() {
        let table = [
            ("1r3", 1.0 / 3.0),
            ("-1r3", -1.0 / 3.0),
            ("9007199254740993", 9_007_199_254_740_992.0),
            ("9007199254740995", 9_007_199_254_740_996.0),
            ("18446744073709551617", 18_446_744_073_709_551_616.0),
            ("18014398509481985", 18_014_398_509_481_984.0),
            // Halfway between two floats, and just above.
            ("36893488147419107328", 36_893_488_147_419_103_232.0),
            ("36893488147419107329", 36_893_488_147_419_111_424.0),
            ("12345678901234567890123", 12_345_678_901_234_567_890_123.0),
            ("3602879701896397r36028797018963968", 0.1),
        ];
        for (text, expected) in table {
            assert_eq!(number(text).to_f64(), expected, "{text}");
        }
        let huge = Number::from(BigInt::from(1) << 2000_usize);
        assert_eq!(huge.to_f64(), f64::INFINITY);
        assert_eq!(
            Number::from(BigInt::from(1) << 1023_usize).to_f64(),
            2_f64.powi(1023)
        );
        let tiny = |bits: usize| Number::ratio(1.into(), BigInt::from(1) << bits);
        for (bits, expected) in [
            (1074, 5e-324),
            (1030, 2_f64.powi(-1030)),
            (1076, 0.0),
            (5000, 0.0),
        ] {
            assert_eq!(
                tiny(bits).map(|number| number.to_f64()),
                Some(expected),
                "{bits}"
            );
        }
    }

    #[test]
    fn the_standard_order() {
        let ordered = [
            "1.5NaN",
            "-1.0Inf",
            "-18446744073709551616",
            "-1r2",
            "-0.0",
            "0.0",
            "0",
            "0.3333333333333333",
            "1r3",
            "0.5",
            "1r2",
            "1.0",
            "1",
            "2",
            "9007199254740996.0",
            "9007199254740995",
            "9007199254740996",
            "18446744073709551616",
            "1.0Inf",
        ];
        for (at, left) in ordered.iter().enumerate() {
            for (other, right) in ordered.iter().enumerate() {
                let order = number(left).cmp(&number(right));
                assert_eq!(order, at.cmp(&other), "{left} {right}");
            }
        }
    }

    #[test]
    fn values_are_compared_as_floats_if_one_is() {
        let table = [
            ("1", "1.0", Some(Ordering::Equal)),
            (
                "9007199254740993",
                "9007199254740992.0",
                Some(Ordering::Equal),
            ),
            ("1r3", "0.3333333333333333", Some(Ordering::Equal)),
            ("0.0", "-0.0", Some(Ordering::Equal)),
            ("1.5NaN", "1", None),
            ("1r3", "1r2", Some(Ordering::Less)),
            ("18446744073709551616", "1", Some(Ordering::Greater)),
            ("1", "-18446744073709551616", Some(Ordering::Greater)),
        ];
        for (left, right, expected) in table {
            assert_eq!(
                number(left).compare(&number(right)),
                expected,
                "{left} {right}"
            );
        }
    }
}
