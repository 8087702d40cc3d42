//! Scans the number at the start of a text.

use num_bigint::BigInt;

use crate::chars::is_word;
use crate::number::Number;

/// A malformed number: the message, and how much of the text belongs to it.
pub(crate) type Malformed = (&'static str, usize);

pub(crate) const RUNS_ON: &str = "a number runs into a word; put a space between them";

/// Digits that are read at once; more are split, so that the work does not grow with the square of their number.
const AT_ONCE: usize = 1024;

/// The most digits of an integer in a base that is no power of two: as many as are printed in base 10. Reading more takes time that grows faster than their number.
pub(crate) const MAX_DIGITS: usize = 631_306;

pub(crate) const TOO_LONG: &str =
    "an integer of more than 631306 digits is written in base 16, as in 0x1f";

/// Scans the number that a text begins with: a digit comes first. Returns it with its length. As SWI-Prolog does, an `open` scan takes a
/// space between two digits for a separator, and a word may follow directly.
pub(crate) fn scan(text: &str, open: bool) -> Result<(Number, usize), Malformed> {
    let ended = |value, length| {
        if open {
            Ok((value, length))
        } else {
            is_ended(text, value, length)
        }
    };
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        let digits = text.strip_prefix(prefix).unwrap_or_default();
        if digits.starts_with(|c: char| c.is_digit(radix)) {
            let (value, length) = whole(digits, radix, false)?;
            return ended(value, 2 + length);
        }
    }
    let (value, length) = whole(text, 10, open)?;
    let after = &text[length..];
    if let Some(digits) = after.strip_prefix('\'')
        && let Number::Int(radix @ 2..=36) = value
        && digits.starts_with(|c: char| c.is_digit(radix as u32))
    {
        let (value, more) = whole(digits, radix as u32, false)?;
        return ended(value, length + 1 + more);
    }
    if let Some(digits) = after.strip_prefix('r')
        && digits.starts_with(|c: char| c.is_ascii_digit())
    {
        let (below, more) = whole(digits, 10, false)?;
        let length = length + 1 + more;
        let (_, length) = ended(Number::Int(0), length)?;
        let ratio = Number::ratio(big(value), big(below));
        return Ok((ratio.ok_or(("a denominator is not 0", length))?, length));
    }
    let fraction = after.strip_prefix('.').map_or(0, digits_at);
    let mut length = length + if fraction > 0 { 1 + fraction } else { 0 };
    if fraction > 0 && text[length..].starts_with("Inf") {
        return ended(Number::float(f64::INFINITY), length + 3);
    }
    if fraction > 0 && text[length..].starts_with("NaN") {
        return ended(Number::float(f64::NAN), length + 3);
    }
    let exponent = exponent(&text[length..]);
    if fraction + exponent == 0 {
        return ended(value, length);
    }
    length += exponent;
    let plain = text[..length].replace(['_', ' '], "");
    let value: f64 = plain.parse().unwrap_or(f64::INFINITY);
    let (_, length) = ended(Number::Int(0), length)?;
    if value.is_infinite() {
        return Err(("this number is too large for a float", length));
    }
    Ok((Number::float(value), length))
}

/// The number, if no word follows it directly.
fn is_ended(text: &str, value: Number, length: usize) -> Result<(Number, usize), Malformed> {
    let word = text[length..].find(|c| !is_word(c));
    match word.unwrap_or(text.len() - length) {
        0 => Ok((value, length)),
        more => Err((RUNS_ON, length + more)),
    }
}

/// Scans digits, with a single `_` between some of them, or a space if that is allowed.
fn whole(text: &str, radix: u32, spaced: bool) -> Result<(Number, usize), Malformed> {
    let mut value = Some(0_i64);
    let mut length = 0;
    for (at, c) in text.char_indices() {
        if let Some(digit) = c.to_digit(radix) {
            let shifted = value.and_then(|value| value.checked_mul(radix.into()));
            value = shifted.and_then(|value| value.checked_add(digit.into()));
            length = at + 1;
        } else if !(c == '_' || spaced && c == ' ')
            || !text[at + 1..].starts_with(|c: char| c.is_digit(radix))
        {
            break;
        }
    }
    if let Some(value) = value {
        return Ok((Number::Int(value), length));
    }
    let digits = text[..length].chars().filter_map(|c| c.to_digit(radix));
    let digits: Vec<u8> = digits.map(|digit| digit as u8).collect();
    match digits.len() > MAX_DIGITS && !radix.is_power_of_two() {
        true => Err((TOO_LONG, length)),
        false => Ok((Number::from(large(&digits, radix)), length)),
    }
}

/// The value of digits, by halves.
fn large(digits: &[u8], radix: u32) -> BigInt {
    if digits.len() <= AT_ONCE {
        return BigInt::from_radix_be(num_bigint::Sign::Plus, digits, radix)
            .expect("the digits are below the radix");
    }
    let (high, low) = digits.split_at(digits.len() / 2);
    let power = u32::try_from(low.len()).expect("a text has less than 4 GB");
    large(high, radix) * BigInt::from(radix).pow(power) + large(low, radix)
}

fn big(number: Number) -> BigInt {
    match number {
        Number::Int(value) => value.into(),
        Number::Big(value) => value,
        Number::Ratio(_) | Number::Float(_) => BigInt::ZERO,
    }
}

/// How many digits a text begins with.
fn digits_at(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len())
}

/// The length of an exponent with its `e` and sign; 0 if there is none.
fn exponent(text: &str) -> usize {
    let Some(rest) = text.strip_prefix(['e', 'E']) else {
        return 0;
    };
    let signed = rest.strip_prefix(['+', '-']).unwrap_or(rest);
    match digits_at(signed) {
        0 => 0,
        digits => text.len() - signed.len() + digits,
    }
}
