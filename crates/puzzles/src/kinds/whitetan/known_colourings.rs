//! Legal colourings of 14x14, which take too long to search for. Both are mirror-symmetric, so only the left half of each is stored. A SAT solver found them;
//! `docs/manual/appendix/benchmarks-full.md` describes what else was searched and ruled out.

use crate::contract::{AttemptLimit, Symmetry};
use gridwright_fd::Rng;
use gridwright_grid::{Cell, Grid};

/// The left halves of colourings that are symmetric under exchange of left and right; `T` is tan. The first is also symmetric under exchange of top and bottom. It is the
/// only such colouring of 14x14, apart from its transpose.
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

/// A random known legal colouring of this shape and symmetry, if there is one.
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

/// The reason why no legal colouring of a shape and symmetry exists, if it is known; boards of few cells are left to an engine.
///
/// In a line, only the second white cell from each end sees exactly one white cell along it, and only the third tan cell from each end sees exactly two tan cells. So with
/// rays along the line alone there are no tan cells and at most two white ones: a board of one line has two cells. On a board of two rows no other ray has two cells, so there
/// are no tan cells. On a board of three rows the same is true of the middle row, so it is white; then the outer rows have no other rays with two tan cells, so they are
/// white too; and then the corners see too many white cells.
pub(super) fn impossible(rows: usize, cols: usize, symmetry: Symmetry) -> Option<String> {
    let there_is_none = format!("there is no board of {rows}x{cols}");
    let (short, long) = (rows.min(cols), rows.max(cols));
    if short == 1 && long != 2 {
        return Some(format!(
            "{there_is_none}: on a single line only the second white cell and the third tan cell from each end see what they need"
        ));
    }
    if short == 3 && long > 2 {
        return Some(format!(
            "{there_is_none}: a tan cell can see two tan cells only along the three lines, where too few do; and if all cells are white, the corners see too many"
        ));
    }
    let is_shown = SHOWN_TO_HAVE_NONE.contains(&(rows, symmetry));
    (rows == cols && is_shown).then(|| {
        format!("{there_is_none} with the symmetry {symmetry}: a SAT solver has shown that no colouring is legal")
    })
}

/// Squares and symmetries for which a SAT solver has shown that no colouring is legal.
const SHOWN_TO_HAVE_NONE: &[(usize, Symmetry)] = &[
    (12, Symmetry::Diagonal2),
    (12, Symmetry::Full),
    (14, Symmetry::Rotate4),
    (14, Symmetry::Diagonal2),
    (14, Symmetry::Full),
    (15, Symmetry::Rotate4),
    (15, Symmetry::Diagonal2),
    (15, Symmetry::Full),
    (16, Symmetry::Mirror2),
    (16, Symmetry::Rotate4),
    (16, Symmetry::Diagonal2),
    (16, Symmetry::Full),
];

/// The maximum number of searches for a legal colouring that may not exist, and the error message if all of them fail.
pub(super) fn attempt_limit(rows: usize, cols: usize) -> Option<AttemptLimit> {
    let searches = match rows * cols {
        0..=180 => return None,
        _ => 8,
    };
    let known = match rows == cols && rows > 14 {
        true => "none is known for a square that large",
        false => "it is not known whether one exists",
    };
    Some(AttemptLimit {
        searches,
        message: format!(
            "no colouring of {rows}x{cols} was found in which every arrow sees what its colour needs, and {known}"
        ),
    })
}

/// The full colourings of a stored half: as it is, with top and bottom exchanged, and the transposes of both.
fn images(half: &[&str], grid: &Grid) -> [Vec<bool>; 4] {
    let last = grid.rows() - 1;
    let is_tan = |row: usize, col: usize| half[row].as_bytes()[col.min(last - col)] == b'T';
    let image = |source: &dyn Fn(Cell) -> (usize, usize)| {
        let sources = grid.cells().map(source);
        sources.map(|(row, col)| is_tan(row, col)).collect()
    };
    [
        image(&|cell| (cell.row, cell.col)),
        image(&|cell| (last - cell.row, cell.col)),
        image(&|cell| (cell.col, cell.row)),
        image(&|cell| (last - cell.col, cell.row)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::whitetan::generate::directions;

    /// All known colourings of a shape and symmetry, by many random draws.
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
    fn known_colourings_are_legal() {
        let grid = Grid::new(14, 14).expect("a board");
        for tan in known(14, 14, Symmetry::None) {
            for at in 0..grid.n_cells() {
                assert!(!directions(&grid, &tan, at).is_empty(), "{}", grid.cell(at));
            }
        }
    }

    #[test]
    fn known_colourings_include_all_images() {
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
        for &(side, symmetry) in SHOWN_TO_HAVE_NONE {
            assert!(known(side, side, symmetry).is_empty(), "{side} {symmetry}");
        }
        assert!(known(14, 13, Symmetry::None).is_empty());
        assert!(known(15, 15, Symmetry::None).is_empty());
    }

    /// Whether some colouring of a small board is legal, by brute force.
    fn is_possible(rows: usize, cols: usize) -> bool {
        let grid = Grid::new(rows, cols).expect("a board");
        let n = grid.n_cells();
        (0..1_u32 << n).any(|colours| {
            let tan: Vec<bool> = (0..n).map(|at| colours >> at & 1 == 1).collect();
            (0..n).all(|at| !directions(&grid, &tan, at).is_empty())
        })
    }

    #[test]
    fn impossible_agrees_with_brute_force_on_narrow_boards() {
        for (rows, cols) in [
            (1, 1),
            (1, 2),
            (1, 3),
            (1, 7),
            (1, 14),
            (2, 1),
            (2, 2),
            (2, 3),
            (2, 7),
            (3, 1),
            (3, 2),
            (3, 3),
            (3, 4),
            (3, 5),
            (5, 3),
            (7, 2),
            (14, 1),
        ] {
            let reason = impossible(rows, cols, Symmetry::None);
            assert_eq!(reason.is_none(), is_possible(rows, cols), "{rows}x{cols}");
        }
    }
}
