//! Little killer sums: the sum of the numbers along a diagonal.

use gridwright_constraints::linear_eq;
use gridwright_fd::{Model, ModelError, Var};
use gridwright_grid::Direction;
use gridwright_grid::board::{Board, Form, Shape};

use crate::contract::{ClueEntry, CluePosition, Premise};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{premise, sum};
use crate::kinds::sudoku::variants::{Constraint, Family};

/// A little killer sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LittleKiller {
    /// The little killer clue.
    pub value: i32,
    /// The first cell, at the edge of the board.
    pub first: usize,
    /// The direction from the first cell onto the board.
    pub direction: Direction,
}

impl LittleKiller {
    fn cells(&self, instance: &Instance) -> Vec<usize> {
        let grid = &instance.grid;
        let first = grid.cell(self.first);
        let rest = grid.ray(first, self.direction).map(|cell| grid.index(cell));
        std::iter::once(self.first).chain(rest).collect()
    }
}

impl Family for LittleKiller {
    fn line(&self, instance: &Instance) -> String {
        let (first, direction) = (instance.at(self.first), self.direction.abbreviation());
        format!("little-killer {} {first} {direction}", self.value)
    }

    fn post(
        &self,
        instance: &Instance,
        cells: &[Var],
        model: &mut Model,
    ) -> Result<(), ModelError> {
        let vars = self.cells(instance).into_iter().map(|at| cells[at]);
        model.post(linear_eq(vars.map(|var| (1, var)), self.value))?;
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let n = instance.n();
        let (down, across) = self.direction.step();
        let mut line = Vec::new();
        let (mut row, mut col) = (self.first / n, self.first % n);
        while row < n && col < n {
            line.push(numbers[row * n + col]);
            row = row.wrapping_add_signed(down);
            col = col.wrapping_add_signed(across);
        }
        let found: i32 = line.iter().sum();
        match found == self.value {
            true => Ok(()),
            false => Err(format!(
                "the little killer clue {} at {} is wrong: it is {found}",
                self.value,
                instance.at(self.first)
            )),
        }
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let cells = self.cells(instance);
        let value = self.value;
        let terms: Vec<(i64, usize)> = cells.iter().map(|&at| (1, at)).collect();
        let form = sum(instance, &terms, i64::from(value));
        let line = instance.words(&cells);
        let words = format!("the diagonal of {line} adds up to {value}");
        vec![premise(instance, "little_killer", 3, words, &cells, form)]
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        let form = Form::Outside(
            instance.at(self.first),
            self.direction,
            self.value.to_string(),
        );
        board.shapes.push(Shape::given(form));
    }

    fn slot(&self, instance: &Instance) -> Option<(CluePosition, String, ClueEntry)> {
        let n = instance.n() as i32;
        let position = CluePosition::Outside(instance.at(self.first), self.direction);
        Some((
            position,
            self.value.to_string(),
            ClueEntry::numbers(1, n * n),
        ))
    }

    fn with_value(&self, value: &str) -> Option<Constraint> {
        let value = value.parse().ok()?;
        Some(Constraint::LittleKiller(LittleKiller {
            value,
            ..self.clone()
        }))
    }
}
