//! Boards with one fact per cell, such as "is ship" or "is tan": the answers and formulations that Battleship and White-and-Tan share.

use gridwright_fd::{Assignment, Atom, Var};
use gridwright_term::Term;

use crate::blocks::chr_terms;
use crate::contract::{Formulation, Puzzle};

/// A full board: whether the fact of each cell is true, row by row.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Answer(pub Vec<bool>);

impl Answer {
    /// Converts the term that a CHR program bound `Answer` to: a list of `n` numbers 0 or 1, or a list of rows of them.
    pub(crate) fn bound(term: &Term, n: usize) -> Option<Answer> {
        let cells = chr_terms::numbers(term, n)?;
        Some(Answer(cells.into_iter().map(|cell| cell == 1).collect()))
    }
}

/// The formulation with one 0..1 variable per cell, which is 1 if the fact of the cell is true.
pub(crate) fn formulation<P: Puzzle<Answer = Answer>>(
    decisions: Vec<Var>,
    cells: Vec<Var>,
) -> Formulation<P> {
    Formulation {
        decisions,
        facts: cells.iter().map(|&cell| Some(Atom::eq(cell, 1))).collect(),
        read: reader(cells),
        passive: None,
    }
}

/// Reads the answer from an assignment of such variables.
pub(crate) fn reader(cells: Vec<Var>) -> Box<dyn Fn(&Assignment) -> Answer + Send + Sync> {
    Box::new(move |found| Answer(cells.iter().map(|&cell| found.value(cell) >= 1).collect()))
}
