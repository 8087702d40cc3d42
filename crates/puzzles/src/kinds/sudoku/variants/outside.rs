//! Clues outside the board: a number about the line of cells that begins beside it.

use gridwright_constraints::{Automaton, linear_eq, regular};
use gridwright_fd::{Model, Var};
use gridwright_grid::Direction;
use gridwright_grid::board::{Board, Form, Shape};

use crate::contract::{ClueEntry, CluePosition, Premise};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{premise, sum, word};
use crate::kinds::sudoku::variants::{Constraint, Family, Posted};

/// A clue outside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outside {
    /// What it says about its line.
    pub rule: OutsideRule,
    /// The number.
    pub value: i32,
    /// The first cell of the line, at the edge of the board.
    pub first: usize,
    /// The direction of the line.
    pub direction: Direction,
}

/// What a number outside the board says about its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutsideRule {
    /// The sum of a diagonal.
    LittleKiller,
    /// The sum of the numbers between the 1 and the greatest number.
    Sandwich,
    /// The sum of the first X numbers, where X is the first of them.
    XSum,
    /// How many numbers are greater than all before them.
    Skyscraper,
}

impl OutsideRule {
    /// All of them.
    pub const ALL: [OutsideRule; 4] = [
        OutsideRule::LittleKiller,
        OutsideRule::Sandwich,
        OutsideRule::XSum,
        OutsideRule::Skyscraper,
    ];

    /// The name in a line of text.
    pub(in crate::kinds::sudoku) fn name(self) -> &'static str {
        match self {
            OutsideRule::LittleKiller => "little-killer",
            OutsideRule::Sandwich => "sandwich",
            OutsideRule::XSum => "x-sum",
            OutsideRule::Skyscraper => "skyscraper",
        }
    }

    /// Whether its lines are diagonals, not rows and columns.
    pub(in crate::kinds::sudoku) fn is_diagonal(self) -> bool {
        self == OutsideRule::LittleKiller
    }

    /// The least and the greatest number that may be read on a board of side `n`.
    pub(in crate::kinds::sudoku) fn range(self, n: i32) -> (i32, i32) {
        let sum = n * (n + 1) / 2;
        match self {
            OutsideRule::LittleKiller => (1, n * n),
            OutsideRule::Sandwich => (0, sum),
            OutsideRule::XSum => (1, sum),
            OutsideRule::Skyscraper => (1, n),
        }
    }

    /// The number for a full line of a board of side `n`.
    pub(in crate::kinds::sudoku) fn count(self, line: &[i32], n: i32) -> i32 {
        match self {
            OutsideRule::LittleKiller => line.iter().sum(),
            OutsideRule::Sandwich => {
                let is_end = |&at: &usize| line[at] == 1 || line[at] == n;
                let ends: Vec<usize> = (0..line.len()).filter(is_end).collect();
                match ends[..] {
                    [from, to] => line[from + 1..to].iter().sum(),
                    _ => 0,
                }
            }
            OutsideRule::XSum => line[..line[0] as usize].iter().sum(),
            OutsideRule::Skyscraper => {
                let (mut count, mut highest) = (0, 0);
                for &number in line {
                    if number > highest {
                        (count, highest) = (count + 1, number);
                    }
                }
                count
            }
        }
    }
}

impl Outside {
    pub(in crate::kinds::sudoku) fn cells(&self, instance: &Instance) -> Vec<usize> {
        let grid = &instance.grid;
        let first = grid.cell(self.first);
        let rest = grid.ray(first, self.direction).map(|cell| grid.index(cell));
        std::iter::once(self.first).chain(rest).collect()
    }

    /// Accepts the lines of this number; `None` for a sum of all cells.
    fn automaton(&self, n: usize) -> Option<Automaton> {
        let value = self.value.max(0) as usize;
        match self.rule {
            OutsideRule::LittleKiller => None,
            OutsideRule::Sandwich => Some(sandwich(value, n as i32)),
            OutsideRule::XSum => Some(x_sum(value, n)),
            OutsideRule::Skyscraper => Some(skyscraper(value, n)),
        }
    }
}

/// The states: before, the sums so far, after. On a board of one cell, nothing is between 1 and `n`.
fn sandwich(value: usize, n: i32) -> Automaton {
    if n == 1 {
        let automaton = Automaton::new(2, 0, 1..=1).accept(1);
        return match value {
            0 => automaton.arc(0, 1, 1),
            _ => automaton,
        };
    }
    let sums = value + 1;
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

/// A state is the number of cells left and the sum left; the last one accepts what follows.
fn x_sum(value: usize, n: usize) -> Automaton {
    let sums = value + 1;
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

/// A state is the highest number so far and how many were visible.
fn skyscraper(value: usize, n: usize) -> Automaton {
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
    (0..=n).fold(automaton, |automaton, highest| {
        automaton.accept(highest * counts + value.min(n))
    })
}

impl Family for Outside {
    fn line(&self, instance: &Instance) -> String {
        let (first, direction) = (instance.at(self.first), self.direction.abbreviation());
        format!("{} {} {first} {direction}", self.rule.name(), self.value)
    }

    fn post(&self, instance: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        let vars = self.cells(instance).into_iter().map(|at| cells[at]);
        match self.automaton(instance.n()) {
            Some(automaton) => model.post(regular(vars, automaton))?,
            None => model.post(linear_eq(vars.map(|var| (1, var)), self.value))?,
        };
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
        let found = self.rule.count(&line, n as i32);
        match found == self.value {
            true => Ok(()),
            false => Err(format!(
                "the {} clue {} at {} is wrong: it is {found}",
                self.rule.name(),
                self.value,
                instance.at(self.first)
            )),
        }
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let cells = self.cells(instance);
        let (n, value) = (instance.n(), self.value);
        let form = match self.automaton(n) {
            Some(automaton) => word(instance, &cells, automaton),
            None => {
                let terms: Vec<(i64, usize)> = cells.iter().map(|&at| (1, at)).collect();
                sum(instance, &terms, i64::from(value))
            }
        };
        let line = instance.words(&cells);
        let (rule, weight, words) = match self.rule {
            OutsideRule::LittleKiller => (
                "little_killer",
                3,
                format!("the diagonal of {line} adds up to {value}"),
            ),
            OutsideRule::Sandwich => (
                "sandwich",
                4,
                format!("the numbers between 1 and {n} along {line} add up to {value}"),
            ),
            OutsideRule::XSum => ("x_sum", 4, format!("the X-sum along {line} is {value}")),
            OutsideRule::Skyscraper => (
                "skyscraper",
                4,
                format!("{value} of the skyscrapers along {line} are visible"),
            ),
        };
        vec![premise(instance, rule, weight, words, &cells, form)]
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
        let position = CluePosition::Outside(instance.at(self.first), self.direction);
        let n = instance.n() as i32;
        let (min, mut max) = self.rule.range(n);
        if self.rule == OutsideRule::Sandwich {
            // 1 and the greatest number are not between each other. A greater clue that was read stays.
            max = (max - n - 1).max(self.value);
        }
        Some((
            position,
            self.value.to_string(),
            ClueEntry::numbers(min, max),
        ))
    }

    fn with_value(&self, value: &str) -> Option<Constraint> {
        let value = value.parse().ok()?;
        Some(Constraint::Outside(Outside {
            value,
            ..self.clone()
        }))
    }
}
