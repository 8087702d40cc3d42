//! Text formats and URLs in which puzzles are exchanged, each read and written, and collections of many puzzles in one text.
//!
//! This crate knows no kind of puzzle: a format converts between text and cells, numbers and lists. Errors are diagnostics with a position and what
//! was expected there.
//!
//! ```
//! use gridwright_codec::{Clue, number16, puzzlink};
//!
//! let url = puzzlink::Address::read("https://puzz.link/p?sudoku/4/4/g1k23k3g")?;
//! let (cells, rest) = number16::read(url.body, url.n_cells())?;
//! assert_eq!(cells[1], Clue::Number(1));
//! assert_eq!(number16::write(&cells), "g1k23k3g");
//! assert!(rest.text.is_empty());
//! # Ok::<(), gridwright_term::Diagnostic>(())
//! ```
#![warn(missing_docs)]

pub mod borders;
mod cell_code;
pub mod collection;
pub mod fpuzzles;
pub mod kudamono;
mod look;
pub mod number16;
pub mod number3;
pub mod number4;
pub mod one_cell;
mod packed;
pub mod penpa;
pub mod pieces;
pub mod puzzlink;
pub mod pzprv3;
pub mod rules;
mod slice;
pub mod square;
mod sudoku_json;
pub mod tatham;
pub mod tatham_regions;

pub use slice::Slice;

/// The clue of a cell in a format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Clue {
    /// No clue.
    Blank,
    /// A clue whose value is not given.
    Unknown,
    /// A number.
    Number(u32),
}

impl Clue {
    /// The number, if it is one.
    pub fn number(self) -> Option<u32> {
        match self {
            Clue::Number(number) => Some(number),
            Clue::Blank | Clue::Unknown => None,
        }
    }
}

impl From<Option<u32>> for Clue {
    /// The clue of a number, or none.
    fn from(number: Option<u32>) -> Clue {
        number.map_or(Clue::Blank, Clue::Number)
    }
}
