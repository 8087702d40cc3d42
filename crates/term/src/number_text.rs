//! Numbers from texts that are nothing else.

use std::str::FromStr;

use num_bigint::BigInt;

use crate::number::Number;
use crate::token::{TokenKind, tokenise};

/// Reads a whole text as a number, with or without a sign directly before it. The error is a message.
impl FromStr for Number {
    type Err = String;

    fn from_str(text: &str) -> Result<Number, String> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let nothing = || "this is not a number".to_owned();
        if !digits.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(nothing());
        }
        let mut tokens = tokenise(digits);
        let token = tokens.next().ok_or_else(nothing)?;
        if token.span.end != digits.len() {
            return Err(nothing());
        }
        let number = match token.kind {
            TokenKind::Int(size) => Number::from(BigInt::from(size)),
            TokenKind::Number(number) => number,
            TokenKind::Bad(why) => return Err(why),
            _ => return Err(nothing()),
        };
        Ok(if negative { number.negated() } else { number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::{MAX_DIGITS, RUNS_ON, TOO_LONG};

    #[test]
    fn texts_are_read_as_numbers() {
        let table = [
            ("12", "12"),
            ("-12", "-12"),
            ("+12", "12"),
            ("0x1F", "31"),
            ("0x1_F", "31"),
            ("0b101", "5"),
            ("0'a", "97"),
            ("0'\\n", "10"),
            ("2'101", "5"),
            ("36'Zz", "1295"),
            ("1_000", "1000"),
            ("1_000.5", "1000.5"),
            ("1_000r3", "1000r3"),
            ("1.5", "1.5"),
            ("1.5e3", "1500.0"),
            ("1e10", "10000000000.0"),
            ("1E+5", "100000.0"),
            ("1.0e-400", "0.0"),
            ("-1.5", "-1.5"),
            ("2r4", "1r2"),
            ("1.0Inf", "1.0Inf"),
            ("1.5NaN", "1.5NaN"),
            (
                "123456789012345678901234567890",
                "123456789012345678901234567890",
            ),
        ];
        for (text, expected) in table {
            let read = text.parse::<Number>().map(|number| number.to_string());
            assert_eq!(read.as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn the_longest_integers_in_base_10_are_those_that_are_printed_so() {
        let digits = MAX_DIGITS;
        let number = "7".repeat(digits).parse::<Number>();
        assert!(number.is_ok());
        let longer = "1".to_owned() + &"7".repeat(digits);
        assert_eq!(longer.parse::<Number>(), Err(TOO_LONG.to_owned()));
        assert!(TOO_LONG.contains(&digits.to_string()));
        let largest = Number::from((BigInt::from(1) << (1_u32 << 21)) - 1);
        assert_eq!(largest.to_string().len(), digits);
        assert!(format!("0x{longer}").parse::<Number>().is_ok());
    }

    #[test]
    fn other_texts_are_none() {
        let none = "this is not a number";
        let table = [
            ("", none),
            ("a", none),
            ("- 12", none),
            (" 12", none),
            ("12 ", none),
            ("--1", none),
            ("1.", none),
            ("1.e5", none),
            ("1r-3", none),
            ("1R3", RUNS_ON),
            ("12abc", RUNS_ON),
            ("1.5_0", RUNS_ON),
            ("1__0", RUNS_ON),
            ("0x", RUNS_ON),
            ("0x1r3", RUNS_ON),
            ("1Inf", RUNS_ON),
            ("1r0", "a denominator is not 0"),
            ("1.0e400", "this number is too large for a float"),
        ];
        for (text, expected) in table {
            let read = text.parse::<Number>();
            assert_eq!(read, Err(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn many_digits_are_read_quickly_and_come_back() {
        let text: String = (1..60_000_u32)
            .map(|at| char::from(b'1' + (at * at % 9) as u8))
            .collect();
        let number = text.parse::<Number>().expect("it is a number");
        assert!(number.to_string() == text);
    }
}
