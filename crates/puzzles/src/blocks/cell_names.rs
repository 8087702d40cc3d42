//! Names of variables that belong to cells. They are stored as numbers and formatted only when a model is printed.

use gridwright_fd::Name;
use gridwright_grid::Cell;

/// The name of a cell, counted from 1: `r3c5`.
pub(crate) fn of_cell(cell: Cell) -> Name {
    Name::numbered(&["r", "c"], [cell.row + 1, cell.col + 1])
}

/// The names of two cells, concatenated: `r3c5r3c8`.
pub(crate) fn of_ends(a: Cell, b: Cell) -> Name {
    let numbers = [a.row + 1, a.col + 1, b.row + 1, b.col + 1];
    Name::numbered(&["r", "c", "r", "c"], numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_equal_printed_cells() {
        for (a, b) in [((0, 0), (0, 7)), ((3, 4), (12, 4))] {
            let (a, b) = (Cell::new(a.0, a.1), Cell::new(b.0, b.1));
            assert_eq!(of_cell(a).to_string(), a.to_string());
            assert_eq!(of_ends(a, b).to_string(), format!("{a}{b}"));
        }
    }
}
