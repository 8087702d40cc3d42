//! Positions in HoDoKu's notation.

use gridwright_techniques::{Candidate, Grid};

/// A position: digits are given, those after `+` are placed; then the candidates that were removed.
pub(crate) fn position(cells: &str, removed: impl IntoIterator<Item = Candidate>) -> Grid {
    let mut grid = Grid::default();
    let mut is_placed = false;
    let mut cell = 0;
    for c in cells.chars() {
        match c.to_digit(10) {
            Some(digit @ 1..) if is_placed => grid.place(cell, digit as usize - 1),
            Some(digit @ 1..) => grid.give(cell, digit as usize - 1),
            _ => {}
        }
        is_placed = c == '+';
        cell += usize::from(!is_placed);
    }
    for (cell, digit) in removed {
        grid.eliminate(cell, digit);
    }
    grid
}
