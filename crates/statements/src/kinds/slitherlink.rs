//! Slitherlink: a variable per side of a cell, 1 if the loop runs along it. A number counts the sides of its cell on the loop.
//!
//! Text: the rows: `.` or a number from 0 to 4 for each cell.

use crate::Read;
use crate::grid::Grid;
use crate::lattice::Lattice;
use crate::text::{characters, number, rows};

pub(crate) fn state(text: &str) -> Read {
    let rows = characters(&rows(text));
    let grid = Grid::of(&rows)?;
    let lattice = Lattice {
        n_rows: grid.n_rows + 1,
        n_cols: grid.n_cols + 1,
    };
    let mut statement = lattice.state();
    for (row, words) in rows.iter().enumerate() {
        for (col, word) in words.iter().enumerate() {
            if *word != "." {
                let sides = [
                    lattice.along(row, col),
                    lattice.along(row + 1, col),
                    lattice.upright(row, col),
                    lattice.upright(row, col + 1),
                ];
                statement.add_sum(sides, number(word, 0, 4)?.into());
            }
        }
    }
    Ok(statement)
}
