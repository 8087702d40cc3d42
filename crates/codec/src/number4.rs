//! The format of puzz.link for boards with small numbers, such as Slitherlink: cells row by row.
//!
//! | characters | cells |
//! |---|---|
//! | `0` to `4` | the number 0 to 4 |
//! | `5` to `9` | the number 0 to 4, and a blank cell |
//! | `a` to `e` | the number 0 to 4, and two blank cells |
//! | `.` | a clue without a value |
//! | `g` to `z` | 1 to 20 blank cells |
//!
//! Blank cells after a number may lie beyond the last cell.

use gridwright_term::Diagnostic;

use crate::Clue;
use crate::cell_code;
use crate::slice::Slice;

/// The largest number of the format.
pub const MAX: u32 = 4;

/// Reads `n_cells` cells; also returns the rest of the text.
pub fn read(code: Slice<'_>, n_cells: usize) -> Result<(Vec<Clue>, Slice<'_>), Diagnostic> {
    cell_code::read(code, n_cells, |first, rest, cells| {
        let left = n_cells - cells.len();
        let (clue, blanks) = match first {
            '.' => (Some(Clue::Unknown), 0),
            '0'..='9' | 'a'..='e' => {
                let digit = first.to_digit(16).unwrap_or_default();
                (Some(Clue::Number(digit % 5)), digit as usize / 5)
            }
            'g'..='z' => (None, first as usize - 'f' as usize),
            _ => return Err(rest.expected_first("a digit, a letter other than f, or `.`")),
        };
        if clue.is_none() && blanks > left {
            let message =
                format!("`{first}` stands for {blanks} blank cells, but only {left} are left");
            return Err(Diagnostic::error(message, rest.take(1).span()));
        }
        cells.extend(clue);
        cells.extend(std::iter::repeat_n(Clue::Blank, blanks));
        cells.truncate(n_cells);
        Ok(rest.skip(1))
    })
}

/// Writes cells. Numbers over [`MAX`] are written as unknown.
pub fn write(cells: &[Clue]) -> String {
    let mut code = String::new();
    let mut run = 0;
    let mut at = 0;
    let is_clue = |at: usize| cells.get(at).is_some_and(|cell| *cell != Clue::Blank);
    while let Some(&cell) = cells.get(at) {
        at += 1;
        let sign = match cell {
            Clue::Blank => None,
            Clue::Number(number) if number <= MAX => {
                let blanks = match (is_clue(at), is_clue(at + 1)) {
                    (true, _) => 0,
                    (false, true) => 1,
                    (false, false) => 2,
                };
                at += blanks;
                char::from_digit(number + 5 * blanks as u32, 16)
            }
            _ => Some('.'),
        };
        run += usize::from(sign.is_none());
        if run == 20 || run > 0 && sign.is_some() {
            code.push(char::from(b'f' + run as u8));
            run = 0;
        }
        code.extend(sign);
    }
    if run > 0 {
        code.push(char::from(b'f' + run as u8));
    }
    code
}
