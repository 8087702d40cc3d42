//! The code of puzz.link for cells with a number from 0 to 4 or a mark, with many blanks between: Akari and similar puzzles.
//!
//! | characters | cells |
//! |---|---|
//! | `0` to `4` | the number |
//! | `5` to `9` | the number after subtracting 5, then a blank cell |
//! | `a` to `e` | the number 0 to 4, then two blank cells |
//! | `g` to `z` | 1 to 20 blank cells |
//! | `.` | a mark without a number |
//!
//! Blank cells after the last may be written beyond the board.

use gridwright_term::Diagnostic;

use crate::Clue;
use crate::slice::Slice;

/// Reads `n_cells` cells; also returns the rest of the text.
pub fn read(code: Slice<'_>, n_cells: usize) -> Result<(Vec<Clue>, Slice<'_>), Diagnostic> {
    let mut cells = Vec::with_capacity(n_cells);
    let mut rest = code;
    while cells.len() < n_cells {
        let Some(first) = rest.first() else {
            let message = format!("the text ends after {} of {n_cells} cells", cells.len());
            return Err(Diagnostic::error(message, rest.span()));
        };
        match first {
            '.' => cells.push(Clue::Unknown),
            'g'..='z' => {
                let run = first as usize - 'f' as usize;
                cells.extend(std::iter::repeat_n(Clue::Blank, run));
            }
            '0'..='9' | 'a'..='e' => {
                let digit = first.to_digit(16).unwrap_or(0);
                cells.push(Clue::Number(digit % 5));
                cells.extend(std::iter::repeat_n(Clue::Blank, digit as usize / 5));
            }
            _ => return Err(rest.expected_first("a digit, a letter from a to z except f, or `.`")),
        }
        rest = rest.skip(first.len_utf8());
    }
    if cells[n_cells..].iter().any(|cell| *cell != Clue::Blank) {
        let message = format!("this goes beyond the last of {n_cells} cells");
        return Err(Diagnostic::error(message, code.span()));
    }
    cells.truncate(n_cells);
    Ok((cells, rest))
}

/// Writes cells; a number over 4 is written as a mark.
pub fn write(cells: &[Clue]) -> String {
    let mut code = String::new();
    let mut at = 0;
    let is_blank = |at: usize| cells.get(at).is_none_or(|cell| *cell == Clue::Blank);
    while at < cells.len() {
        match cells[at] {
            Clue::Number(number) if number <= 4 => {
                let blanks = match (is_blank(at + 1), is_blank(at + 2)) {
                    (false, _) => 0,
                    // Before the end, one blank cell counts as two.
                    (true, false) => 1,
                    (true, true) => 2,
                };
                let digit = number + 5 * blanks;
                code.push(char::from_digit(digit, 16).expect("at most 14"));
                at += blanks as usize;
            }
            Clue::Blank => {
                let run = (at..cells.len())
                    .take_while(|&at| is_blank(at))
                    .count()
                    .min(20);
                code.push(char::from(b'f' + run as u8));
                at += run - 1;
            }
            _ => code.push('.'),
        }
        at += 1;
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_puzz_link_round_trip() {
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

    #[test]
    fn all_short_boards_round_trip() {
        for board in 0..4096_u32 {
            let clue = |i: u32| match board >> (2 * i) & 3 {
                0 => Clue::Unknown,
                1 => Clue::Number(i % 5),
                _ => Clue::Blank,
            };
            let cells: Vec<Clue> = (0..6).map(clue).collect();
            let code = write(&cells);
            let (again, rest) = read(Slice::whole(&code), 6).expect("valid");
            assert_eq!((again, rest.text), (cells, ""), "{code}");
        }
    }

    #[test]
    fn errors_are_reported() {
        for (code, message) in [
            ("g", "the text ends after 1 of 3 cells"),
            (
                "gf",
                "expected a digit, a letter from a to z except f, or `.`, found `f`",
            ),
        ] {
            let error = read(Slice::whole(code), 3).expect_err(code);
            assert_eq!(error.message, message);
        }
    }
}
