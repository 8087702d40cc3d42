//! Skyscraper clues: how many numbers of a row or column are greater than all before them.

use gridwright_constraints::{Automaton, regular};
use gridwright_fd::{Model, ModelError, Var};
use gridwright_grid::Direction;
use gridwright_grid::board::{Board, Form, Shape};

use crate::contract::{ClueEntry, CluePosition, Premise};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{premise, word};
use crate::kinds::sudoku::variants::{Constraint, Family};

/// A skyscraper clue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skyscraper {
    /// The skyscraper clue.
    pub value: i32,
    /// The first cell, at the edge of the board.
    pub first: usize,
    /// The direction from the first cell onto the board.
    pub direction: Direction,
}

impl Skyscraper {
    fn cells(&self, instance: &Instance) -> Vec<usize> {
        let grid = &instance.grid;
        let first = grid.cell(self.first);
        let rest = grid.ray(first, self.direction).map(|cell| grid.index(cell));
        std::iter::once(self.first).chain(rest).collect()
    }

    /// Accepts lines with so many visible numbers. A state is the highest number so far and the number of those visible.
    fn automaton(&self, n: usize) -> Automaton {
        let counts = n + 1;
        let mut automaton = Automaton::new(counts * counts, 0, 1..=n as i32);
        for highest in 0..=n {
            for count in 0..=n {
                for number in 1..=n {
                    let to = match number > highest {
                        true => number * counts + count + 1,
                        false => highest * counts + count,
                    };
                    if count < n || number <= highest {
                        automaton = automaton.arc(highest * counts + count, number as i32, to);
                    }
                }
            }
        }
        let value = self.value.max(0) as usize;
        (0..=n).fold(automaton, |automaton, highest| {
            automaton.accept(highest * counts + value.min(n))
        })
    }
}

impl Family for Skyscraper {
    fn line(&self, instance: &Instance) -> String {
        let (first, direction) = (instance.at(self.first), self.direction.abbreviation());
        format!("skyscraper {} {first} {direction}", self.value)
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
        let (mut found, mut highest) = (0, 0);
        for number in line {
            if number > highest {
                (found, highest) = (found + 1, number);
            }
        }
        match found == self.value {
            true => Ok(()),
            false => Err(format!(
                "the skyscraper clue {} at {} is wrong: it is {found}",
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
        let words = format!("{value} of the skyscrapers along {line} are visible");
        vec![premise(instance, "skyscraper", 4, words, &cells, form)]
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
        Some((position, self.value.to_string(), ClueEntry::numbers(1, n)))
    }

    fn with_value(&self, value: &str) -> Option<Constraint> {
        let value = value.parse().ok()?;
        Some(Constraint::Skyscraper(Skyscraper {
            value,
            ..self.clone()
        }))
    }
}
