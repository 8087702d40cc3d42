//! Ordinary 9x9 Sudokus, which a solver for millions of boards takes: how the instances of a kind become such boards.

use crate::contract::puzzle::Puzzle;

/// How instances of a kind become ordinary 9x9 Sudokus, and answers of these become answers of the kind.
///
/// The facts of such an instance must be the nine numbers of the first cell, then those of the second, and so on.
#[derive(Debug)]
pub struct NineBoards<P: Puzzle> {
    /// The clues row by row, 0 for none; `None` if the instance has another size or other rules.
    pub clues: fn(&P::Instance) -> Option<[u8; 81]>,
    /// The answer with these numbers, row by row.
    pub answer: fn(&[u8; 81]) -> P::Answer,
}
