//! Arrows: the numbers along an arrow add up to the number in its circle. A circle of several cells, a pill, is read as one number with several digits.

use gridwright_constraints::linear_eq;
use gridwright_fd::{Model, Var};
use gridwright_grid::board::{Board, Form, LineStyle, Shape};

use crate::contract::Premise;
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{cells_text, collected, premise, sum};
use crate::kinds::sudoku::variants::{Family, Posted};

/// An arrow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// The cell of the circle, or the cells of the pill from the first digit to the last.
    pub circle: Vec<usize>,
    /// The cells of the shaft, without the circle.
    pub shaft: Vec<usize>,
}

impl Arrow {
    /// The cell of the circle next to the shaft, where the line begins.
    pub(in crate::kinds::sudoku) fn start(&self, n: usize) -> usize {
        let next = self.shaft[0];
        let is_near =
            |at: &usize| (at / n).abs_diff(next / n) <= 1 && (at % n).abs_diff(next % n) <= 1;
        let mut circle = self.circle.iter().copied();
        circle.find(is_near).unwrap_or(self.circle[0])
    }

    /// The cells with their factors, so that their sum is 0.
    fn terms(&self) -> Vec<(i64, usize)> {
        let digits = self.circle.iter().rev();
        let places = std::iter::successors(Some(-1), |place: &i64| place.checked_mul(10));
        let circle = places.zip(digits.copied());
        circle.chain(self.shaft.iter().map(|&at| (1, at))).collect()
    }
}

impl Family for Arrow {
    fn line(&self, instance: &Instance) -> String {
        let (circle, shaft) = (
            cells_text(instance, &self.circle),
            cells_text(instance, &self.shaft),
        );
        match self.circle.len() {
            1 => format!("arrow {circle} {shaft}"),
            _ => format!("arrow {circle} = {shaft}"),
        }
    }

    fn post(&self, _: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        // A cell may be in the shaft twice.
        let terms = collected(self.terms()).into_iter();
        let terms = terms.map(|(factor, at)| (factor as i32, cells[at]));
        model.post(linear_eq(terms.collect::<Vec<_>>(), 0))?;
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let mut total: i64 = 0;
        for &at in &self.circle {
            total = total * 10 + i64::from(numbers[at]);
        }
        let mut sum: i64 = 0;
        for &at in &self.shaft {
            sum += i64::from(numbers[at]);
        }
        match sum == total {
            true => Ok(()),
            false => Err(format!(
                "the arrow from {} has the sum {sum}, not {total}",
                instance.at(self.circle[0])
            )),
        }
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let (circle, shaft) = (instance.words(&self.circle), instance.words(&self.shaft));
        let what = match self.circle.len() {
            1 => circle,
            _ => format!("the number in {circle}"),
        };
        let words = format!("the arrow along {shaft} adds up to {what}");
        let all = [&self.circle[..], &self.shaft].concat();
        let form = sum(instance, &self.terms(), 0);
        vec![premise(instance, "arrow", 3, words, &all, form)]
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        let mut cells = vec![self.start(instance.n())];
        cells.extend(&self.shaft);
        let form = Form::Line(instance.places(&cells), LineStyle::Arrow);
        board.shapes.push(Shape::given(form));
        if self.circle.len() > 1 {
            let form = Form::Cage(instance.places(&self.circle), String::new());
            board.shapes.push(Shape::given(form));
        }
    }
}
