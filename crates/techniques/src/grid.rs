//! The grid: the candidates of every cell, and the digits that are placed. Digits count from 0 here and from 1 in texts.

use std::fmt;

use crate::cells::{ALL, CellSet, N_CELLS, PEERS};
use crate::step::Step;

/// Candidates and placed digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The candidates of every cell as bits; 0 if a digit is placed.
    candidates: [u16; N_CELLS],
    /// For every digit, the cells that have it as a candidate.
    places: [CellSet; 9],
    /// The digit of every cell.
    placed: [Option<u8>; N_CELLS],
    /// The cells without a digit.
    open: CellSet,
    /// The cells whose digit is given.
    givens: CellSet,
}

/// Why a text is not a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GridError {
    /// It does not have 81 cells.
    Length(usize),
    /// A character that is neither a digit nor an empty cell, and its position.
    Character(char, usize),
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridError::Length(n) => write!(f, "a grid has 81 cells; this has {n}"),
            GridError::Character(found, at) => {
                write!(
                    f,
                    "character {} is `{found}`: write a digit, or `.` or `0` for an empty cell",
                    at + 1
                )
            }
        }
    }
}

impl std::error::Error for GridError {}

impl Default for Grid {
    /// The grid without digits, where every cell has all candidates.
    fn default() -> Grid {
        Grid {
            candidates: [0x1ff; N_CELLS],
            places: [ALL; 9],
            placed: [None; N_CELLS],
            open: ALL,
            givens: CellSet::EMPTY,
        }
    }
}

impl Grid {
    /// Reads 81 characters: digits are given, `.` and `0` are empty cells.
    pub fn read(text: &str) -> Result<Grid, GridError> {
        let n = text.chars().count();
        if n != N_CELLS {
            return Err(GridError::Length(n));
        }
        let mut grid = Grid::default();
        for (cell, c) in text.chars().enumerate() {
            match c {
                '.' | '0' => {}
                '1'..='9' => grid.give(cell, c as usize - '1' as usize),
                _ => return Err(GridError::Character(c, cell)),
            }
        }
        Ok(grid)
    }

    /// Places a given digit.
    pub fn give(&mut self, cell: usize, digit: usize) {
        self.place(cell, digit);
        self.givens.insert(cell);
    }

    /// Places a digit, and removes it from the candidates of the cells that see this one.
    pub fn place(&mut self, cell: usize, digit: usize) {
        for other in digits(self.candidates[cell]) {
            self.places[other].remove(cell);
        }
        self.candidates[cell] = 0;
        self.placed[cell] = Some(digit as u8);
        self.open.remove(cell);
        for peer in self.places[digit] & PEERS[cell] {
            self.candidates[peer] &= !(1 << digit);
        }
        self.places[digit] -= PEERS[cell];
    }

    /// Removes a candidate.
    pub fn eliminate(&mut self, cell: usize, digit: usize) {
        self.candidates[cell] &= !(1 << digit);
        self.places[digit].remove(cell);
    }

    /// Carries out a step.
    pub fn apply(&mut self, step: &Step) {
        for &(cell, digit) in &step.placements {
            self.place(cell, digit);
        }
        for &(cell, digit) in &step.eliminations {
            self.eliminate(cell, digit);
        }
    }

    /// The candidates of a cell as bits; 0 if its digit is placed.
    pub fn candidates(&self, cell: usize) -> u16 {
        self.candidates[cell]
    }

    /// Whether a digit is a candidate of a cell.
    pub fn has(&self, cell: usize, digit: usize) -> bool {
        self.candidates[cell] >> digit & 1 == 1
    }

    /// The cells that have a digit as a candidate.
    pub fn places(&self, digit: usize) -> CellSet {
        self.places[digit]
    }

    /// The digit of a cell.
    pub fn placed(&self, cell: usize) -> Option<usize> {
        self.placed[cell].map(usize::from)
    }

    /// The cells without a digit.
    pub fn open(&self) -> CellSet {
        self.open
    }

    /// The cells whose digit is given.
    pub fn givens(&self) -> CellSet {
        self.givens
    }

    /// Whether every cell has a digit.
    pub fn is_solved(&self) -> bool {
        self.open.is_empty()
    }
}

/// The digits in a set of bits.
pub(crate) fn digits(bits: u16) -> impl Iterator<Item = usize> {
    (0..9).filter(move |digit| bits >> digit & 1 == 1)
}

/// How many digits are in a set of bits, by a table: not every processor counts bits in one instruction.
pub(crate) fn count(bits: u16) -> usize {
    usize::from(COUNTS[usize::from(bits & 0x1ff)])
}

const COUNTS: [u8; 512] = {
    let mut counts = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        counts[bits] = (bits as u16).count_ones() as u8;
        bits += 1;
    }
    counts
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placed_digit_leaves_its_houses() {
        let mut grid = Grid::default();
        grid.place(0, 4);
        assert_eq!(grid.placed(0), Some(4));
        assert_eq!(grid.candidates(0), 0);
        assert_eq!(grid.places(4).len(), 60);
        assert_eq!(grid.places(3).len(), 80);
        assert!(!grid.has(80 - 72, 4) && grid.has(80, 4));
    }

    #[test]
    fn texts_that_are_no_grids_say_why() {
        assert_eq!(Grid::read("12"), Err(GridError::Length(2)));
        let text = format!("x{}", ".".repeat(80));
        assert_eq!(Grid::read(&text), Err(GridError::Character('x', 0)));
    }
}
