//! A step and the pattern that is its reason, as data for sentences, pictures and proofs.

use crate::cells::CellSet;
use crate::technique::Technique;

/// A cell and a digit, both counted from 0.
pub type Candidate = (usize, usize);

/// One step: what a pattern places or rules out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its technique.
    pub technique: Technique,
    /// The digits it places.
    pub placements: Vec<Candidate>,
    /// The candidates it rules out, in the order in which they are removed. Each occurs once.
    pub eliminations: Vec<Candidate>,
    /// Its reason.
    pub pattern: Pattern,
}

/// The reason of a step.
///
/// Contract: the placements and eliminations follow from `needs` alone, together with the candidates that the grid no longer has and the rules that a cell has
/// at most one digit and a house has a digit at most once. A technique that rests on uniqueness needs, besides, that the puzzle has one answer.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Pattern {
    /// What the step uses: cells that need a digit, and houses that need a digit somewhere.
    pub needs: Vec<Need>,
    /// The candidates of the pattern to be marked, each with its colour. A candidate occurs once.
    pub candidates: Vec<(Candidate, Colour)>,
    /// The links of a chain, in order; empty for patterns that are none.
    pub links: Vec<Link>,
    /// The sets of the pattern: base houses of a fish, or almost locked sets, for words and frames.
    pub sets: Vec<CellSet>,
    /// The houses of the pattern as indices of [`crate::cells::HOUSES`]: base and then cover houses of a fish, the houses of a rectangle.
    pub houses: Vec<usize>,
}

/// Something that the rules demand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Need {
    /// A cell needs a digit.
    Cell(usize),
    /// A house needs a digit: the index of [`crate::cells::HOUSES`], then the digit.
    House(usize, usize),
}

/// How a candidate of a pattern is marked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// Part of the pattern: base candidates, members of a set, what is on in a chain.
    First,
    /// The other part: pincers, covers, the second set, what is off in a chain.
    Second,
    /// Fins, extra candidates.
    Fin,
}

/// One or several candidates of one digit, which act as one in a grouped chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Group {
    /// The cells.
    pub cells: CellSet,
    /// The digit.
    pub digit: usize,
}

/// One link of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// Where it starts.
    pub from: Group,
    /// Where it ends.
    pub to: Group,
    /// Whether it is strong (if the one is false, the other is true) or weak (if the one is true, the other is false).
    pub is_strong: bool,
}
