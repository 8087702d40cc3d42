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
