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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_round_trip() {
        for n in 1..90 {
            let clue = |at: usize| match (at * at + n) % 11 {
                number @ 0..=4 => Clue::Number(number as u32),
                5 if at.is_multiple_of(3) => Clue::Unknown,
                _ => Clue::Blank,
            };
            for cells in [(0..n).map(clue).collect(), vec![Clue::Blank; n]] {
                let code = write(&cells);
                let (again, rest) = read(Slice::whole(&code), n).expect("valid");
                assert_eq!((again, rest.text), (cells, ""), "{code}");
            }
        }
    }

    #[test]
    fn codes_of_akari_round_trip() {
        for (n_cells, code) in [
            (36, "nekcakbl"),
            (100, "hcscl.h.idn.i.cgcndg.h.ncs.h"),
            (100, "jbh.rchcpah.n.jbpchcp.jah"),
        ] {
            let (cells, rest) = read(Slice::whole(code), n_cells).expect("valid");
            assert_eq!((cells.len(), rest.text), (n_cells, ""));
            assert_eq!(write(&cells), code);
        }
    }

    /// As puzz.link writes a board of Slitherlink: blank cells after the last number go beyond the board.
    #[test]
    fn codes_match_puzz_link() {
        let code = "dgdh2c7b";
        let (cells, rest) = read(Slice::whole(code), 16).expect("valid");
        let numbers: Vec<(usize, Clue)> = (0..16)
            .zip(cells.clone())
            .filter(|(_, cell)| *cell != Clue::Blank)
            .collect();
        let expected = [(0, 3), (4, 3), (9, 2), (10, 2), (13, 2), (15, 1)];
        let expected = expected.map(|(at, number)| (at, Clue::Number(number)));
        assert_eq!((numbers.as_slice(), rest.text), (&expected[..], ""));
        assert_eq!(write(&cells), code);
    }

    #[test]
    fn errors_are_reported() {
        for (code, n, message) in [
            ("12", 3, "the text ends after 2 of 3 cells"),
            ("1h", 2, "`h` stands for 2 blank cells, but only 1 are left"),
            (
                "1f",
                2,
                "expected a digit, a letter other than f, or `.`, found `f`",
            ),
        ] {
            let error = read(Slice::whole(code), n).expect_err("an error");
            assert_eq!(error.message, message);
        }
    }
}
