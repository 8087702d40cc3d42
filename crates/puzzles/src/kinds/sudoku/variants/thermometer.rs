//! Thermometers: the numbers increase from the bulb to the end.

use gridwright_constraints::less;
use gridwright_fd::{Model, ModelError, Var};
use gridwright_grid::board::{Board, Form, LineStyle, Shape};

use crate::contract::{Premise, PremiseForm};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::Family;
use crate::kinds::sudoku::variants::support::{cells_text, premise, relation};

/// A thermometer: its cells from the bulb to the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thermometer(pub Vec<usize>);

impl Family for Thermometer {
    fn line(&self, instance: &Instance) -> String {
        format!("thermo {}", cells_text(instance, &self.0))
    }

    fn post(&self, _: &Instance, cells: &[Var], model: &mut Model) -> Result<(), ModelError> {
        for pair in self.0.windows(2) {
            model.post(less(cells[pair[0]], cells[pair[1]]))?;
        }
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let mut before = 0;
        for &at in &self.0 {
            if numbers[at] <= before {
                let (cell, bulb) = (instance.at(at), instance.at(self.0[0]));
                return Err(format!(
                    "the thermometer from {bulb} does not increase at {cell}"
                ));
            }
            before = numbers[at];
        }
        Ok(())
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let pairs = self.0.windows(2);
        let forms = pairs.map(|pair| relation(instance, pair[0], pair[1], |a, b| a < b));
        let words = format!("the thermometer of {} increases", instance.words(&self.0));
        let form = PremiseForm::All(forms.collect());
        vec![premise(instance, "thermometer", 2, words, &self.0, form)]
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        let form = Form::Line(instance.places(&self.0), LineStyle::Thermometer);
        board.shapes.push(Shape::given(form));
    }
}
