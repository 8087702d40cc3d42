//! Quadruples: the numbers in a circle where four cells meet are among the numbers of these cells.

use gridwright_constraints::count_at_least;
use gridwright_fd::{Model, Var, View};
use gridwright_grid::Corner;
use gridwright_grid::board::{Board, Form, Shape};

use crate::blocks::step_words::list;
use crate::contract::{ClueEntry, CluePosition, Premise, PremiseForm};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{has, premise};
use crate::kinds::sudoku::variants::{Constraint, Family, Posted};

/// A quadruple.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quadruple {
    /// The upper left of its four cells.
    pub cell: usize,
    /// The numbers, as often as they occur at least, ascending.
    pub numbers: Vec<i32>,
}

impl Quadruple {
    /// Its four cells.
    pub(in crate::kinds::sudoku) fn cells(&self, instance: &Instance) -> [usize; 4] {
        let (at, n) = (self.cell, instance.n());
        [at, at + 1, at + n, at + n + 1]
    }

    /// The numbers with how often each occurs at least.
    fn counts(&self) -> Vec<(i32, usize)> {
        let equal = self.numbers.chunk_by(|a, b| a == b);
        equal.map(|chunk| (chunk[0], chunk.len())).collect()
    }

    fn text(&self) -> Vec<String> {
        self.numbers.iter().map(ToString::to_string).collect()
    }
}

impl Family for Quadruple {
    fn line(&self, instance: &Instance) -> String {
        format!(
            "quadruple {} {}",
            instance.at(self.cell),
            self.text().join(" ")
        )
    }

    fn post(&self, instance: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        let vars = self.cells(instance).map(|at| cells[at]);
        for (number, count) in self.counts() {
            model.post(count_at_least(vars, number, View::constant(count as i32)))?;
        }
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let mut left: Vec<i32> = self.cells(instance).iter().map(|&at| numbers[at]).collect();
        for number in &self.numbers {
            match left.iter().position(|other| other == number) {
                Some(found) => drop(left.swap_remove(found)),
                None => {
                    let cells = instance.words(&self.cells(instance));
                    return Err(format!("{cells} have too few {number}s"));
                }
            }
        }
        Ok(())
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let cells = self.cells(instance);
        let form = |(number, count): (i32, usize)| {
            let claims = cells.iter().map(|&at| has(instance, at, number));
            PremiseForm::at_least(count, claims.collect())
        };
        let forms = self.counts().into_iter().map(form).collect();
        let numbers = list(&self.text(), "and");
        let words = format!("the quadruple of {} has {numbers}", instance.words(&cells));
        let form = PremiseForm::All(forms);
        vec![premise(instance, "quadruple", 2, words, &cells, form)]
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        let form = Form::CornerText(corner(instance, self.cell), self.text().join(" "));
        board.shapes.push(Shape::given(form));
    }

    fn slot(&self, instance: &Instance) -> Option<(CluePosition, String, ClueEntry)> {
        let entry = ClueEntry {
            takes_text: true,
            ..ClueEntry::default()
        };
        let corner = corner(instance, self.cell);
        Some((CluePosition::Corner(corner), self.text().join("/"), entry))
    }

    fn with_value(&self, value: &str) -> Option<Constraint> {
        let words = value.split(['/', ' ']).filter(|word| !word.is_empty());
        let mut numbers: Vec<i32> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        numbers.sort_unstable();
        (1..=4)
            .contains(&numbers.len())
            .then_some(Constraint::Quadruple(Quadruple {
                cell: self.cell,
                numbers,
            }))
    }
}

/// The lower right corner of a cell.
fn corner(instance: &Instance, cell: usize) -> Corner {
    let n = instance.n();
    Corner {
        row: cell / n + 1,
        col: cell % n + 1,
    }
}
