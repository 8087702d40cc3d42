//! Entropic and modular lines: any three cells in a row along the line are of three different groups of numbers, which are low, middle and high numbers, or the numbers with
//! the remainders 0, 1 and 2 modulo 3.

use gridwright_constraints::table;
use gridwright_fd::{Model, Var};
use gridwright_grid::board::{Board, Form, LineStyle, Shape};

use crate::contract::{Premise, PremiseForm};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{cells_text, premise, relation};
use crate::kinds::sudoku::variants::{Family, Posted};

/// An entropic or modular line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thirds {
    /// Whether the groups are remainders modulo 3.
    pub is_modular: bool,
    /// Its cells in order.
    pub cells: Vec<usize>,
}

impl Thirds {
    fn name(&self) -> &'static str {
        match self.is_modular {
            true => "modular",
            false => "entropic",
        }
    }

    /// Whether two numbers up to `n` are of one group. There are as many low numbers as high ones.
    fn is_same(&self, n: i32, a: i32, b: i32) -> bool {
        let n_low = (n + 1) / 3;
        let group = |number: i32| match self.is_modular {
            true => number % 3,
            false => i32::from(number > n_low) + i32::from(number > n - n_low),
        };
        group(a) == group(b)
    }

    /// The pairs of cells next to each other or with one cell between them.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let pairs = |apart: usize| self.cells.iter().zip(self.cells.iter().skip(apart));
        pairs(1).chain(pairs(2)).map(|(&a, &b)| (a, b))
    }
}

impl Family for Thirds {
    fn line(&self, instance: &Instance) -> String {
        format!("{} {}", self.name(), cells_text(instance, &self.cells))
    }

    fn post(&self, instance: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        let n = instance.n() as i32;
        let pairs = (1..=n).flat_map(|a| (1..=n).map(move |b| [a, b]));
        let differ = pairs.filter(|&[a, b]| !self.is_same(n, a, b));
        let differ = table([Var::ZERO; 2], differ);
        for (a, b) in self.pairs() {
            model.post(differ.over([cells[a], cells[b]]))?;
        }
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let n = instance.n() as i32;
        let low = (n + 1) / 3;
        let mut before: Vec<i32> = Vec::new();
        for &at in &self.cells {
            let number = numbers[at];
            let group = match number {
                _ if self.is_modular => number % 3,
                _ if number <= low => 0,
                _ if number + low > n => 2,
                _ => 1,
            };
            if before.iter().rev().take(2).any(|other| *other == group) {
                let (name, cell) = (self.name(), instance.at(at));
                return Err(format!(
                    "{cell} on the {name} line is of the group of one of the two cells before it"
                ));
            }
            before.push(group);
        }
        Ok(())
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let n = instance.n() as i32;
        let differ = |a: i32, b: i32| !self.is_same(n, a, b);
        let forms = self.pairs().map(|(a, b)| relation(instance, a, b, differ));
        let groups = match self.is_modular {
            true => "each remainder modulo 3",
            false => "low, middle and high numbers",
        };
        let cells = instance.words(&self.cells);
        let words = format!("three cells in a row on the line of {cells} have {groups}");
        let form = PremiseForm::All(forms.collect());
        vec![premise(instance, self.name(), 2, words, &self.cells, form)]
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        let style = match self.is_modular {
            true => LineStyle::Modular,
            false => LineStyle::Entropic,
        };
        let form = Form::Line(instance.places(&self.cells), style);
        board.shapes.push(Shape::given(form));
    }
}
