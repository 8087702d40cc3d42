//! Boards with one fact per cell, such as "is ship" or "is tan": the facts, answers and formulations that Battleship and White-and-Tan share.

use std::fmt;

use gridwright_fd::{Assignment, Atom, Var};
use gridwright_grid::{Cell, Grid};
use gridwright_term::Term;

use crate::blocks::chr_terms;
use crate::contract::{Formulation, Puzzle, PuzzleFact};

/// A cell has a property, such as being tan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact {
    /// The cell.
    pub cell: Cell,
    words: &'static FactWords,
}

/// The words for the property and its opposite.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct FactWords {
    pub(crate) label: &'static str,
    pub(crate) is: &'static str,
    pub(crate) is_not: &'static str,
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}", self.cell, self.words.is)
    }
}

impl PuzzleFact for Fact {
    fn cells(&self) -> Vec<Cell> {
        vec![self.cell]
    }

    fn label(&self) -> String {
        self.words.label.to_owned()
    }

    fn negation(&self) -> String {
        format!("{} is {}", self.cell, self.words.is_not)
    }
}

/// The facts of all cells.
pub(crate) fn facts(grid: &Grid, words: &'static FactWords) -> Vec<Fact> {
    facts_of(grid.cells(), words)
}

/// The facts of some cells.
pub(crate) fn facts_of(
    cells: impl IntoIterator<Item = Cell>,
    words: &'static FactWords,
) -> Vec<Fact> {
    let fact = |cell| Fact { cell, words };
    cells.into_iter().map(fact).collect()
}

/// A full board: whether the fact of each cell is true, row by row.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Answer(pub Vec<bool>);

impl Answer {
    /// Makes an answer of the keys of a statement with one key per cell.
    pub(crate) fn from_keys<I>(_: &I, keys: &[i32]) -> Answer {
        Answer(keys.iter().map(|&key| key == 1).collect())
    }

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
