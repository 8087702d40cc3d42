//! Borders between cells in URLs of puzz.link: first those between the cells of each row, then those between the rows, five per base-32 digit with the first in the highest
//! bit. Each of the two parts begins a new digit.

use gridwright_term::Diagnostic;

use crate::slice::Slice;

/// Which neighbours on a board have a border between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Borders {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
    /// For each row, whether there is a border after each of its cells but the last.
    pub after: Vec<bool>,
    /// For each row but the last, whether there is a border below each of its cells.
    pub below: Vec<bool>,
}

impl Borders {
    /// Reads the borders of a board, which has at least one cell; also returns the rest of the text.
    pub fn read(
        code: Slice<'_>,
        rows: usize,
        cols: usize,
    ) -> Result<(Borders, Slice<'_>), Diagnostic> {
        let (after, rest) = bits(code, rows * (cols - 1))?;
        let (below, rest) = bits(rest, (rows - 1) * cols)?;
        let borders = Borders {
            rows,
            cols,
            after,
            below,
        };
        Ok((borders, rest))
    }

    /// Writes the borders.
    pub fn write(&self) -> String {
        let digits = |bits: &[bool]| -> String {
            let digit = |five: &[bool]| {
                let bit = |i: usize| u32::from(five.get(i) == Some(&true)) << (4 - i);
                char::from_digit((0..5).map(bit).sum(), 32).expect("five bits")
            };
            bits.chunks(5).map(digit).collect()
        };
        digits(&self.after) + &digits(&self.below)
    }

    /// The borders between the regions of a board; `region` has the region of each cell, row by row.
    pub fn of_regions(rows: usize, cols: usize, region: &[usize]) -> Borders {
        let cells = || (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)));
        let differs = |at: usize, other: usize| region[at] != region[other];
        let after = cells().filter(|(_, col)| col + 1 < cols);
        let below = cells().filter(|(row, _)| row + 1 < rows);
        let at = |(row, col): (usize, usize)| row * cols + col;
        Borders {
            rows,
            cols,
            after: after.map(|cell| differs(at(cell), at(cell) + 1)).collect(),
            below: below
                .map(|cell| differs(at(cell), at(cell) + cols))
                .collect(),
        }
    }

    /// The region of each cell, row by row: cells without a border between them are in the same region. Regions are numbered by their first cells.
    pub fn regions(&self) -> Vec<usize> {
        let (rows, cols) = (self.rows, self.cols);
        let mut region = vec![usize::MAX; rows * cols];
        let mut n_regions = 0;
        for first in 0..rows * cols {
            if region[first] != usize::MAX {
                continue;
            }
            let mut stack = vec![first];
            region[first] = n_regions;
            while let Some(at) = stack.pop() {
                let (row, col) = (at / cols, at % cols);
                let mut joined = Vec::with_capacity(4);
                if col > 0 && !self.after[row * (cols - 1) + col - 1] {
                    joined.push(at - 1);
                }
                if col + 1 < cols && !self.after[row * (cols - 1) + col] {
                    joined.push(at + 1);
                }
                if row > 0 && !self.below[at - cols] {
                    joined.push(at - cols);
                }
                if row + 1 < rows && !self.below[at] {
                    joined.push(at + cols);
                }
                for other in joined {
                    if region[other] == usize::MAX {
                        region[other] = n_regions;
                        stack.push(other);
                    }
                }
            }
            n_regions += 1;
        }
        region
    }
}

/// Reads `n` bits; also returns the rest of the text.
fn bits(code: Slice<'_>, n: usize) -> Result<(Vec<bool>, Slice<'_>), Diagnostic> {
    let mut bits = Vec::with_capacity(n + 4);
    let mut rest = code;
    while bits.len() < n {
        let digit = rest.first().filter(|c| !c.is_ascii_uppercase());
        let Some(digit) = digit.and_then(|c| c.to_digit(32)) else {
            return Err(match rest.text.is_empty() {
                true => {
                    let message = format!("the text ends after {} of {n} borders", bits.len());
                    Diagnostic::error(message, rest.span())
                }
                false => rest.expected_first("a digit or a letter from a to v"),
            });
        };
        bits.extend((0..5).rev().map(|i| digit >> i & 1 == 1));
        rest = rest.skip(1);
    }
    bits.truncate(n);
    Ok((bits, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_of_puzz_link_round_trips() {
        let code = "4ilbhgdnmhou";
        let (borders, rest) = Borders::read(Slice::whole(code), 6, 6).expect("valid");
        assert_eq!(rest.text, "");
        assert_eq!(borders.write(), code);
        let regions = borders.regions();
        let expected = [
            0, 0, 0, 1, 1, 1, 0, 1, 1, 1, 2, 2, 0, 3, 3, 4, 4, 2, 5, 5, 3, 3, 4, 2, 5, 4, 4, 4, 4,
            2, 5, 2, 2, 2, 2, 2,
        ];
        assert_eq!(regions, expected);
        assert_eq!(Borders::of_regions(6, 6, &regions), borders);
    }

    /// The rooms of a board of Heyawake from the tests of puzz.link.
    #[test]
    fn rooms_match_puzz_link() {
        let code = Slice::whole("lll155007rs12222j");
        let (borders, rest) = Borders::read(code, 6, 6).expect("valid");
        assert_eq!(rest.text, "2222j");
        let rooms = borders.regions();
        assert_eq!(rooms[..6], [0, 1, 1, 2, 2, 3]);
        assert_eq!(rooms[30..], [5, 5, 5, 6, 6, 7]);
    }

    #[test]
    fn errors_are_reported() {
        for (code, message) in [
            ("v", "the text ends after 0 of 3 borders"),
            ("v.", "expected a digit or a letter from a to v, found `.`"),
        ] {
            let error = Borders::read(Slice::whole(code), 2, 3).expect_err(code);
            assert_eq!(error.message, message);
        }
    }
}
