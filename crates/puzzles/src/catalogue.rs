//! The catalogue: every kind, one line each.

use crate::battleship::Battleship;
use crate::hashi::Hashi;
use crate::kind::{Kind, Of};
use crate::magic::Magic;
use crate::path::{Hidato, Numbrix};
use crate::sudoku::Sudoku;
use crate::whitetan::WhiteTan;

/// Every kind of puzzle.
pub static CATALOGUE: &[&dyn Kind] = &[
    Of::<Sudoku>::kind(),
    Of::<Hashi>::kind(),
    Of::<Battleship>::kind(),
    Of::<Magic>::kind(),
    Of::<WhiteTan>::kind(),
    Of::<Numbrix>::kind(),
    Of::<Hidato>::kind(),
];

/// The kind of a name.
pub fn kind(id: &str) -> Option<&'static dyn Kind> {
    CATALOGUE.iter().copied().find(|kind| kind.card().id == id)
}
