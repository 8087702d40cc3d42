//! The rules and clues of a Latin square, one by one, for explanations.

use crate::blocks::number_cells::{CELL_NEEDS, clue_premises};
use crate::contract::{Claim, Premise, PremiseForm};
use crate::kinds::template::Instance;

pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let (grid, n) = (&instance.grid, instance.n());
    let is = |at: usize, number: usize| Claim::is(at * n + number - 1);
    let mut premises = clue_premises(&instance.clues, n, |at| grid.cell(at));
    for cell in grid.cells() {
        let numbers: Vec<Claim> = (1..=n).map(|number| is(grid.index(cell), number)).collect();
        let words = format!("{cell} has one number only");
        let one = PremiseForm::at_most(1, numbers.clone());
        premises.push(Premise::new("one_number", 0, words, [cell], one));
        let words = format!("{cell} needs a number");
        let some = PremiseForm::at_least(1, numbers);
        premises.push(Premise::new(CELL_NEEDS, 3, words, [cell], some));
    }
    for (name, line) in instance.lines() {
        for number in 1..=n {
            let places: Vec<Claim> = line.iter().map(|&at| is(at, number)).collect();
            let cells = line.iter().map(|&at| grid.cell(at));
            let words = format!("{name} has one {number} only");
            let one = PremiseForm::at_most(1, places.clone());
            premises.push(Premise::new("once", 0, words, cells.clone(), one));
            let words = format!("{name} needs a {number}");
            let some = PremiseForm::at_least(1, places);
            premises.push(Premise::new("needs", 2, words, cells, some));
        }
    }
    premises
}
