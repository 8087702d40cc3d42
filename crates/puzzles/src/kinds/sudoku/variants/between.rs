//! Between lines: the numbers on the line are greater than the one at one end and smaller than the one at the other.

use gridwright_constraints::table;
use gridwright_fd::{Model, Var};
use gridwright_grid::board::{Board, Form, LineStyle, Shape};

use crate::contract::{Premise, PremiseForm};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{cells_text, has, has_any, premise};
use crate::kinds::sudoku::variants::{Family, Posted};

/// A between line: its cells from one end to the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Between(pub Vec<usize>);

impl Between {
    /// Both ends and the cells between them.
    fn parts(&self) -> (usize, usize, &[usize]) {
        let last = self.0.len() - 1;
        (self.0[0], self.0[last], &self.0[1..last])
    }
}

impl Family for Between {
    fn line(&self, instance: &Instance) -> String {
        format!("between {}", cells_text(instance, &self.0))
    }

    fn post(&self, instance: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        let n = instance.n() as i32;
        let mut rows = Vec::new();
        for a in 1..=n {
            for b in 1..=n {
                rows.extend((a.min(b) + 1..a.max(b)).map(|inner| [a, inner, b]));
            }
        }
        let between = table([Var::ZERO; 3], rows);
        let (a, b, inner) = self.parts();
        for &at in inner {
            model.post(between.over([cells[a], cells[at], cells[b]]))?;
        }
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let (a, b, inner) = self.parts();
        for &at in inner {
            let below = numbers[at] > numbers[a] && numbers[at] < numbers[b];
            let above = numbers[at] < numbers[a] && numbers[at] > numbers[b];
            if !below && !above {
                let (cell, a, b) = (instance.at(at), instance.at(a), instance.at(b));
                return Err(format!("{cell} is not between {a} and {b}"));
            }
        }
        Ok(())
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let n = instance.n() as i32;
        let (a, b, inner) = self.parts();
        let mut forms = Vec::new();
        for first in 1..=n {
            for last in 1..=n {
                let (low, high) = (first.min(last), first.max(last));
                let wrong = |x: i32| x <= low || x >= high;
                let wrong = inner.iter().flat_map(|&at| has_any(instance, at, wrong));
                let form = PremiseForm::at_most(0, wrong.collect());
                let ends = vec![has(instance, a, first), has(instance, b, last)];
                forms.push(PremiseForm::When(ends, Box::new(form)));
            }
        }
        let words = format!(
            "the numbers on the line of {} lie between those at its ends",
            instance.words(&self.0)
        );
        // A cell of the line has none of the extreme numbers, whatever the ends are.
        let extreme = |x: i32| x == 1 || x == n;
        let never = inner.iter().flat_map(|&at| has_any(instance, at, extreme));
        forms.push(PremiseForm::at_most(0, never.collect()));
        let form = PremiseForm::All(forms);
        vec![premise(instance, "between", 3, words, &self.0, form)]
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        let form = Form::Line(instance.places(&self.0), LineStyle::Between);
        board.shapes.push(Shape::given(form));
    }
}
