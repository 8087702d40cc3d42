//! The pieces in addresses of puzz.link: a width, a height, and which cells of that rectangle belong to the piece.
//!
//! Width and height are digits to the base of 36. The cells follow row by row, five to a digit to the base of 32, the first one highest; digits that
//! are 0 at the end are left out. `31s` is three cells in a row.

use gridwright_term::Diagnostic;

use crate::part::Part;

/// A piece: cells of a rectangle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// How many columns.
    pub width: usize,
    /// How many rows.
    pub height: usize,
    /// Which cells belong to it, row by row.
    pub cells: Vec<bool>,
}

impl Piece {
    /// Cells in a row.
    pub fn straight(length: usize) -> Piece {
        Piece {
            width: length,
            height: 1,
            cells: vec![true; length],
        }
    }

    /// How many cells it has, if they are all of a rectangle one cell wide.
    pub fn length(&self) -> Option<usize> {
        let is_straight = self.width == 1 || self.height == 1;
        (is_straight && self.cells.iter().all(|cell| *cell)).then_some(self.cells.len())
    }

    /// Reads a piece.
    pub fn read(code: Part<'_>) -> Result<Piece, Diagnostic> {
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
        let least = 2;
        while code.len() > least && code.ends_with('0') {
            code.pop();
        }
        Some(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_as_the_sites_write_them() {
        let table = [
            (1, "11g"),
            (2, "21o"),
            (3, "31s"),
            (4, "41u"),
            (5, "51v"),
            (6, "61vg"),
        ];
        for (length, code) in table {
            assert_eq!(Piece::straight(length).write().as_deref(), Some(code));
            let piece = Piece::read(Part::whole(code)).expect("it is whole");
            assert_eq!(piece.length(), Some(length));
        }
        let square = Piece::read(Part::whole("22u")).expect("it is whole");
        assert_eq!((square.cells.len(), square.length()), (4, None));
    }

    #[test]
    fn what_is_written_is_read_again() {
        for bits in 0..512u32 {
            let piece = Piece {
                width: 3,
                height: 3,
                cells: (0..9).map(|i| bits >> i & 1 == 1).collect(),
            };
            let code = piece.write().expect("it is small");
            assert_eq!(Piece::read(Part::whole(&code)), Ok(piece), "{code}");
        }
    }

    #[test]
    fn what_is_broken_is_told() {
        let said = |code: &str| {
            Piece::read(Part::whole(code))
                .expect_err("it is broken")
                .message
        };
        assert_eq!(said("3"), "expected a width and a height, found `3`");
        assert_eq!(said("30s"), "expected a width and a height, found `30s`");
        assert_eq!(
            said("31w"),
            "expected digits up to `v` after the size, found `31w`"
        );
        assert_eq!(
            said("11o"),
            "expected no more cells than the size has, found `11o`"
        );
    }
}
