//! Legal colourings that take too long to find anew: those known of 14x14. Left and right mirror each other in both, so the left half of each is kept here. They were
//! found by a solver of clauses; `docs/benchmarks.md` tells what else was searched, and what is not there.

use gridwright_fd::rng::Rng;
use gridwright_grid::{Cell, Grid};

use crate::generate::Symmetry;

/// The left halves of colourings that mirror left and right; `T` is tan. The first mirrors top and bottom too, and is the only one that does, but for the one with
/// rows and columns exchanged.
const HALVES: &[&[&str]] = &[
    &[
        ".TTTTTT", "TT.TT.T", "T.T..TT", "T..T.TT", ".....TT", "T..T.T.", "T.TT...", "T.TT...",
        "T..T.T.", ".....TT", "T..T.TT", "T.T..TT", "TT.TT.T", ".TTTTTT",
    ],
    &[
        "T..TTT.", "...T..T", ".T.T.TT", "TT..TTT", "T.T..TT", "TTTT...", "TTTTT..", "TT.TTT.",
        "..T.TT.", "TTTT..T", "TT..TT.", ".....T.", "..TTTT.", "T..TTT.",
    ],
];

/// A legal colouring of this shape and symmetry, at random of those that are known; none if none is.
pub(super) fn colouring(grid: &Grid, symmetry: Symmetry, rng: &mut Rng) -> Option<Vec<bool>> {
    let (rows, cols) = (grid.rows(), grid.cols());
    let is_symmetric = |tan: &Vec<bool>| {
        grid.cells().all(|cell| {
            let mut orbit = symmetry.orbit(rows, cols, cell).into_iter();
            orbit.all(|other| tan[grid.index(other)] == tan[grid.index(cell)])
        })
    };
    let fits = |half: &&&[&str]| half.len() == rows && rows == cols && 2 * half[0].len() == cols;
    let mut fitting: Vec<Vec<bool>> = HALVES
        .iter()
        .filter(fits)
        .flat_map(|half| images(half, grid))
        .filter(is_symmetric)
        .collect();
    fitting.sort_unstable();
    fitting.dedup();
    match fitting.len() {
        0 => None,
        n => Some(fitting.swap_remove(rng.below(n))),
    }
}

/// What becomes of a half on a square: itself, top and bottom exchanged, and both with rows and columns exchanged.
fn images(half: &[&str], grid: &Grid) -> [Vec<bool>; 4] {
    let last = grid.rows() - 1;
    let is_tan = |row: usize, col: usize| half[row].as_bytes()[col.min(last - col)] == b'T';
    let seen = |place: &dyn Fn(Cell) -> (usize, usize)| {
        let places = grid.cells().map(place);
        places.map(|(row, col)| is_tan(row, col)).collect()
    };
    [
        seen(&|cell| (cell.row, cell.col)),
        seen(&|cell| (last - cell.row, cell.col)),
        seen(&|cell| (cell.col, cell.row)),
        seen(&|cell| (last - cell.col, cell.row)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::whitetan::generate::directions;

    /// All colourings of a shape and symmetry that ever come, by asking often.
    fn known(rows: usize, cols: usize, symmetry: Symmetry) -> Vec<Vec<bool>> {
        let grid = Grid::new(rows, cols).expect("a board");
        let mut rng = Rng::new(1);
        let often = (0..200).filter_map(|_| colouring(&grid, symmetry, &mut rng));
        let mut seen: Vec<Vec<bool>> = often.collect();
        seen.sort_unstable();
        seen.dedup();
        seen
    }

    #[test]
    fn what_is_known_is_legal() {
        let grid = Grid::new(14, 14).expect("a board");
        for tan in known(14, 14, Symmetry::None) {
            for at in 0..grid.n_cells() {
                assert!(!directions(&grid, &tan, at).is_empty(), "{}", grid.cell(at));
            }
        }
    }

    #[test]
    fn as_many_are_known_as_there_are_images() {
        for (symmetry, n) in [
            (Symmetry::None, 6),
            (Symmetry::Mirror, 4),
            (Symmetry::Flip, 4),
            (Symmetry::Rotate2, 2),
            (Symmetry::Mirror2, 2),
            (Symmetry::Rotate4, 0),
            (Symmetry::Diagonal, 0),
        ] {
            assert_eq!(known(14, 14, symmetry).len(), n, "{symmetry}");
        }
        assert!(known(14, 13, Symmetry::None).is_empty());
        assert!(known(15, 15, Symmetry::None).is_empty());
    }
}
