//! The premises of Slitherlink.
//!
//! | premise | meaning | weight |
//! |---|---|---|
//! | `number` | a number counts the sides of its cell that are on the loop, a clue | 1 |
//! | `corner` | no line or two meet at a corner | 1 |
//! | `loop` | the lines form a single loop | 6 |

use gridwright_grid::{Cell, Corner};

use crate::blocks::loops::claims;
use crate::contract::{FactState, Premise, PremiseForm};
use crate::kinds::slitherlink::Instance;

const NUMBER: &str = "number";
const CORNER: &str = "corner";

/// The numbers, then the corners in reading order, then the loop.
pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let mut premises = Vec::new();
    for (at, clue) in instance.clues.iter().enumerate() {
        if let Some(clue) = *clue {
            let cell = instance.grid.cell(at);
            let sides = match clue {
                1 => "one side".to_owned(),
                0 => "no side".to_owned(),
                n => format!("{} sides", ["two", "three", "four"][usize::from(n) - 2]),
            };
            let words = format!("the {clue} at {cell} has {sides} on the loop");
            let form = PremiseForm::exactly(clue.into(), claims(&instance.sides(at), None));
            premises.push(Premise::new(NUMBER, 1, words, [cell], form).clue());
        }
    }
    let lattice = instance.lattice();
    for corner in Corner::all(&instance.grid) {
        let words = format!("no line or two meet at {corner}");
        let form = lattice.point_form(corner.row, corner.col);
        let cells = corner.cells(&instance.grid);
        premises.push(Premise::new(CORNER, 1, words, cells, form));
    }
    premises.push(lattice.loop_premise());
    premises
}

/// A number with its corners, and two numbers next to each other or at a corner with the corners of both.
pub(super) fn suggest(instance: &Instance, known: &[FactState]) -> Vec<Vec<usize>> {
    let grid = &instance.grid;
    // The index of the premise of each number.
    let mut n_numbers = 0;
    let mut number = Vec::new();
    for clue in &instance.clues {
        number.push(clue.map(|_| n_numbers));
        n_numbers += usize::from(clue.is_some());
    }
    let is_open = |at: usize| {
        let mut sides = instance.sides(at).into_iter();
        sides.any(|side| known[side] == FactState::Open)
    };
    let with_corners = |cells: &[Cell]| {
        let mut set: Vec<usize> = cells
            .iter()
            .filter_map(|&cell| number[grid.index(cell)])
            .collect();
        for cell in cells {
            for (row, col) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let corner = (cell.row + row) * (grid.cols() + 1) + cell.col + col;
                set.push(n_numbers + corner);
            }
        }
        set.sort_unstable();
        set.dedup();
        set
    };
    let clues = |cell: &Cell| number[grid.index(*cell)].is_some() && is_open(grid.index(*cell));
    let mut sets = Vec::new();
    for cell in grid.cells().filter(clues) {
        sets.push(with_corners(&[cell]));
    }
    for cell in grid.cells().filter(clues) {
        let later = grid.neighbours8(cell).filter(|other| *other > cell);
        for other in later.filter(clues) {
            sets.push(with_corners(&[cell, other]));
        }
    }
    sets
}
