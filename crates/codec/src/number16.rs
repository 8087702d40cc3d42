//! The number format of puzz.link: cells row by row, a hexadecimal digit for a small number, a letter for a run of blank cells.
//!
//! | characters | cells |
//! |---|---|
//! | `0` to `f` | the number 0 to 15 |
//! | `-hh` | a number from 16 to 255, hexadecimal |
//! | `+hhh` | from 256 to 4095 |
//! | `=hhh`, `@hhh`, `*hhhh`, `$hhhhh` | the number after adding 4096, 8192, 12240, 77776 |
//! | `.` | a clue without a value |
//! | `g` to `z` | 1 to 20 blank cells |
//!
//! The sites ignore unknown characters and missing cells; here both are errors.

use gridwright_term::Diagnostic;

use crate::Clue;
use crate::cell_code;
use crate::slice::Slice;

/// Formats of larger numbers: the prefix, the number of digits, the offset, and the first number that is too large.
const LARGE: [(char, usize, u32, u32); 6] = [
    ('-', 2, 0, 256),
    ('+', 3, 0, 4096),
    ('=', 3, 4096, 8192),
    ('@', 3, 8192, 12240),
    ('*', 4, 12240, 77776),
    ('$', 5, 77776, 77776 + 0x10_0000),
];

/// The largest number of the format.
pub const MAX: u32 = 77776 + 0xF_FFFF;

/// Reads `n_cells` cells; also returns the rest of the text.
pub fn read(code: Slice<'_>, n_cells: usize) -> Result<(Vec<Clue>, Slice<'_>), Diagnostic> {
    cell_code::read(code, n_cells, |first, rest, cells| {
        let after = rest.skip(first.len_utf8());
        let (clue, run, after) = if let Some(run) = blanks(first) {
            (Clue::Blank, run, after)
        } else if first == '.' {
            (Clue::Unknown, 1, after)
        } else if let Some(digit) = small(first) {
            (Clue::Number(digit), 1, after)
        } else {
            let (number, after) = large(rest)?;
            (Clue::Number(number), 1, after)
        };
        let left = n_cells - cells.len();
        if run > left {
            let message = format!(
                "`{first}` stands for {run} blank cells, but the board has room for {left}"
            );
            return Err(Diagnostic::error(message, rest.take(1).span()));
        }
        cells.extend(std::iter::repeat_n(clue, run));
        Ok(after)
    })
}

/// Writes cells. Numbers over [`MAX`] are written as unknown.
pub fn write(cells: &[Clue]) -> String {
    let mut code = String::new();
    let mut run = 0;
    let end_run = |run: &mut usize, code: &mut String| {
        while *run > 0 {
            let step = (*run).min(20);
            code.push(char::from(b'f' + step as u8));
            *run -= step;
        }
    };
    for cell in cells {
        if *cell == Clue::Blank {
            run += 1;
            continue;
        }
        end_run(&mut run, &mut code);
        match *cell {
            Clue::Number(number) if number <= MAX => code += &number_text(number),
            _ => code.push('.'),
        }
    }
    end_run(&mut run, &mut code);
    code
}

/// The length of the run of blank cells that a letter means.
fn blanks(c: char) -> Option<usize> {
    ('g'..='z').contains(&c).then(|| c as usize - 'f' as usize)
}

fn small(c: char) -> Option<u32> {
    c.to_digit(16).filter(|_| !c.is_ascii_uppercase())
}

fn large(code: Slice<'_>) -> Result<(u32, Slice<'_>), Diagnostic> {
    // `%` is an older prefix with the meaning of `@`.
    let sign = match code.first() {
        Some('%') => Some('@'),
        first => first,
    };
    let entry = LARGE.iter().find(|(known, ..)| Some(*known) == sign);
    let Some(&(_, n_digits, base, _)) = entry else {
        return Err(code.expected_first("a digit, a letter from a to z or a sign for a number"));
    };
    let after = code.skip(1);
    let digits = after.text.get(..n_digits);
    let digits = digits.filter(|digits| digits.chars().all(|c| small(c).is_some()));
    let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    match number {
        Some(number) => Ok((base + number, after.skip(n_digits))),
        None => {
            let what = format!("{n_digits} hexadecimal digits after the sign");
            let end = after.text.char_indices().nth(n_digits);
            let end = end.map_or(after.text.len(), |(at, _)| at);
            Err(after.take(end).expected(&what))
        }
    }
}

fn number_text(number: u32) -> String {
    if number < 16 {
        return format!("{number:x}");
    }
    let entry = LARGE.iter().find(|(.., end)| number < *end);
    let (sign, width, base, _) = entry.expect("the number was compared with the largest");
    format!("{sign}{:0width$x}", number - base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip() {
        let interesting = [
            0, 15, 16, 255, 256, 4095, 4096, 8191, 8192, 12239, 12240, 77775,
        ];
        let numbers = interesting.into_iter().chain([77776, MAX - 1, MAX]);
        for number in numbers.chain((0..MAX).step_by(997)) {
            let cells = [Clue::Number(number), Clue::Blank];
            let code = write(&cells);
            let (read, rest) = read(Slice::whole(&code), 2).expect("valid");
            assert_eq!((&read[..], rest.text), (&cells[..], ""), "{code}");
        }
        assert_eq!(write(&[Clue::Number(MAX + 1)]), ".");
    }

    #[test]
    fn runs_round_trip() {
        for n in 0..70 {
            let mut cells = vec![Clue::Blank; n];
            cells.insert(n / 2, Clue::Unknown);
            let code = write(&cells);
            assert_eq!(read(Slice::whole(&code), n + 1).expect("valid").0, cells);
        }
        assert_eq!(write(&vec![Clue::Blank; 41]), "zzg");
    }

    #[test]
    fn numbers_match_puzz_link() {
        let table = [
            (7, "7"),
            (16, "-10"),
            (256, "+100"),
            (4096, "=000"),
            (8192, "@000"),
            (12240, "*0000"),
            (77776, "$00000"),
        ];
        for (number, expected) in table {
            assert_eq!(write(&[Clue::Number(number)]), expected);
        }
        assert_eq!(
            read(Slice::whole("%00a"), 1).expect("the old sign").0,
            [Clue::Number(8202)]
        );
    }

    #[test]
    fn errors_are_reported_with_their_position() {
        let sign = "expected a digit, a letter from a to z or a sign for a number, found `A`";
        for (code, n, span, message) in [
            ("12", 3, 2..2, "the text ends after 2 of 3 cells"),
            (
                "1h",
                2,
                1..2,
                "`h` stands for 2 blank cells, but the board has room for 1",
            ),
            ("1A", 2, 1..2, sign),
            (
                "-1g",
                1,
                1..3,
                "expected 2 hexadecimal digits after the sign, found `1g`",
            ),
            (
                "+é",
                1,
                1..3,
                "expected 3 hexadecimal digits after the sign, found `é`",
            ),
        ] {
            let error = read(Slice::whole(code), n).expect_err("an error");
            assert_eq!(
                (error.span.start..error.span.end, &error.message[..]),
                (span, message)
            );
        }
    }
}
