//! X-sums: the sum of the first X numbers of a row or column, where X is the first of them.

use gridwright_constraints::{Automaton, regular};
use gridwright_fd::{Model, ModelError, Var};
use gridwright_grid::Direction;
use gridwright_grid::board::{Board, Form, Shape};

use crate::contract::{ClueEntry, CluePosition, Premise};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{premise, word};
use crate::kinds::sudoku::variants::{Constraint, Family};

/// An X-sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XSum {
    /// The x sum clue.
    pub value: i32,
    /// The first cell, at the edge of the board.
    pub first: usize,
    /// The direction from the first cell onto the board.
    pub direction: Direction,
}

impl XSum {
    fn cells(&self, instance: &Instance) -> Vec<usize> {
        let grid = &instance.grid;
        let first = grid.cell(self.first);
        let rest = grid.ray(first, self.direction).map(|cell| grid.index(cell));
        std::iter::once(self.first).chain(rest).collect()
    }

    /// Accepts lines with the sum. A state is the number of cells left and the sum left; the last one accepts what follows.
    fn automaton(&self, n: usize) -> Automaton {
        let sums = self.value.max(0) as usize + 1;
        let (start, after) = (n * sums, n * sums + 1);
        let state = |cells: usize, sum: usize| match cells {
            0 => (sum == 0).then_some(after),
            _ => Some(cells * sums + sum),
        };
        let mut automaton = Automaton::new(n * sums + 2, start, 1..=n as i32);
        for number in 1..=n {
            let symbol = number as i32;
            automaton = automaton.arc(after, symbol, after);
            let left = (sums - 1).checked_sub(number);
            if let Some(to) = left.and_then(|left| state(number - 1, left)) {
                automaton = automaton.arc(start, symbol, to);
            }
            for cells in 1..n {
                for sum in number..sums {
                    if let Some(to) = state(cells - 1, sum - number) {
                        automaton = automaton.arc(cells * sums + sum, symbol, to);
                    }
                }
            }
        }
        automaton.accept(after)
    }
}

impl Family for XSum {
    fn line(&self, instance: &Instance) -> String {
        let (first, direction) = (instance.at(self.first), self.direction.abbreviation());
        format!("x-sum {} {first} {direction}", self.value)
    }

    fn post(
        &self,
        instance: &Instance,
        cells: &[Var],
        model: &mut Model,
    ) -> Result<(), ModelError> {
        let vars = self.cells(instance).into_iter().map(|at| cells[at]);
        model.post(regular(vars, self.automaton(instance.n())))?;
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
        let count = line[0] as usize;
        let found: i32 = line[..count].iter().sum();
        match found == self.value {
            true => Ok(()),
            false => Err(format!(
                "the x sum clue {} at {} is wrong: it is {found}",
                self.value,
                instance.at(self.first)
            )),
        }
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let cells = self.cells(instance);
        let value = self.value;
        let form = word(instance, &cells, self.automaton(instance.n()));
        let line = instance.words(&cells);
        let words = format!("the X-sum along {line} is {value}");
        vec![premise(instance, "x_sum", 4, words, &cells, form)]
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
            ClueEntry::numbers(1, n * (n + 1) / 2),
        ))
    }

    fn with_value(&self, value: &str) -> Option<Constraint> {
        let value = value.parse().ok()?;
        Some(Constraint::XSum(XSum {
            value,
            ..self.clone()
        }))
    }
}
