//! The codes in which the world writes puzzles down, each for both directions, and collections of many puzzles in one text.
//!
//! Nothing here knows a kind of puzzle: a code turns a text into cells, numbers and lists, and back. What they mean, the puzzle says.
//! What cannot be read becomes a diagnostic with its place and what was expected there.
//!
//! ```
//! use gridwright_codec::{Clue, number16, puzzlink};
//!
//! let address = puzzlink::Address::read("https://puzz.link/p?sudoku/4/4/g1k23k3g")?;
//! let (cells, rest) = number16::read(address.body, address.n_cells())?;
//! assert_eq!(cells[1], Clue::Number(1));
//! assert_eq!(number16::write(&cells), "g1k23k3g");
//! assert!(rest.text.is_empty());
//! # Ok::<(), gridwright_term::Diagnostic>(())
//! ```
#![warn(missing_docs)]

pub mod base64;
pub mod collection;
pub mod deflate;
pub mod fpuzzles;
pub mod json;
pub mod kudamono;
pub mod lz;
pub mod number16;
mod part;
pub mod penpa;
pub mod pieces;
pub mod puzzlink;
pub mod pzprv3;
pub mod square;
pub mod tatham;

pub use part::Part;

/// What a code says of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Clue {
    /// Nothing.
    Blank,
    /// That something is there, but not what.
    Unknown,
    /// A number.
    Number(u32),
}
