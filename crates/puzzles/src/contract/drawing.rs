//! The state of knowledge about facts, and the options of a drawing that shows it.

use gridwright_grid::Cell;
use gridwright_grid::board::{Board, Mark};

/// The state of knowledge about a fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactState {
    /// It is known to be true.
    True,
    /// It is known to be false.
    False,
    /// It is not known.
    Open,
}

/// What a drawing shows in addition to the clues.
#[derive(Clone, Copy, Debug, Default)]
pub struct DrawOptions<'s> {
    /// The state of each fact, in the order of [`Puzzle::facts`](crate::Puzzle::facts). If empty, every fact is open.
    pub known: &'s [FactState],
    /// Whether open cells show their candidates.
    pub candidates: bool,
    /// Cells to highlight.
    pub marks: &'s [(Cell, Mark)],
}

impl DrawOptions<'_> {
    /// The state of a fact.
    pub fn known(&self, fact: usize) -> FactState {
        self.known.get(fact).copied().unwrap_or(FactState::Open)
    }

    /// Highlights the cells on a board.
    pub fn mark(&self, board: &mut Board) {
        for &(cell, mark) in self.marks {
            board.tile_mut(cell).mark = Some(mark);
        }
    }
}
