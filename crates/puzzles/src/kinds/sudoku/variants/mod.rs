//! Sudoku variants: irregular regions, and constraints beyond rows, columns and regions, one file per family.
//!
//! A family has the data of its constraints, the line of text that stands for one, the constraints it posts, a judge that shares no code with posting, its premises in
//! words, and its drawing. All places are indices of cells in reading order.

mod arrow;
mod between;
mod cage;
mod candidates;
mod chess;
mod clone;
mod different;
mod dots;
mod equal_sums;
mod extremes;
mod indexer;
mod outside;
mod palindrome;
mod parity;
mod quadruple;
mod renban;
mod support;
mod text;
mod thermometer;
mod thirds;
mod whispers;

use gridwright_constraints::{all_different, iff_atoms};
use gridwright_fd::{Atom, Model, ModelError, Var};
use gridwright_grid::board::Board;

pub(super) use text::{Lines, is_heading, numbered_regions, parse_lines, print_lines};

pub use arrow::Arrow;
pub use between::Between;
pub use cage::Cage;
pub use candidates::Candidates;
pub use chess::Chess;
pub use clone::Clone as CloneCells;
pub use different::Different;
pub use dots::{Dot, DotKind, Negative};
pub use equal_sums::EqualSums;
pub use extremes::Extremes;
pub use indexer::Indexer;
pub use outside::{Outside, OutsideRule};
pub use palindrome::Palindrome;
pub use parity::Parity;
pub use quadruple::Quadruple;
pub use renban::Renban;
pub use thermometer::Thermometer;
pub use thirds::Thirds;
pub use whispers::Whispers;

use crate::contract::{ClueEntry, CluePosition, Facts, Premise, Violation};
use crate::kinds::sudoku::{Answer, Instance};

/// What a board has beyond plain Sudoku.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variant {
    /// The region of each cell if the regions are not blocks, counted from 0 in reading order; `None` for a cell in no region. Every region has as many cells as a row.
    pub regions: Option<Vec<Option<usize>>>,
    /// The constraints beyond rows, columns and regions.
    pub constraints: Vec<Constraint>,
}

impl Variant {
    /// The cells of each irregular region, if the regions are irregular.
    pub(super) fn region_cells(&self) -> Option<Vec<Vec<usize>>> {
        let regions = self.regions.as_ref()?;
        let count = regions.iter().flatten().max().map_or(0, |last| last + 1);
        let mut cells = vec![Vec::new(); count];
        for (cell, region) in regions.iter().enumerate() {
            if let Some(region) = region {
                cells[*region].push(cell);
            }
        }
        Some(cells)
    }
}

/// A constraint beyond rows, columns and regions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// A diagonal, an extra region, or one of several groups of cells with different numbers.
    Different(Different),
    /// Cells a knight's or a king's move apart differ.
    Chess(Chess),
    /// A killer cage.
    Cage(Cage),
    /// Two groups of cells with the same numbers.
    Clone(CloneCells),
    /// An arrow.
    Arrow(Arrow),
    /// A thermometer.
    Thermometer(Thermometer),
    /// A palindrome.
    Palindrome(Palindrome),
    /// A renban line.
    Renban(Renban),
    /// A whispers line.
    Whispers(Whispers),
    /// An entropic or modular line.
    Thirds(Thirds),
    /// A region sum line or a zipper line.
    EqualSums(EqualSums),
    /// A between line.
    Between(Between),
    /// A dot, an X or a V between two cells.
    Dot(Dot),
    /// All dots of some kind are given.
    Negative(Negative),
    /// Cells with even or odd numbers.
    Parity(Parity),
    /// The numbers that a cell may have.
    Candidates(Candidates),
    /// Cells smaller or greater than their neighbours.
    Extremes(Extremes),
    /// Cells that say where the number of their column, or row, is.
    Indexer(Indexer),
    /// A little killer sum, a sandwich sum, an X-sum or a skyscraper clue.
    Outside(Outside),
    /// A quadruple.
    Quadruple(Quadruple),
}

impl Constraint {
    /// The constraint as a member of its family.
    pub(super) fn family(&self) -> &dyn Family {
        match self {
            Constraint::Different(family) => family,
            Constraint::Chess(family) => family,
            Constraint::Cage(family) => family,
            Constraint::Clone(family) => family,
            Constraint::Arrow(family) => family,
            Constraint::Thermometer(family) => family,
            Constraint::Palindrome(family) => family,
            Constraint::Renban(family) => family,
            Constraint::Whispers(family) => family,
            Constraint::Thirds(family) => family,
            Constraint::EqualSums(family) => family,
            Constraint::Between(family) => family,
            Constraint::Dot(family) => family,
            Constraint::Negative(family) => family,
            Constraint::Parity(family) => family,
            Constraint::Candidates(family) => family,
            Constraint::Extremes(family) => family,
            Constraint::Indexer(family) => family,
            Constraint::Outside(family) => family,
            Constraint::Quadruple(family) => family,
        }
    }
}

/// The result of posting constraints.
type Posted = Result<(), ModelError>;

/// What every family of constraints provides. The instance gives the size of the board, its regions and its other constraints.
pub(super) trait Family {
    /// Its line of text, without the newline.
    fn line(&self, instance: &Instance) -> String;

    /// Posts it over one variable per cell.
    fn post(&self, instance: &Instance, cells: &[Var], model: &mut Model) -> Posted;

    /// Judges a full board; the error is a sentence.
    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String>;

    /// Its premises. They need not state that a cell has exactly one number.
    fn premises(&self, instance: &Instance) -> Vec<Premise>;

    /// Draws it on a board.
    fn draw(&self, instance: &Instance, board: &mut Board);

    /// The place of its value, the value as a setter types it, and what may be entered there; `None` if it has no value.
    fn slot(&self, _: &Instance) -> Option<(CluePosition, String, ClueEntry)> {
        None
    }

    /// The same constraint with another value, a text that its entry accepts; `None` if the value is the empty text and the constraint goes with it.
    fn with_value(&self, _: &str) -> Option<Constraint> {
        None
    }
}

/// Posts all constraints of an instance over one variable per cell.
pub(super) fn post(instance: &Instance, cells: &[Var], model: &mut Model) -> Posted {
    for constraint in instance.constraints() {
        constraint.family().post(instance, cells, model)?;
    }
    cage::post_remainders(instance, cells, model)
}

/// Posts irregular regions and all constraints for a viewpoint without variables for cells: adds such variables, equivalent to the atoms of facts.
pub(super) fn post_over_facts(instance: &Instance, model: &mut Model, facts: &Facts) -> Posted {
    if instance.is_plain() {
        return Ok(());
    }
    let n = instance.n();
    let mut cells: Vec<Var> = Vec::with_capacity(n * n);
    for (at, atoms) in facts.chunks(n).enumerate() {
        let name = crate::blocks::cell_names::of_cell(instance.grid.cell(at));
        let cell = model.var(name, 1..=n as i32)?;
        for (number, atom) in (1..).zip(atoms) {
            if let Some(atom) = atom {
                model.post(iff_atoms(*atom, Atom::eq(cell, number)))?;
            }
        }
        cells.push(cell);
    }
    for region in instance.irregular_regions().into_iter().flatten() {
        model.post(all_different(region.iter().map(|&at| cells[at])))?;
    }
    post(instance, &cells, model)
}

/// Judges irregular regions and all constraints.
pub(super) fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
    let Some(variant) = &instance.variant else {
        return Ok(());
    };
    if let Some(regions) = &variant.regions {
        let mut seen = std::collections::HashSet::new();
        for (at, region) in regions.iter().enumerate() {
            let Some(region) = region else { continue };
            let number = answer.0[at];
            if !seen.insert((region, number)) {
                let which = region + 1;
                return Err(Violation(format!("region {which} has {number} twice")));
            }
        }
    }
    for constraint in &variant.constraints {
        let judged = constraint.family().check(instance, &answer.0);
        judged.map_err(Violation)?;
    }
    Ok(())
}

/// The premises of all constraints.
pub(super) fn premises(instance: &Instance) -> impl Iterator<Item = Premise> {
    let constraints = instance.constraints().iter();
    constraints.flat_map(move |constraint| constraint.family().premises(instance))
}

/// Draws all constraints.
pub(super) fn draw(instance: &Instance, board: &mut Board) {
    for constraint in instance.constraints() {
        constraint.family().draw(instance, board);
    }
}
