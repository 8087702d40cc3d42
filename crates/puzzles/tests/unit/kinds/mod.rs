//! Tests of single kinds.

mod akari;
mod battleship;
mod fillomino;
mod futoshiki;
mod hashi;
mod heyawake;
mod kakuro;
mod masyu;
mod nonogram;
mod nurikabe;
mod skyscrapers;
mod slitherlink;
mod starbattle;
mod sudoku;
mod tents;
