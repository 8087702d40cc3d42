//! The kinds of puzzles, one folder each. No kind imports another.

pub mod battleship;
pub mod hashi;
pub mod magic;
pub mod path;
pub mod sudoku;
pub mod whitetan;
