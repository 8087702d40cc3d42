//! Candidates: a cell has one of some numbers.

use gridwright_constraints::among;
use gridwright_fd::{Domain, Model, Var, View};
use gridwright_grid::board::Board;

use crate::blocks::step_words::list;
use crate::contract::{Premise, PremiseForm};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{has_any, premise};
use crate::kinds::sudoku::variants::{Family, Posted};

/// The numbers that a cell may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidates {
    /// The cell.
    pub cell: usize,
    /// The numbers in order, each once.
    pub numbers: Vec<i32>,
}

impl Candidates {
    /// "r1c1 is 2, 3 or 5".
    fn words(&self, instance: &Instance) -> String {
        let numbers: Vec<String> = self.numbers.iter().map(ToString::to_string).collect();
        format!("{} is {}", instance.at(self.cell), list(&numbers, "or"))
    }
}

impl Family for Candidates {
    fn line(&self, instance: &Instance) -> String {
        let numbers: Vec<String> = self.numbers.iter().map(ToString::to_string).collect();
        format!(
            "candidates {} {}",
            instance.at(self.cell),
            numbers.join(" ")
        )
    }

    fn post(&self, _: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        let numbers = Domain::from_values(self.numbers.iter().copied());
        model.post(among([cells[self.cell]], numbers, View::constant(1)))?;
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        match self.numbers.contains(&numbers[self.cell]) {
            true => Ok(()),
            false => Err(format!(
                "{} is {}, which is not one of its candidates",
                instance.at(self.cell),
                numbers[self.cell]
            )),
        }
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let others = has_any(instance, self.cell, |number| {
            !self.numbers.contains(&number)
        });
        let form = PremiseForm::at_most(0, others);
        let words = self.words(instance);
        vec![premise(
            instance,
            "candidates",
            0,
            words,
            &[self.cell],
            form,
        )]
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        board.notes.push(self.words(instance));
    }
}
