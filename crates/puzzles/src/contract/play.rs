//! What a player sees and may do beyond what follows from facts and clues: words, sums, paths, networks. All of it is optional.

use gridwright_grid::Cell;

/// What a player of an instance sees and may do beyond what follows from its facts and clues.
///
/// Facts already say most: those of one place are alternatives, numbers are typed, single facts of cells are switched by a click, links are drawn and borders are clicked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayInfo {
    /// The word for a place whose fact is false: "water", "white".
    pub false_label: Option<&'static str>,
    /// Whether false facts are shown by an answer too, as a colour, so that a board with open facts is unfinished.
    pub needs_false: bool,
    /// Whether the facts of a place are thresholds ("at least one", "at least two") rather than alternatives.
    pub is_cumulative: bool,
    /// Whether links form networks, which can be coloured.
    pub has_networks: bool,
    /// Whether consecutive numbers are neighbours, so that numbers can be laid by a drag.
    pub path: Option<PathStep>,
    /// Lines of cells whose numbers have a given sum, shown beside the board.
    pub sums: Vec<LineSum>,
    /// Straight runs of true cells to be found: a length, and how many have it.
    pub runs: Vec<(usize, usize)>,
    /// The cells that the clue in a cell is about, shown while the player points at it.
    pub sights: Vec<(Cell, Vec<Cell>)>,
}

/// The cells that consecutive numbers of a path may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathStep {
    /// Cells that share a side.
    Side,
    /// Cells that share a side or a corner.
    Corner,
}

/// A line of cells whose numbers have a given sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineSum {
    /// Its name: "row 3".
    pub name: String,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// The sum of their numbers.
    pub total: i64,
}
