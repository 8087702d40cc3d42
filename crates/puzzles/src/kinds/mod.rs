//! The kinds of puzzles, one folder each, and the catalogue of all. No kind imports another.
//!
//! A new kind is a folder, its `pub mod` line and its line of the catalogue, both in this file.

pub mod akari;
pub mod battleship;
pub mod fillomino;
pub mod futoshiki;
pub mod hashi;
pub mod heyawake;
pub mod kakuro;
pub mod magic;
pub mod masyu;
pub mod nonogram;
pub mod nurikabe;
pub mod path;
pub mod skyscrapers;
pub mod slitherlink;
pub mod starbattle;
pub mod sudoku;
pub mod tents;
pub mod whitetan;

// The template of a new kind is compiled and checked, but it is not in the catalogue.
#[cfg(test)]
#[path = "../../template/mod.rs"]
pub mod template;

use crate::contract::{Kind, KindOf};

/// Every kind of puzzle.
#[cfg(not(test))]
pub static CATALOGUE: &[&dyn Kind] = KINDS;

/// Every kind of puzzle. A static would compile every kind into the unit tests, whether they use it or not.
#[cfg(test)]
pub const CATALOGUE: &[&dyn Kind] = KINDS;

const KINDS: &[&dyn Kind] = &[
    KindOf::<sudoku::Sudoku>::kind(),
    KindOf::<hashi::Hashi>::kind(),
    KindOf::<battleship::Battleship>::kind(),
    KindOf::<magic::Magic>::kind(),
    KindOf::<whitetan::WhiteTan>::kind(),
    KindOf::<path::Numbrix>::kind(),
    KindOf::<path::Hidato>::kind(),
    KindOf::<futoshiki::Futoshiki>::kind(),
    KindOf::<akari::Akari>::kind(),
    KindOf::<tents::Tents>::kind(),
    KindOf::<starbattle::StarBattle>::kind(),
    KindOf::<nonogram::Nonogram>::kind(),
    KindOf::<skyscrapers::Skyscrapers>::kind(),
    KindOf::<kakuro::Kakuro>::kind(),
    KindOf::<slitherlink::Slitherlink>::kind(),
    KindOf::<masyu::Masyu>::kind(),
    KindOf::<nurikabe::Nurikabe>::kind(),
    KindOf::<heyawake::Heyawake>::kind(),
    KindOf::<fillomino::Fillomino>::kind(),
];

/// Looks up a kind by its short name, such as `sudoku`.
pub fn kind(id: &str) -> Option<&'static dyn Kind> {
    CATALOGUE.iter().copied().find(|kind| kind.info().id == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind_laws;

    #[test]
    fn the_template_keeps_every_law() {
        kind_laws::check_all(KindOf::<template::Template>::kind());
    }
}
