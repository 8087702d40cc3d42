//! What is known of facts, and what a drawing shows of it.

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

/// What a drawing shows in addition to the clues.
#[derive(Clone, Copy, Debug, Default)]
pub struct DrawOptions<'s> {
    /// What is known of each fact, in their order. Empty: nothing is.
    pub known: &'s [Known],
    /// Whether open cells show their candidates.
    pub candidates: bool,
    /// Cells to highlight.
    pub marks: &'s [(Cell, Mark)],
}

impl DrawOptions<'_> {
    /// What is known of a fact.
    pub fn known(&self, fact: usize) -> Known {
        self.known.get(fact).copied().unwrap_or(Known::Open)
    }

    /// Highlights the cells on a board.
    pub fn mark(&self, board: &mut Board) {
        for &(cell, mark) in self.marks {
            board.tile_mut(cell).mark = Some(mark);
        }
    }
}
