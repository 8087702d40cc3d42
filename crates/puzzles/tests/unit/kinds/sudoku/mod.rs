//! Tests of Sudoku.

mod generate_variants;
mod solo;
