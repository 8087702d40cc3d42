//! What a drawing shows of a puzzle beside its clues.

use gridwright_grid::Cell;
use gridwright_grid::board::{Board, Mark};

/// What is known of a fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// It holds in every answer left.
    True,
    /// It holds in none.
    False,
    /// It is open.
    Open,
}

/// What a drawing shows beside the clues.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown<'s> {
    /// What is known of each fact, in their order. Empty: nothing is.
    pub known: &'s [Known],
    /// Whether cells that are open show what is still possible in them.
    pub candidates: bool,
    /// Cells that are pointed out.
    pub marks: &'s [(Cell, Mark)],
}

impl Shown<'_> {
    /// What is known of a fact.
    pub fn of(&self, fact: usize) -> Known {
        self.known.get(fact).copied().unwrap_or(Known::Open)
    }

    /// Points out the cells on a board.
    pub fn point_out(&self, board: &mut Board) {
        for &(cell, mark) in self.marks {
            board.tile_mut(cell).mark = Some(mark);
        }
    }
}
