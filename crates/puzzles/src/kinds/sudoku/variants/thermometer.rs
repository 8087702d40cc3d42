//! Thermometers: the numbers increase from the bulb to the end; on slow ones neighbours may be equal.

use gridwright_constraints::{less, less_equal};
use gridwright_fd::{Model, Var};
use gridwright_grid::board::{Board, Form, LineStyle, Shape};

use crate::contract::{Premise, PremiseForm};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{cells_text, premise, relation};
use crate::kinds::sudoku::variants::{Family, Posted};

/// A thermometer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thermometer {
    /// Whether neighbours may be equal.
    pub is_slow: bool,
    /// Its cells from the bulb to the end.
    pub cells: Vec<usize>,
}

impl Family for Thermometer {
    fn line(&self, instance: &Instance) -> String {
        let heading = if self.is_slow {
            "slow-thermo"
        } else {
            "thermo"
        };
        format!("{heading} {}", cells_text(instance, &self.cells))
    }

    fn post(&self, _: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        for pair in self.cells.windows(2) {
            let (a, b) = (cells[pair[0]], cells[pair[1]]);
            match self.is_slow {
                true => model.post(less_equal(a, b))?,
                false => model.post(less(a, b))?,
            };
        }
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let mut before = 0;
        for &at in &self.cells {
            if numbers[at] < before || numbers[at] == before && !self.is_slow {
                let (cell, bulb) = (instance.at(at), instance.at(self.cells[0]));
                let what = if self.is_slow {
                    "decreases"
                } else {
                    "does not increase"
                };
                return Err(format!("the thermometer from {bulb} {what} at {cell}"));
            }
            before = numbers[at];
        }
        Ok(())
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let is_slow = self.is_slow;
        let pairs = self.cells.windows(2);
        let in_order = |a: i32, b: i32| a < b || a == b && is_slow;
        let forms = pairs.map(|pair| relation(instance, pair[0], pair[1], in_order));
        let what = if is_slow {
            "does not decrease"
        } else {
            "increases"
        };
        let words = format!("the thermometer of {} {what}", instance.words(&self.cells));
        let form = PremiseForm::All(forms.collect());
        vec![premise(
            instance,
            "thermometer",
            2,
            words,
            &self.cells,
            form,
        )]
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        let style = match self.is_slow {
            true => LineStyle::SlowThermometer,
            false => LineStyle::Thermometer,
        };
        let form = Form::Line(instance.places(&self.cells), style);
        board.shapes.push(Shape::given(form));
    }
}
