//! Whispers lines: neighbours on the line differ by at least a given difference, 5 in German whispers.

use gridwright_constraints::table;
use gridwright_fd::{Model, Var};
use gridwright_grid::board::{Board, Form, LineStyle, Shape};

use crate::contract::{ClueEntry, CluePosition, Premise, PremiseForm};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{cells_text, premise, relation};
use crate::kinds::sudoku::variants::{Constraint, Family, Posted};

/// A whispers line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Whispers {
    /// The least difference of neighbours.
    pub difference: i32,
    /// Its cells in order.
    pub cells: Vec<usize>,
}

impl Whispers {
    /// The difference if none is given: half the size of the board, rounded up, hence 5 on boards of 9 rows.
    pub fn default_difference(n: usize) -> i32 {
        n.div_ceil(2) as i32
    }
}

impl Family for Whispers {
    fn line(&self, instance: &Instance) -> String {
        let cells = cells_text(instance, &self.cells);
        match self.difference == Whispers::default_difference(instance.n()) {
            true => format!("whispers {cells}"),
            false => format!("whispers {} {cells}", self.difference),
        }
    }

    fn post(&self, instance: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        let numbers = || 1..=instance.n() as i32;
        let pairs = numbers().flat_map(|a| numbers().map(move |b| [a, b]));
        let apart = pairs.filter(|[a, b]| (a - b).abs() >= self.difference);
        let apart = table([Var::ZERO; 2], apart);
        for pair in self.cells.windows(2) {
            model.post(apart.over([cells[pair[0]], cells[pair[1]]]))?;
        }
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        for i in 1..self.cells.len() {
            let (a, b) = (self.cells[i - 1], self.cells[i]);
            let difference = numbers[a].max(numbers[b]) - numbers[a].min(numbers[b]);
            if difference < self.difference {
                let (a, b) = (instance.at(a), instance.at(b));
                return Err(format!(
                    "{a} and {b} on a whispers line differ by {difference} only"
                ));
            }
        }
        Ok(())
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let difference = self.difference;
        let is_apart = |a: i32, b: i32| (a - b).abs() >= difference;
        let pairs = self.cells.windows(2);
        let forms = pairs.map(|pair| relation(instance, pair[0], pair[1], is_apart));
        let words = format!(
            "neighbours on the line of {} differ by at least {difference}",
            instance.words(&self.cells)
        );
        let form = PremiseForm::All(forms.collect());
        vec![premise(instance, "whispers", 2, words, &self.cells, form)]
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        let form = Form::Line(instance.places(&self.cells), LineStyle::Whisper);
        board.shapes.push(Shape::given(form));
        if self.difference != Whispers::default_difference(instance.n()) {
            board.notes.push(format!(
                "Whispers along {}: at least {}",
                instance.words(&self.cells),
                self.difference
            ));
        }
    }

    fn slot(&self, instance: &Instance) -> Option<(CluePosition, String, ClueEntry)> {
        let own = |constraint: &Constraint| matches!(constraint, Constraint::Whispers(line) if line == self);
        let index = instance.constraints().iter().position(own)?;
        let entry = ClueEntry {
            is_required: true,
            ..ClueEntry::numbers(1, instance.n() as i32 - 1)
        };
        Some((
            CluePosition::Line(index),
            self.difference.to_string(),
            entry,
        ))
    }

    fn with_value(&self, value: &str) -> Option<Constraint> {
        Some(Constraint::Whispers(Whispers {
            difference: value.parse().ok()?,
            cells: self.cells.clone(),
        }))
    }
}
