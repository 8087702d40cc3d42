//! Cells with even or odd numbers.

use gridwright_constraints::among;
use gridwright_fd::{Domain, Model, Var, View};
use gridwright_grid::board::{Board, Form, Shape, Tint};

use crate::contract::{Premise, PremiseForm};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{cells_text, has_any, premise};
use crate::kinds::sudoku::variants::{Family, Posted};

/// Cells with even numbers, or with odd numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parity {
    /// Whether the numbers are even.
    pub is_even: bool,
    /// The cells.
    pub cells: Vec<usize>,
}

impl Parity {
    fn name(&self) -> &'static str {
        match self.is_even {
            true => "even",
            false => "odd",
        }
    }
}

impl Family for Parity {
    fn line(&self, instance: &Instance) -> String {
        format!("{} {}", self.name(), cells_text(instance, &self.cells))
    }

    fn post(&self, instance: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        let first = if self.is_even { 2 } else { 1 };
        let numbers = (first..=instance.n() as i32).step_by(2);
        let numbers = Domain::from_values(numbers);
        let vars: Vec<Var> = self.cells.iter().map(|&at| cells[at]).collect();
        let count = View::constant(vars.len() as i32);
        model.post(among(vars, numbers, count))?;
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let remainder = i32::from(!self.is_even);
        let wrong = self.cells.iter().find(|&&at| numbers[at] % 2 != remainder);
        match wrong {
            Some(&at) => Err(format!("{} is not {}", instance.at(at), self.name())),
            None => Ok(()),
        }
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let premise = |&at: &usize| {
            let wrong = has_any(instance, at, |number| (number % 2 == 0) != self.is_even);
            let words = format!("{} is {}", instance.at(at), self.name());
            let form = PremiseForm::at_most(0, wrong);
            premise(instance, "parity", 0, words, &[at], form)
        };
        self.cells.iter().map(premise).collect()
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        let tint = match self.is_even {
            true => Tint::Even,
            false => Tint::Odd,
        };
        let form = Form::Tint(instance.places(&self.cells), tint);
        board.shapes.push(Shape::given(form));
    }
}
