//! Indexer cells: the number of a cell says where in its row the number of its column is, or where in its column that of its row.

use gridwright_constraints::iff_atoms;
use gridwright_fd::{Atom, Model, Var};
use gridwright_grid::board::{Board, Form, Shape, Tint};

use crate::contract::{Premise, PremiseForm};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{cells_text, has, premise};
use crate::kinds::sudoku::variants::{Family, Posted};

/// Cells that say where the number of their column, or row, is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Indexer {
    /// Whether they say where in their column the number of their row is.
    pub is_row: bool,
    /// The cells.
    pub cells: Vec<usize>,
}

impl Indexer {
    fn name(&self) -> &'static str {
        match self.is_row {
            true => "row-indexer",
            false => "column-indexer",
        }
    }

    /// The number of the cell's own column (or row), and, for each number that the cell may have, the cell that then has this own number.
    fn pointed(&self, instance: &Instance, cell: usize) -> (i32, Vec<(i32, usize)>) {
        let n = instance.n();
        let (row, col) = (cell / n, cell % n);
        let other = |at: usize| match self.is_row {
            true => at * n + col,
            false => row * n + at,
        };
        let own = if self.is_row { row } else { col };
        let others = (0..n).filter(|&at| at != own);
        let others = others.map(|at| (at as i32 + 1, other(at)));
        (own as i32 + 1, others.collect())
    }
}

impl Family for Indexer {
    fn line(&self, instance: &Instance) -> String {
        format!("{} {}", self.name(), cells_text(instance, &self.cells))
    }

    fn post(&self, instance: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        for &cell in &self.cells {
            let (own, others) = self.pointed(instance, cell);
            for (number, other) in others {
                let points = Atom::eq(cells[cell], number);
                model.post(iff_atoms(points, Atom::eq(cells[other], own)))?;
            }
        }
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let n = instance.n();
        for &at in &self.cells {
            let (row, col) = (at / n, at % n);
            let place = numbers[at] as usize - 1;
            let (found, own, line) = match self.is_row {
                true => (numbers[place * n + col], row + 1, "row"),
                false => (numbers[row * n + place], col + 1, "column"),
            };
            if found as usize != own {
                let cell = instance.at(at);
                return Err(format!(
                    "{cell} is {}, but {line} {} there has {found}, not {own}",
                    numbers[at], numbers[at]
                ));
            }
        }
        Ok(())
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let premise = |&cell: &usize| {
            let (own, others) = self.pointed(instance, cell);
            let mut forms = Vec::new();
            for (number, other) in others {
                let points = has(instance, cell, number);
                let there = has(instance, other, own);
                for (when, then) in [(points, there), (there, points)] {
                    let then = Box::new(PremiseForm::just(then));
                    forms.push(PremiseForm::When(vec![when], then));
                }
            }
            let (line, across) = match self.is_row {
                true => ("row", "column"),
                false => ("column", "row"),
            };
            let name = instance.at(cell);
            let words = format!("{name} is the {line} in which its {across} has {own}");
            let form = PremiseForm::All(forms);
            premise(instance, self.name(), 2, words, &[cell], form)
        };
        self.cells.iter().map(premise).collect()
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        let tint = match self.is_row {
            true => Tint::RowIndexer,
            false => Tint::ColumnIndexer,
        };
        let form = Form::Tint(instance.places(&self.cells), tint);
        board.shapes.push(Shape::given(form));
    }
}
