//! Shapes on a board that are not inside one cell: on borders and corners, around regions, along lines of cells.

use crate::board::{Ink, Mark};
use crate::{Border, Cell, Corner};

/// A shape on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// What it is and where.
    pub form: Form,
    /// Whether it is a clue or part of a solution.
    pub ink: Ink,
    /// Its highlight.
    pub mark: Option<Mark>,
}

/// The form of a shape and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// A line along a border: part of a loop around cells, or a wall.
    BorderLine(Border),
    /// A cross on a border: no line there.
    BorderCross(Border),
    /// A cross between the centres of two cells: no line between them.
    LinkCross(Cell, Cell),
    /// A small disc on a border, filled or not.
    BorderDot(Border, bool),
    /// A short text on a border: `<`, `X`, `10`.
    BorderText(Border, String),
    /// A short text in a circle on a corner.
    CornerText(Corner, String),
    /// A large disc in a cell behind its content, filled or not.
    Disc(Cell, bool),
    /// A dashed outline inside the cells of a region, with a text in its first cell; the text may be empty.
    Cage(Vec<Cell>, String),
    /// A light background of cells.
    Tint(Vec<Cell>, Tint),
    /// A line through the centres of cells, behind their contents.
    Line(Vec<Cell>, LineStyle),
    /// A text at the rim of the board, outside: beside the first or last cell of a row or column, or at a corner with
    /// an arrow. The cell is the outermost cell that the clue looks at; the steps lead from the outside onto the board.
    Outside(Cell, crate::Direction, String),
}

/// The background of some cells. Each has its own hatching or symbol, so that colour is not the only sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    /// An extra region.
    Region,
    /// An even number: a square.
    Even,
    /// An odd number: a circle.
    Odd,
    /// Cells on a diagonal that counts.
    Diagonal,
    /// A cell that says in which column of its row a number is: an upright bar.
    ColumnIndexer,
    /// A cell that says in which row of its column a number is: a bar that lies.
    RowIndexer,
}

/// The style of a line through cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineStyle {
    /// A thermometer: a disc at its first cell.
    Thermometer,
    /// The same, with a hollow disc.
    SlowThermometer,
    /// An arrow: a ring at its first cell, a head at its last.
    Arrow,
    /// A plain grey line: a palindrome.
    Palindrome,
    /// A wide purple line: consecutive numbers in any order.
    Renban,
    /// A wide green line: neighbours far apart.
    Whisper,
    /// A wide orange line: low, middle and high numbers in turn.
    Entropic,
    /// A wide teal line: the remainders modulo 3 in turn.
    Modular,
    /// A wide blue line: the same sum in every region.
    RegionSums,
    /// A wide lilac line: the same sum of cells as far from the middle.
    Zipper,
    /// A line with rings at both ends.
    Between,
    /// A line along a diagonal of the board.
    Diagonal,
}

impl Shape {
    /// A clue.
    pub fn given(form: Form) -> Shape {
        Shape {
            form,
            ink: Ink::Given,
            mark: None,
        }
    }

    /// A part of a solution.
    pub fn found(form: Form) -> Shape {
        Shape {
            form,
            ink: Ink::Found,
            mark: None,
        }
    }
}
