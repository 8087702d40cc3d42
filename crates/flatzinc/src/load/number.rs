//! A float of the text as a number over the model: exact in decimal units, or a cell.

use gridwright_constraints::Float;
use gridwright_fd::{MAX_VALUE, MIN_VALUE, View};

/// A float of the text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Number {
    pub(crate) float: Float,
    /// If it is exact: the view, and the number of decimal digits by which its value is divided.
    pub(crate) exact: Option<(View, u32)>,
}

impl Number {
    pub(crate) fn int(view: View) -> Number {
        Number::decimal(view, 0)
    }

    pub(crate) fn decimal(view: View, digits: u32) -> Number {
        Number {
            float: Float::decimal(view, digits),
            exact: Some((view, digits)),
        }
    }

    pub(crate) fn constant(value: f64) -> Number {
        let small = decimal(value).and_then(|(scaled, digits)| {
            let scaled = i32::try_from(scaled).ok()?;
            let is_small = (MIN_VALUE..=MAX_VALUE).contains(&scaled);
            is_small.then(|| (View::constant(scaled), digits))
        });
        Number {
            float: Float::constant(value),
            exact: small,
        }
    }
}

/// The most decimal digits of an exact float.
const MAX_DIGITS: u32 = 6;

/// A number as an integer and the number of digits after its decimal point.
pub(crate) fn decimal(value: f64) -> Option<(i64, u32)> {
    (0..=MAX_DIGITS).find_map(|digits| {
        let unit = 10_f64.powi(digits as i32);
        let scaled = (value * unit).round();
        let is_exact = scaled.abs() < 1e15 && scaled / unit == value;
        is_exact.then_some((scaled as i64, digits))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_recognised() {
        for (value, expected) in [
            (0.35, Some((35, 2))),
            (-2.0, Some((-2, 0))),
            (1e-6, Some((1, 6))),
            (1.0 / 3.0, None),
            (f64::INFINITY, None),
            (1e300, None),
        ] {
            assert_eq!(decimal(value), expected, "{value}");
        }
    }
}
