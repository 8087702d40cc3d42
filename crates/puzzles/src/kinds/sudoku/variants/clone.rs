//! Clones: two groups of cells have the same numbers, cell by cell.

use gridwright_constraints::equal;
use gridwright_fd::{Model, Var};
use gridwright_grid::board::{Board, Form, Shape, Tint};

use crate::contract::{Premise, PremiseForm};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{cells_text, premise, relation};
use crate::kinds::sudoku::variants::{Family, Posted};

/// Two groups of as many cells with the same numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clone {
    /// The cells of the first group.
    pub cells: Vec<usize>,
    /// The cells of the second group, in the same order.
    pub copies: Vec<usize>,
}

impl Clone {
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let pairs = self.cells.iter().copied().zip(self.copies.iter().copied());
        pairs.filter(|(a, b)| a != b)
    }
}

impl Family for Clone {
    fn line(&self, instance: &Instance) -> String {
        let (cells, copies) = (
            cells_text(instance, &self.cells),
            cells_text(instance, &self.copies),
        );
        format!("clone {cells} = {copies}")
    }

    fn post(&self, _: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        for (a, b) in self.pairs() {
            model.post(equal(cells[a], cells[b]))?;
        }
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        for i in 0..self.cells.len() {
            let (a, b) = (self.cells[i], self.copies[i]);
            if numbers[a] != numbers[b] {
                let (a, b) = (instance.at(a), instance.at(b));
                return Err(format!("{a} and its clone {b} differ"));
            }
        }
        Ok(())
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let form = self
            .pairs()
            .map(|(a, b)| relation(instance, a, b, |x, y| x == y));
        let (cells, copies) = (instance.words(&self.cells), instance.words(&self.copies));
        let words = format!("{cells} and {copies} have the same numbers");
        let all = [&self.cells[..], &self.copies].concat();
        let form = PremiseForm::All(form.collect());
        vec![premise(instance, "clone", 1, words, &all, form)]
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        for cells in [&self.cells, &self.copies] {
            let form = Form::Tint(instance.places(cells), Tint::Region);
            board.shapes.push(Shape::given(form));
        }
        let (cells, copies) = (instance.words(&self.cells), instance.words(&self.copies));
        board.notes.push(format!("Clones: {cells} as {copies}"));
    }
}
