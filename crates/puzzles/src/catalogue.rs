//! The catalogue: every kind, one line each.

use crate::contract::{Kind, KindOf};
use crate::kinds::battleship::Battleship;
use crate::kinds::hashi::Hashi;
use crate::kinds::magic::Magic;
use crate::kinds::path::{Hidato, Numbrix};
use crate::kinds::sudoku::Sudoku;
use crate::kinds::whitetan::WhiteTan;

/// Every kind of puzzle.
pub static CATALOGUE: &[&dyn Kind] = &[
    KindOf::<Sudoku>::kind(),
    KindOf::<Hashi>::kind(),
    KindOf::<Battleship>::kind(),
    KindOf::<Magic>::kind(),
    KindOf::<WhiteTan>::kind(),
    KindOf::<Numbrix>::kind(),
    KindOf::<Hidato>::kind(),
];

/// Looks up a kind by its short name, such as `sudoku`.
pub fn kind(id: &str) -> Option<&'static dyn Kind> {
    CATALOGUE.iter().copied().find(|kind| kind.info().id == id)
}
