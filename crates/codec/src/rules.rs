//! Rules beyond those of plain Sudoku, as f-puzzles and SudokuPad store them: a name, places and values. What a name means is not known here.

use crate::square::Square;

/// A square of numbers with rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuledSquare {
    /// The numbers and regions.
    pub square: Square,
    /// The rules, in the order of their names.
    pub rules: Vec<Rule>,
}

/// A rule by its name, with its places and values; a field that the rule does not have is empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rule {
    /// Its name in f-puzzles: `killercage`.
    pub name: String,
    /// The only cell, which may be outside the square.
    pub cell: Option<Place>,
    /// Several cells.
    pub cells: Vec<Place>,
    /// Lines of cells.
    pub lines: Vec<Vec<Place>>,
    /// The cells of a copy.
    pub copies: Vec<Place>,
    /// The value: a sum, for example.
    pub value: String,
    /// Several numbers.
    pub numbers: Vec<u32>,
    /// A direction: `DR` is down and right.
    pub direction: String,
}

/// A row and a column, from 0. Places outside the square are -1 or its size.
pub type Place = (i32, i32);

impl Rule {
    /// A rule without places.
    pub fn named(name: impl Into<String>) -> Rule {
        Rule {
            name: name.into(),
            ..Rule::default()
        }
    }

    /// Whether it is a rule about the whole square.
    pub(crate) fn is_global(&self) -> bool {
        *self == Rule::named(self.name.clone())
    }
}
