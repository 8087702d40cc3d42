//! The premises of Fillomino.
//!
//! | premise | meaning | weight |
//! |---|---|---|
//! | `clue` | a number is given | 0 |
//! | `one_number` | a cell has one number only | 0 |
//! | `cell_needs` | a cell needs a number | 3 |
//! | `regions` | every region of a number has as many cells | 3 |

use crate::blocks::number_cells::{self, CELL_NEEDS};
use crate::blocks::shading;
use crate::contract::{Claim, Premise, PremiseForm};
use crate::kinds::fillomino::Instance;

pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let (grid, max) = (&instance.grid, instance.max);
    let cell = |at: usize| grid.cell(at);
    let mut premises = number_cells::clue_premises(&instance.clues, max, cell);
    for at in 0..grid.n_cells() {
        let numbers = (1..=max).map(|number| Claim::is(instance.fact(at, number)));
        let numbers: Vec<Claim> = numbers.collect();
        let words = format!("{} has one number only", cell(at));
        let one = PremiseForm::at_most(1, numbers.clone());
        premises.push(Premise::new("one_number", 0, words, [cell(at)], one));
        let words = format!("{} needs a number", cell(at));
        let some = PremiseForm::at_least(1, numbers);
        premises.push(Premise::new(CELL_NEEDS, 3, words, [cell(at)], some));
    }
    let edges = shading::pairs(grid);
    for number in 1..=max {
        let nodes = (0..grid.n_cells()).map(|at| Claim::is(instance.fact(at, number)));
        let form = PremiseForm::PartSizes {
            nodes: nodes.collect(),
            edges: edges.clone(),
            size: number,
            at: None,
        };
        let words = match number {
            1 => "every region of 1s has one cell".to_owned(),
            _ => format!("every region of {number}s has {number} cells"),
        };
        premises.push(Premise::new("regions", 3, words, [], form));
    }
    premises
}
