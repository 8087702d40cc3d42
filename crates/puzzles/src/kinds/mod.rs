//! The kinds of puzzles, one folder each, and the catalogue of all. No kind imports another.
//!
//! A new kind is a folder, its `pub mod` line and its line of the catalogue, both in this file.

pub mod battleship;
pub mod hashi;
pub mod magic;
pub mod path;
pub mod sudoku;
pub mod whitetan;

use crate::contract::{Kind, KindOf};

/// Every kind of puzzle.
pub static CATALOGUE: &[&dyn Kind] = &[
    KindOf::<sudoku::Sudoku>::kind(),
    KindOf::<hashi::Hashi>::kind(),
    KindOf::<battleship::Battleship>::kind(),
    KindOf::<magic::Magic>::kind(),
    KindOf::<whitetan::WhiteTan>::kind(),
    KindOf::<path::Numbrix>::kind(),
    KindOf::<path::Hidato>::kind(),
];

/// Looks up a kind by its short name, such as `sudoku`.
pub fn kind(id: &str) -> Option<&'static dyn Kind> {
    CATALOGUE.iter().copied().find(|kind| kind.info().id == id)
}
