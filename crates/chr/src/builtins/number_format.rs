//! Numbers as the directives of `format/2` write them.

use gridwright_term::{BigInt, Float, Number, Sign};

/// An integer with so many digits after a point, and commas between groups of three before it if it is `grouped`.
pub(super) fn decimal(digits: &str, point: usize, grouped: bool) -> String {
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", digits),
    };
    let digits = format!("{digits:0>width$}", width = point + 1);
    let (whole, rest) = digits.split_at(digits.len() - point);
    let mut text = sign.to_owned();
    for (at, digit) in whole.char_indices() {
        if grouped && at > 0 && (whole.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if point > 0 {
        text.push('.');
        text.push_str(rest);
    }
    text
}

/// `~Nf`: so many digits after the point, exactly for large integers and rationals; integers of 64 bits are written as the nearest float, as SWI-Prolog does.
pub(super) fn fixed(value: &Number, count: usize) -> String {
    let whole = |above: &BigInt, below: &BigInt| {
        let scale = BigInt::from(10).pow(u32::try_from(count).unwrap_or(u32::MAX));
        let size = BigInt::from(above.magnitude().clone());
        let rounded = (size * scale * 2 + below) / (below * 2);
        let sign = if above.sign() == Sign::Minus { "-" } else { "" };
        decimal(&format!("{sign}{rounded}"), count, false)
    };
    match value {
        Number::Float(Float(value)) if value.is_nan() => "nan".to_owned(),
        Number::Float(Float(value)) => format!("{value:.count$}"),
        Number::Int(value) => format!("{:.count$}", *value as f64),
        Number::Big(value) => whole(value, &BigInt::from(1)),
        Number::Ratio(ratio) => whole(&ratio.numerator, &ratio.denominator),
    }
}

/// `~Ne`: one digit before the point and so many after it.
pub(super) fn exponential(value: f64, count: usize) -> String {
    if !value.is_finite() {
        return fixed(&Number::float(value), 0);
    }
    let text = format!("{value:.count$e}");
    let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, power) = match power.strip_prefix('-') {
        Some(power) => ('-', power),
        None => ('+', power),
    };
    format!("{mantissa}e{sign}{power:0>2}")
}

/// `~Ng`: as `~e` or `~f`, by the size of the number, without zeros at the end.
pub(super) fn general(value: f64, count: usize) -> String {
    if !value.is_finite() {
        return fixed(&Number::float(value), 0);
    }
    let count = count.max(1);
    let text = exponential(value, count - 1);
    let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
    let trimmed = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    match power.parse::<i64>() {
        Ok(power @ -4..) if power < count as i64 => {
            let places = (count as i64 - 1 - power).unsigned_abs() as usize;
            trimmed(&format!("{value:.places$}"))
        }
        _ => format!("{}e{power}", trimmed(mantissa)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_write_numbers_as_in_swi_prolog() {
        let number = |text: &str| text.parse::<Number>().expect("it is a number");
        let fixed_table = [
            ("1.555", 2, "1.55"),
            ("0.1", 20, "0.10000000000000000555"),
            ("0.5", 0, "0"),
            ("1.5", 0, "2"),
            ("2.5", 0, "2"),
            ("5r2", 0, "3"),
            ("-5r2", 0, "-3"),
            ("1r3", 2, "0.33"),
            ("-1r3", 30, "-0.333333333333333333333333333333"),
            ("10", 2, "10.00"),
            ("-7", 0, "-7"),
            (
                "100000000000000000000000",
                6,
                "100000000000000000000000.000000",
            ),
            ("-0.0", 4, "-0.0000"),
            ("1.0Inf", 2, "inf"),
            ("1.5NaN", 2, "nan"),
            ("1.0e22", 3, "10000000000000000000000.000"),
        ];
        for (text, count, expected) in fixed_table {
            assert_eq!(fixed(&number(text), count), expected, "{text}");
        }
        for (value, count, expected) in [
            (1.5, 6, "1.500000e+00"),
            (1.5, 0, "2e+00"),
            (0.0, 0, "0e+00"),
            (-12345.678, 2, "-1.23e+04"),
            (1e100, 6, "1.000000e+100"),
            (1.0 / 3.0, 6, "3.333333e-01"),
        ] {
            assert_eq!(exponential(value, count), expected);
        }
        for (value, count, expected) in [
            (1.5, 6, "1.5"),
            (1e8, 3, "1e+08"),
            (0.1, 6, "0.1"),
            (1e10, 6, "1e+10"),
            (1e-10, 6, "1e-10"),
            (12.0, 6, "12"),
            (0.0001, 6, "0.0001"),
            (123_456.0, 6, "123456"),
            (1_234_567.0, 6, "1.23457e+06"),
        ] {
            assert_eq!(general(value, count), expected);
        }
        for (digits, point, grouped, expected) in [
            ("1234567", 2, true, "12,345.67"),
            ("5", 2, false, "0.05"),
            ("-5", 2, false, "-0.05"),
            ("-1234567", 0, true, "-1,234,567"),
            ("123", 0, true, "123"),
        ] {
            assert_eq!(decimal(digits, point, grouped), expected);
        }
    }
}
