//! Instances of Battleship: a board with tallies and hints, and a fleet.

use std::fmt;

use gridwright_grid::board::ShipPart;
use gridwright_grid::{Cell, Direction, Grid};

use crate::contract::PuzzleFact;

/// A board with its fleet, tallies and hints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    pub(super) grid: Grid,
    pub(super) fleet: Fleet,
    /// The tally of each row: its number of ship cells, if given.
    pub(super) rows: Vec<Option<i32>>,
    /// The tally of each column: its number of ship cells, if given.
    pub(super) cols: Vec<Option<i32>>,
    /// The hint of each cell, row by row.
    pub(super) hints: Vec<Option<Hint>>,
}

/// A clue in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// It is water.
    Water,
    /// It is this part of a ship.
    Ship(ShipPart),
}

/// The number of ships of each length.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fleet {
    /// The number of ships, indexed by length. The last entry is not zero; the entry of length 0 is.
    counts: Vec<usize>,
}

/// A cell is a part of a ship.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact {
    /// The cell.
    pub cell: Cell,
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is a part of a ship", self.cell)
    }
}

impl PuzzleFact for Fact {
    fn cells(&self) -> Vec<Cell> {
        vec![self.cell]
    }

    fn label(&self) -> String {
        "ship".to_owned()
    }

    fn negation(&self) -> String {
        format!("{} is water", self.cell)
    }
}

impl Fleet {
    /// Adds ships of a length, at least 1.
    pub(super) fn add(&mut self, length: usize, ships: usize) {
        if ships > 0 {
            self.counts.resize(self.counts.len().max(length + 1), 0);
            self.counts[length] += ships;
        }
    }

    /// The length of the longest ship, or 0 if there are no ships.
    pub fn longest(&self) -> usize {
        self.counts.len().saturating_sub(1)
    }

    /// How many ships have this length.
    pub fn ships(&self, length: usize) -> usize {
        self.counts.get(length).copied().unwrap_or(0)
    }

    /// The lengths that occur with the number of ships, longest first.
    pub fn lengths(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let counts = self.counts.iter().copied().enumerate().rev();
        counts.filter(|&(_, ships)| ships > 0)
    }

    /// The number of stretches: a stretch is `length` consecutive ship cells in a row or column. A ship of `n` cells has `n + 1 - length` of them, so that these
    /// numbers for all lengths determine the number of ships of each length.
    pub(super) fn stretches(&self, length: usize) -> usize {
        let longer = self.lengths().filter(|&(n, _)| n >= length);
        longer.map(|(n, ships)| ships * (n + 1 - length)).sum()
    }
}

impl fmt::Display for Fleet {
    /// As in the text of an instance: `4:1 3:2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (length, ships)) in self.lengths().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            write!(f, "{gap}{length}:{ships}")?;
        }
        Ok(())
    }
}

/// The part of a ship that a ship cell is on a full board.
pub(super) fn part_of(grid: &Grid, ship: &[bool], cell: Cell) -> ShipPart {
    let goes_on = |to| {
        grid.step(cell, to)
            .is_some_and(|near| ship[grid.index(near)])
    };
    match Direction::ORTHOGONAL.map(goes_on) {
        [false, false, false, false] => ShipPart::Whole,
        [false, false, false, true] => ShipPart::Top,
        [true, false, false, false] => ShipPart::Bottom,
        [false, false, true, false] => ShipPart::Left,
        [false, true, false, false] => ShipPart::Right,
        _ => ShipPart::Middle,
    }
}

/// The direction in which the ship continues from a part, if the part is an end.
pub(super) fn continues_to(part: ShipPart) -> Option<Direction> {
    match part {
        ShipPart::Top => Some(Direction::South),
        ShipPart::Bottom => Some(Direction::North),
        ShipPart::Left => Some(Direction::East),
        ShipPart::Right => Some(Direction::West),
        ShipPart::Whole | ShipPart::Middle | ShipPart::Unknown => None,
    }
}
