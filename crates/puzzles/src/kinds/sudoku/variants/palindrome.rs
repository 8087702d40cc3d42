//! Palindromes: a line reads the same from both ends.

use gridwright_constraints::equal;
use gridwright_fd::{Model, Var};
use gridwright_grid::board::{Board, Form, LineStyle, Shape};

use crate::contract::{Premise, PremiseForm};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{cells_text, premise, relation};
use crate::kinds::sudoku::variants::{Family, Posted};

/// A palindrome: its cells in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Palindrome(pub Vec<usize>);

impl Palindrome {
    /// The pairs of cells with equal numbers.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let pairs = self.0.iter().zip(self.0.iter().rev());
        let half = pairs.take(self.0.len() / 2);
        half.map(|(&a, &b)| (a, b)).filter(|(a, b)| a != b)
    }
}

impl Family for Palindrome {
    fn line(&self, instance: &Instance) -> String {
        format!("palindrome {}", cells_text(instance, &self.0))
    }

    fn post(&self, _: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        for (a, b) in self.pairs() {
            model.post(equal(cells[a], cells[b]))?;
        }
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let word: Vec<i32> = self.0.iter().map(|&at| numbers[at]).collect();
        let mut back = word.clone();
        back.reverse();
        match word == back {
            true => Ok(()),
            false => Err(format!(
                "the line of {} is not a palindrome",
                instance.words(&self.0)
            )),
        }
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let forms = self
            .pairs()
            .map(|(a, b)| relation(instance, a, b, |x, y| x == y));
        let words = format!("the line of {} is a palindrome", instance.words(&self.0));
        let form = PremiseForm::All(forms.collect());
        vec![premise(instance, "palindrome", 1, words, &self.0, form)]
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        let form = Form::Line(instance.places(&self.0), LineStyle::Palindrome);
        board.shapes.push(Shape::given(form));
    }
}
