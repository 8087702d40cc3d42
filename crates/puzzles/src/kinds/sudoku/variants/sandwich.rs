//! Sandwich sums: the sum of the numbers between the 1 and the greatest number of a row or column.

use gridwright_constraints::{Automaton, regular};
use gridwright_fd::{Model, ModelError, Var};
use gridwright_grid::Direction;
use gridwright_grid::board::{Board, Form, Shape};

use crate::contract::{ClueEntry, CluePosition, Premise};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{premise, word};
use crate::kinds::sudoku::variants::{Constraint, Family};

/// A sandwich sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sandwich {
    /// The sandwich clue.
    pub value: i32,
    /// The first cell, at the edge of the board.
    pub first: usize,
    /// The direction from the first cell onto the board.
    pub direction: Direction,
}

impl Sandwich {
    fn cells(&self, instance: &Instance) -> Vec<usize> {
        let grid = &instance.grid;
        let first = grid.cell(self.first);
        let rest = grid.ray(first, self.direction).map(|cell| grid.index(cell));
        std::iter::once(self.first).chain(rest).collect()
    }

    /// Accepts lines in which the numbers between 1 and `n` have the sum. The states: before, the sums so far, after. On a board of one cell, nothing is between them.
    fn automaton(&self, n: i32) -> Automaton {
        if n == 1 {
            let automaton = Automaton::new(2, 0, 1..=1).accept(1);
            return match self.value {
                0 => automaton.arc(0, 1, 1),
                _ => automaton,
            };
        }
        let sums = self.value.max(0) as usize + 1;
        let (before, after) = (0, sums + 1);
        let mut automaton = Automaton::new(sums + 2, before, 1..=n);
        for number in 1..=n {
            let is_end = number == 1 || number == n;
            let to = if is_end { 1 } else { before };
            automaton = automaton.arc(before, number, to);
            if !is_end {
                automaton = automaton.arc(after, number, after);
            }
            for sum in 0..sums {
                let next = sum + number as usize;
                if is_end && sum + 1 == sums {
                    automaton = automaton.arc(sum + 1, number, after);
                } else if !is_end && next < sums {
                    automaton = automaton.arc(sum + 1, number, next + 1);
                }
            }
        }
        automaton.accept(after)
    }
}

impl Family for Sandwich {
    fn line(&self, instance: &Instance) -> String {
        let (first, direction) = (instance.at(self.first), self.direction.abbreviation());
        format!("sandwich {} {first} {direction}", self.value)
    }

    fn post(
        &self,
        instance: &Instance,
        cells: &[Var],
        model: &mut Model,
    ) -> Result<(), ModelError> {
        let vars = self.cells(instance).into_iter().map(|at| cells[at]);
        model.post(regular(vars, self.automaton(instance.n() as i32)))?;
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
        let greatest = n as i32;
        let ends: Vec<usize> = (0..line.len())
            .filter(|&i| line[i] == 1 || line[i] == greatest)
            .collect();
        let found: i32 = match ends[..] {
            [from, to] => line[from + 1..to].iter().sum(),
            _ => 0,
        };
        match found == self.value {
            true => Ok(()),
            false => Err(format!(
                "the sandwich clue {} at {} is wrong: it is {found}",
                self.value,
                instance.at(self.first)
            )),
        }
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let cells = self.cells(instance);
        let value = self.value;
        let n = instance.n() as i32;
        let form = word(instance, &cells, self.automaton(n));
        let line = instance.words(&cells);
        let words = format!("the numbers between 1 and {n} along {line} add up to {value}");
        vec![premise(instance, "sandwich", 4, words, &cells, form)]
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
            ClueEntry::numbers(0, n * (n + 1) / 2 - n - 1),
        ))
    }

    fn with_value(&self, value: &str) -> Option<Constraint> {
        let value = value.parse().ok()?;
        Some(Constraint::Sandwich(Sandwich {
            value,
            ..self.clone()
        }))
    }
}
