//! Legal colourings that take too long to find anew. A board of 14x14 has some that are their own image in both mirrors: the quarter of each is kept here. They were found
//! by a solver of clauses; `docs/benchmarks.md` tells what else was searched, and what is not there.

use gridwright_fd::rng::Rng;
use gridwright_grid::Grid;

use crate::generate::Symmetry;

/// The upper left quarters of colourings that mirror at both axes; `T` is tan.
const QUARTERS: &[&[&str]] = &[&[
    ".TTTTTT", "TT.TT.T", "T.T..TT", "T..T.TT", ".....TT", "T..T.T.", "T.TT...",
]];

/// A legal colouring of this shape, one of those known at random, as it is kept or with rows and columns exchanged; none if none is known of this symmetry.
pub(super) fn colouring(grid: &Grid, symmetry: Symmetry, rng: &mut Rng) -> Option<Vec<bool>> {
    let has_it = matches!(
        symmetry,
        Symmetry::None | Symmetry::Rotate2 | Symmetry::Mirror | Symmetry::Flip | Symmetry::Mirror2
    );
    let fits =
        |quarter: &&&[&str]| (2 * quarter.len(), 2 * quarter.len()) == (grid.rows(), grid.cols());
    let fitting: Vec<&&[&str]> = QUARTERS.iter().filter(fits).collect();
    if !has_it || fitting.is_empty() {
        return None;
    }
    let quarter = fitting[rng.below(fitting.len())];
    let is_exchanged = rng.one_in(2);
    let is_tan = |row: usize, col: usize| {
        let line = quarter[row.min(grid.rows() - 1 - row)].as_bytes();
        line[col.min(grid.cols() - 1 - col)] == b'T'
    };
    let cells = grid.cells().map(|cell| match is_exchanged {
        true => is_tan(cell.col, cell.row),
        false => is_tan(cell.row, cell.col),
    });
    Some(cells.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::whitetan::generate::directions;

    #[test]
    fn what_is_known_is_legal() {
        let grid = Grid::new(14, 14).expect("a board");
        let mut rng = Rng::new(1);
        let mut seen = Vec::new();
        for _ in 0..40 * QUARTERS.len() {
            let tan = colouring(&grid, Symmetry::Mirror2, &mut rng).expect("one is known");
            for at in 0..grid.n_cells() {
                assert!(!directions(&grid, &tan, at).is_empty(), "{}", grid.cell(at));
            }
            if !seen.contains(&tan) {
                seen.push(tan);
            }
        }
        assert_eq!(seen.len(), 2 * QUARTERS.len());
    }

    #[test]
    fn nothing_is_known_of_other_shapes() {
        let mut rng = Rng::new(1);
        let mut known = |rows, cols, symmetry| {
            let grid = Grid::new(rows, cols).expect("a board");
            colouring(&grid, symmetry, &mut rng).is_some()
        };
        assert!(!known(14, 13, Symmetry::None));
        assert!(!known(15, 15, Symmetry::None));
        assert!(!known(14, 14, Symmetry::Rotate4));
    }
}
