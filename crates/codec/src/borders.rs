//! The format of puzz.link for borders between cells: those between columns row by row, then those between rows, five in a character.

use gridwright_term::Diagnostic;

use crate::slice::Slice;

/// The borders inside a board: whether there is one after each cell but the last of a row, and below each cell but those of the last row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Borders {
    /// After each cell of a row but the last: `rows * (cols - 1)`.
    pub upright: Vec<bool>,
    /// Below each cell of a row but those of the last row: `(rows - 1) * cols`.
    pub along: Vec<bool>,
}

impl Borders {
    /// The borders between the cells of different regions, given by a number for each cell.
    pub fn between(regions: &[usize], rows: usize, cols: usize) -> Borders {
        let differ = |row: usize, col: usize, down: usize, right: usize| {
            regions[row * cols + col] != regions[(row + down) * cols + col + right]
        };
        let upright = (0..rows).flat_map(|row| (0..cols - 1).map(move |col| (row, col)));
        let along = (0..rows - 1).flat_map(|row| (0..cols).map(move |col| (row, col)));
        Borders {
            upright: upright.map(|(row, col)| differ(row, col, 0, 1)).collect(),
            along: along.map(|(row, col)| differ(row, col, 1, 0)).collect(),
        }
    }

    /// The regions that the borders divide the board into: for each cell its number, counted from 0 in reading order.
    pub fn regions(&self, rows: usize, cols: usize) -> Vec<usize> {
        let mut regions = vec![usize::MAX; rows * cols];
        let mut n = 0;
        for start in 0..rows * cols {
            if regions[start] != usize::MAX {
                continue;
            }
            regions[start] = n;
            let mut stack = vec![start];
            while let Some(at) = stack.pop() {
                let (row, col) = (at / cols, at % cols);
                let mut step = |other: usize, is_border: bool| {
                    if !is_border && regions[other] == usize::MAX {
                        regions[other] = n;
                        stack.push(other);
                    }
                };
                if col + 1 < cols {
                    step(at + 1, self.upright[row * (cols - 1) + col]);
                }
                if col > 0 {
                    step(at - 1, self.upright[row * (cols - 1) + col - 1]);
                }
                if row + 1 < rows {
                    step(at + cols, self.along[at]);
                }
                if row > 0 {
                    step(at - cols, self.along[at - cols]);
                }
            }
            n += 1;
        }
        regions
    }
}

/// Reads the borders of a board; also returns the rest of the text.
pub fn read(code: Slice<'_>, rows: usize, cols: usize) -> Result<(Borders, Slice<'_>), Diagnostic> {
    let (upright, rest) = bits(code, rows * (cols - 1))?;
    let (along, rest) = bits(rest, (rows - 1) * cols)?;
    Ok((Borders { upright, along }, rest))
}

/// Writes the borders of a board.
pub fn write(borders: &Borders) -> String {
    let digit = |bits: &[bool]| {
        let at = |i: usize| u32::from(bits.get(i).copied().unwrap_or(false));
        char::from_digit((0..5).fold(0, |sum, i| 2 * sum + at(i)), 32)
    };
    let digits = borders.upright.chunks(5).chain(borders.along.chunks(5));
    digits.filter_map(digit).collect()
}

/// Reads `n` bits, five in a character.
fn bits(code: Slice<'_>, n: usize) -> Result<(Vec<bool>, Slice<'_>), Diagnostic> {
    let mut bits = Vec::new();
    let mut rest = code;
    while bits.len() < n {
        let Some(first) = rest.first() else {
            let message = format!("the text ends after {} of {n} borders", bits.len());
            return Err(Diagnostic::error(message, rest.span()));
        };
        let digit = first.to_digit(32).filter(|_| !first.is_ascii_uppercase());
        let Some(digit) = digit else {
            return Err(rest.expected_first("a digit or a letter from a to v"));
        };
        bits.extend((0..5).rev().map(|power| digit >> power & 1 == 1));
        rest = rest.skip(1);
    }
    bits.truncate(n);
    Ok((bits, rest))
}
