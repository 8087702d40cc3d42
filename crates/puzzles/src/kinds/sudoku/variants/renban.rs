//! Renban lines: consecutive numbers in any order.

use gridwright_constraints::{all_different, less_equal};
use gridwright_fd::{Model, Var, View};
use gridwright_grid::board::{Board, Form, LineStyle, Shape};

use crate::contract::{Premise, PremiseForm};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{cells_text, has, has_any, once, premise};
use crate::kinds::sudoku::variants::{Family, Posted};

/// A renban line: its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renban(pub Vec<usize>);

impl Family for Renban {
    fn line(&self, instance: &Instance) -> String {
        format!("renban {}", cells_text(instance, &self.0))
    }

    fn post(&self, instance: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        let vars: Vec<Var> = self.0.iter().map(|&at| cells[at]).collect();
        model.post(all_different(&vars))?;
        // The least number of the line.
        let least = model.var(
            format!("renban {}", model.n_vars()),
            1..=instance.n() as i32,
        )?;
        for var in vars {
            model.post(less_equal(least, var))?;
            let greatest = View {
                offset: self.0.len() as i32 - 1,
                ..least.view()
            };
            model.post(less_equal(var, greatest))?;
        }
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let mut line: Vec<i32> = self.0.iter().map(|&at| numbers[at]).collect();
        line.sort_unstable();
        match line.windows(2).all(|pair| pair[1] == pair[0] + 1) {
            true => Ok(()),
            false => Err(format!(
                "the numbers of the renban line of {} are not consecutive",
                instance.words(&self.0)
            )),
        }
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let length = self.0.len() as i32;
        let mut forms = once(instance, &self.0);
        for &at in &self.0 {
            for number in 1..=instance.n() as i32 {
                let others = self.0.iter().filter(|&&other| other != at);
                let far = others
                    .flat_map(|&other| has_any(instance, other, |x| (x - number).abs() >= length));
                let far: Vec<_> = far.collect();
                if !far.is_empty() {
                    let form = PremiseForm::at_most(0, far);
                    forms.push(PremiseForm::When(
                        vec![has(instance, at, number)],
                        Box::new(form),
                    ));
                }
            }
        }
        let words = format!(
            "the renban line of {} has consecutive numbers",
            instance.words(&self.0)
        );
        let form = PremiseForm::All(forms);
        vec![premise(instance, "renban", 3, words, &self.0, form)]
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        let form = Form::Line(instance.places(&self.0), LineStyle::Renban);
        board.shapes.push(Shape::given(form));
    }
}
