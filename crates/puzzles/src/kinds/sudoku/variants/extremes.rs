//! Minimum and maximum cells: smaller, or greater, than all cells that share a side with them.

use gridwright_constraints::less;
use gridwright_fd::{Model, Var};
use gridwright_grid::Border;
use gridwright_grid::board::{Board, Form, Shape};

use crate::contract::{Premise, PremiseForm};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{cells_text, premise, relation};
use crate::kinds::sudoku::variants::{Family, Posted};

/// Cells smaller, or greater, than their neighbours. Two such cells that share a side are not compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extremes {
    /// Whether the cells are greater than their neighbours.
    pub is_maximum: bool,
    /// The cells.
    pub cells: Vec<usize>,
}

impl Extremes {
    fn name(&self) -> &'static str {
        match self.is_maximum {
            true => "maximum",
            false => "minimum",
        }
    }

    /// The neighbours that a cell is compared with.
    fn neighbours(&self, instance: &Instance, at: usize) -> Vec<usize> {
        let grid = &instance.grid;
        let beside = grid.neighbours4(grid.cell(at)).map(|cell| grid.index(cell));
        beside.filter(|other| !self.cells.contains(other)).collect()
    }
}

impl Family for Extremes {
    fn line(&self, instance: &Instance) -> String {
        format!("{} {}", self.name(), cells_text(instance, &self.cells))
    }

    fn post(&self, instance: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        for &at in &self.cells {
            for other in self.neighbours(instance, at) {
                let (low, high) = match self.is_maximum {
                    true => (other, at),
                    false => (at, other),
                };
                model.post(less(cells[low], cells[high]))?;
            }
        }
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let n = instance.n();
        for &at in &self.cells {
            for (other, &number) in numbers.iter().enumerate() {
                let apart = (at / n).abs_diff(other / n) + (at % n).abs_diff(other % n);
                let is_right = match self.is_maximum {
                    true => numbers[at] > number,
                    false => numbers[at] < number,
                };
                if apart == 1 && !is_right && !self.cells.contains(&other) {
                    let (name, cell) = (self.name(), instance.at(at));
                    return Err(format!("{cell} is not the {name} of its neighbours"));
                }
            }
        }
        Ok(())
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let premise = |&at: &usize| {
            let others = self.neighbours(instance, at);
            let holds = |a: i32, b: i32| match self.is_maximum {
                true => a > b,
                false => a < b,
            };
            let forms = others
                .iter()
                .map(|&other| relation(instance, at, other, holds));
            let comparative = if self.is_maximum {
                "greater"
            } else {
                "smaller"
            };
            let words = format!("{} is {comparative} than its neighbours", instance.at(at));
            let form = PremiseForm::All(forms.collect());
            let cells = [&[at][..], &others].concat();
            premise(instance, self.name(), 2, words, &cells, form)
        };
        self.cells.iter().map(premise).collect()
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        for &at in &self.cells {
            for other in self.neighbours(instance, at) {
                let (cell, beside) = (instance.at(at), instance.at(other));
                let Some(border) = Border::between(cell, beside) else {
                    continue;
                };
                // The sign opens to the greater number.
                let is_first_greater = (cell < beside) == self.is_maximum;
                let sign = match (border.is_vertical, is_first_greater) {
                    (true, true) => ">",
                    (true, false) => "<",
                    (false, true) => "v",
                    (false, false) => "^",
                };
                let form = Form::BorderText(border, sign.to_owned());
                board.shapes.push(Shape::given(form));
            }
        }
    }
}
