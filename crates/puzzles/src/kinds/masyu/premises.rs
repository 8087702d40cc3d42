//! The premises of Masyu.
//!
//! | premise | meaning | weight |
//! |---|---|---|
//! | `cell` | the loop does not pass a cell, or enters and leaves it | 1 |
//! | `white` | the loop goes straight through a white pearl and turns before or after it, a clue | 2 |
//! | `black` | the loop turns at a black pearl and goes straight on, a clue | 2 |
//! | `loop` | the lines form a single loop | 6 |

use crate::contract::{Claim, FactState, Premise, PremiseForm};
use crate::kinds::masyu::{Instance, Pearl, pearl_clauses};

const CELL: &str = "cell";
const WHITE: &str = "white";
const BLACK: &str = "black";

/// The cells in reading order, then the pearls, then the loop.
pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let lattice = instance.lattice();
    let mut premises = Vec::new();
    for cell in instance.grid.cells() {
        let words = format!("the loop passes {cell} by two links or not at all");
        let form = lattice.point_form(cell.row, cell.col);
        premises.push(Premise::new(CELL, 1, words, [cell], form));
    }
    for (cell, pearl) in instance.grid.cells().zip(&instance.pearls) {
        let Some(pearl) = *pearl else {
            continue;
        };
        let (rule, words) = match pearl {
            Pearl::White => (
                WHITE,
                format!(
                    "the loop goes straight through the white pearl at {cell} and turns before or after it"
                ),
            ),
            Pearl::Black => (
                BLACK,
                format!("the loop turns at the black pearl at {cell} and goes straight on"),
            ),
        };
        let clauses = pearl_clauses(instance, cell, pearl).into_iter();
        let forms = clauses.map(|claims| {
            let claims = claims
                .into_iter()
                .map(|(fact, holds)| Claim { fact, holds });
            PremiseForm::at_least(1, claims.collect())
        });
        let form = PremiseForm::All(forms.collect());
        premises.push(Premise::new(rule, 2, words, [cell], form).clue());
    }
    premises.push(lattice.loop_premise());
    premises
}

/// A pearl with its cell and the cells around it.
pub(super) fn suggest(instance: &Instance, known: &[FactState]) -> Vec<Vec<usize>> {
    let grid = &instance.grid;
    let mut sets = Vec::new();
    let mut next = grid.n_cells();
    for (cell, pearl) in grid.cells().zip(&instance.pearls) {
        if pearl.is_none() {
            continue;
        }
        let pearl = next;
        next += 1;
        let mut edges = instance.around(cell).into_iter().flatten();
        if edges.any(|edge| known[edge] == FactState::Open) {
            let mut set = vec![pearl, grid.index(cell)];
            set.extend(grid.neighbours4(cell).map(|cell| grid.index(cell)));
            sets.push(set);
        }
    }
    sets
}
