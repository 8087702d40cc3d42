//! Pieces in URLs of puzz.link: a width, a height, and the cells of that rectangle that belong to the piece.
//!
//! Width and height are base-36 digits. The cells follow row by row, five per base-32 digit with the first in the highest bit; trailing zeros are
//! omitted. `31s` is three cells in a row.

use gridwright_term::Diagnostic;

use crate::slice::Slice;

/// A piece: cells of a rectangle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// Whether each cell belongs to it, row by row.
    pub cells: Vec<bool>,
}

impl Piece {
    /// A straight piece.
    pub fn straight(length: usize) -> Piece {
        Piece {
            width: length,
            height: 1,
            cells: vec![true; length],
        }
    }

    /// The number of cells, if the piece is straight.
    pub fn length(&self) -> Option<usize> {
        let is_straight = self.width == 1 || self.height == 1;
        (is_straight && self.cells.iter().all(|cell| *cell)).then_some(self.cells.len())
    }

    /// Reads a piece.
    pub fn read(code: Slice<'_>) -> Result<Piece, Diagnostic> {
        let mut digits = code.text.chars();
        let side = |digit: Option<char>| digit?.to_digit(36).filter(|&side| side > 0);
        let (width, height) = (side(digits.next()), side(digits.next()));
        let (Some(width), Some(height)) = (width, height) else {
            return Err(code.expected("a width and a height"));
        };
        let (width, height) = (width as usize, height as usize);
        let mut cells = Vec::new();
        for digit in digits {
            let bits = digit.to_digit(32);
            let bits = bits.ok_or_else(|| code.expected("digits up to `v` after the size"))?;
            cells.extend((0..5).rev().map(|i| bits >> i & 1 == 1));
        }
        let n_cells = width * height;
        if cells.iter().skip(n_cells).any(|cell| *cell) {
            return Err(code.expected("no more cells than the size has"));
        }
        cells.resize(n_cells, false);
        Ok(Piece {
            width,
            height,
            cells,
        })
    }

    /// Writes a piece; `None` if a side is longer than 35 cells.
    pub fn write(&self) -> Option<String> {
        let digit = |value: usize, base: u32| char::from_digit(u32::try_from(value).ok()?, base);
        let mut code = String::from_iter([digit(self.width, 36)?, digit(self.height, 36)?]);
        for five in self.cells.chunks(5) {
            let bit = |i: usize| usize::from(five.get(i).copied().unwrap_or(false)) << (4 - i);
            code.push(digit((0..5).map(bit).sum(), 32)?);
        }
        let n_cell_digits = code[2..].trim_end_matches('0').len();
        code.truncate(2 + n_cell_digits);
        Some(code)
    }
}
