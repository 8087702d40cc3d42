//! What several families share: names of cells in words, and premises about numbers.

use std::sync::Arc;

use gridwright_constraints::Automaton;
use gridwright_grid::Cell;

use crate::blocks::step_words::list;
use crate::contract::{Claim, Premise, PremiseForm};
use crate::kinds::sudoku::Instance;

/// Cells as text: "r1c1 r1c2".
pub(super) fn cells_text(instance: &Instance, cells: &[usize]) -> String {
    let names = cells.iter().map(|&at| instance.at(at).to_string());
    names.collect::<Vec<_>>().join(" ")
}

impl Instance {
    /// The cell of an index.
    pub(super) fn at(&self, cell: usize) -> Cell {
        self.grid.cell(cell)
    }

    /// The cells of some indices.
    pub(super) fn places(&self, cells: &[usize]) -> Vec<Cell> {
        cells.iter().map(|&cell| self.at(cell)).collect()
    }

    /// "r1c1 and r1c2"; of many cells the first and the last: "r1c1 to r5c5".
    pub(super) fn words(&self, cells: &[usize]) -> String {
        let names: Vec<String> = cells
            .iter()
            .map(|&cell| self.at(cell).to_string())
            .collect();
        match &names[..] {
            [first, _, _, _, .., last] => format!("{first} to {last}"),
            names => list(names, "and"),
        }
    }

    /// The pairs of cells that share a side, in reading order.
    pub(in crate::kinds::sudoku) fn adjacent_pairs(&self) -> Vec<(usize, usize)> {
        let n = self.n();
        let mut pairs = Vec::new();
        for at in 0..n * n {
            if at % n + 1 < n {
                pairs.push((at, at + 1));
            }
            if at / n + 1 < n {
                pairs.push((at, at + n));
            }
        }
        pairs
    }
}

/// The claim that a cell has a number.
pub(super) fn has(instance: &Instance, cell: usize, number: i32) -> Claim {
    Claim::is(cell * instance.n() + number as usize - 1)
}

/// The claims that a cell has one of some numbers.
pub(super) fn has_any(
    instance: &Instance,
    cell: usize,
    is_one: impl Fn(i32) -> bool,
) -> Vec<Claim> {
    let numbers = (1..=instance.n() as i32).filter(|&number| is_one(number));
    numbers.map(|number| has(instance, cell, number)).collect()
}

/// A relation between the numbers of two cells, as implications in both directions.
pub(super) fn relation(
    instance: &Instance,
    a: usize,
    b: usize,
    holds: impl Fn(i32, i32) -> bool,
) -> PremiseForm {
    let mut forms = Vec::new();
    for number in 1..=instance.n() as i32 {
        let with_a = has_any(instance, b, |other| holds(number, other));
        let with_b = has_any(instance, a, |other| holds(other, number));
        for (claim, partners) in [
            (has(instance, a, number), with_a),
            (has(instance, b, number), with_b),
        ] {
            forms.push(match partners.is_empty() {
                true => PremiseForm::just(claim.opposite()),
                false => {
                    PremiseForm::When(vec![claim], Box::new(PremiseForm::at_least(1, partners)))
                }
            });
        }
    }
    PremiseForm::All(forms)
}

/// No number twice in some cells.
pub(super) fn once(instance: &Instance, cells: &[usize]) -> Vec<PremiseForm> {
    let numbers = 1..=instance.n() as i32;
    let at_most = |number| {
        let claims = cells.iter().map(|&cell| has(instance, cell, number));
        PremiseForm::at_most(1, claims.collect())
    };
    numbers.map(at_most).collect()
}

/// The same sum of cells with factors in which no cell is twice.
pub(super) fn collected(terms: impl IntoIterator<Item = (i64, usize)>) -> Vec<(i64, usize)> {
    let mut collected: Vec<(i64, usize)> = Vec::new();
    for (factor, cell) in terms {
        match collected.iter_mut().find(|(_, known)| *known == cell) {
            Some((before, _)) => *before += factor,
            None => collected.push((factor, cell)),
        }
    }
    collected.retain(|(factor, _)| *factor != 0);
    collected
}

/// The sum of some cells, each with a factor, is `total`.
pub(super) fn sum(instance: &Instance, cells: &[(i64, usize)], total: i64) -> PremiseForm {
    let n = instance.n();
    let list = |&(factor, cell): &(i64, usize)| {
        let numbers = 0..n;
        numbers
            .map(|number| (cell * n + number, factor * (number as i64 + 1)))
            .collect()
    };
    PremiseForm::Total {
        of: cells.iter().map(list).collect(),
        min: total,
        max: total,
    }
}

/// The numbers of some cells, in order, are a word that the automaton accepts.
pub(super) fn word(instance: &Instance, cells: &[usize], automaton: Automaton) -> PremiseForm {
    let options = |&cell: &usize| {
        let numbers = 1..=instance.n() as i32;
        numbers
            .map(|number| (has(instance, cell, number), number))
            .collect()
    };
    PremiseForm::Regular {
        of: cells.iter().map(options).collect(),
        automaton: Arc::new(automaton),
    }
}

/// The premise of a rule about the whole board.
pub(super) fn rule_premise(
    instance: &Instance,
    rule: &'static str,
    weight: u32,
    words: String,
    cells: &[usize],
    form: PremiseForm,
) -> Premise {
    Premise::new(rule, weight, words, instance.places(cells), form)
}

/// The premise of a constraint, which is a clue.
pub(super) fn premise(
    instance: &Instance,
    rule: &'static str,
    weight: u32,
    words: String,
    cells: &[usize],
    form: PremiseForm,
) -> Premise {
    rule_premise(instance, rule, weight, words, cells, form).clue()
}
