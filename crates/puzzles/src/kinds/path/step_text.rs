//! The names and sentences of Numbrix and Hidato steps.

use gridwright_grid::Cell;

use crate::blocks::number_cells::{CELL_NEEDS, NUMBER_NEEDS, describe_groups};
use crate::blocks::step_words::{describe_cells, list, list_within};
use crate::contract::{Argument, FactState, StepText};
use crate::kinds::path::instance::Instance;
use crate::kinds::path::premises::BESIDE;

/// The most words of the conclusions of a step that are not folded.
const MAX_WORDS: usize = 20;

/// The most cells that a sentence names as ruled out.
const MAX_RIVALS: usize = 4;

pub(super) fn describe_step(
    instance: &Instance,
    king: bool,
    argument: &Argument<'_>,
) -> Option<StepText> {
    let n = instance.free.len();
    if let Some(chain) = argument.chain {
        let technique = match argument.violated.map(|premise| premise.rule) {
            _ if argument.assumptions != 1 => chain.cases_technique(),
            _ if argument.is_nested => "what if",
            Some(CELL_NEEDS) => "isolated cell",
            Some(NUMBER_NEEDS) => "number without a cell",
            _ => "broken path",
        };
        let then = describe_groups(argument, n, |at| instance.free[at]);
        let then = list_within(&then, MAX_WORDS, argument.is_full);
        return Some(StepText::new(technique, chain.concluding(&then)));
    }
    let [premise] = argument.premises else {
        return None;
    };
    let mut placed = argument.concludes.iter().filter(|claim| claim.holds);
    let (Some(claim), None) = (placed.next(), placed.next()) else {
        return None;
    };
    let (cell, number) = (instance.free[claim.fact / n], claim.fact % n + 1);
    let between = Between::new(instance, argument.known, number);
    let step = |technique, sentence: String| Some(StepText::new(technique, sentence));
    match premise.rule {
        NUMBER_NEEDS => step(
            "only cell",
            format!("{number} comes {between}, and {cell} is the only cell left within reach."),
        ),
        CELL_NEEDS => step(
            "only number",
            format!(
                "{cell} needs a number, and only {number}, which comes {between}, can reach it."
            ),
        ),
        BESIDE => step(
            "next number",
            between.reason_for(instance, king, argument.known, cell),
        ),
        _ => None,
    }
}

/// The placed numbers nearest to a number on the path, with their cells.
struct Between {
    number: usize,
    before: Option<(usize, Cell)>,
    after: Option<(usize, Cell)>,
}

impl Between {
    fn new(instance: &Instance, known: &[FactState], number: usize) -> Between {
        let n = instance.free.len();
        let place = |other: usize| {
            let at = (0..n).find(|at| known[at * n + other - 1] == FactState::True)?;
            Some((other, instance.free[at]))
        };
        Between {
            number,
            before: (1..number).rev().find_map(place),
            after: (number + 1..=n).find_map(place),
        }
    }

    /// If the only other cell is the only one for another number: "needed for the 5".
    fn needed_there(
        &self,
        instance: &Instance,
        known: &[FactState],
        rivals: &[Cell],
    ) -> Option<String> {
        let n = instance.free.len();
        let &[rival] = rivals else { return None };
        let at = instance.index(rival)?;
        let is_open = |at: usize, number: usize| known[at * n + number - 1] == FactState::Open;
        let is_needed_for = |number: &usize| {
            let open = (0..n).filter(|&at| is_open(at, *number));
            open.take(2).eq([at])
        };
        // The other neighbour of the placed number that this one is beside.
        let beside = self.before.iter().chain(&self.after);
        let beside = beside.filter(|(other, _)| other.abs_diff(self.number) == 1);
        let others = beside.map(|(other, _)| (2 * other).wrapping_sub(self.number));
        let mut others = others.filter(|other| (1..=n).contains(other));
        let other = others.find(is_needed_for)?;
        Some(format!("needed for the {other}"))
    }

    /// Why a number next to a placed one goes to a cell. A placed number further away is named only if it matters, and other cells only if they are free: they were ruled out,
    /// or the path cannot pass from there to the other placed number.
    fn reason_for(
        &self,
        instance: &Instance,
        king: bool,
        known: &[FactState],
        cell: Cell,
    ) -> String {
        let n = instance.free.len();
        let is_free = |other: Cell| {
            let index = instance.index(other);
            index.is_some_and(|at| !known[at * n..(at + 1) * n].contains(&FactState::True))
        };
        let distance = |a: Cell, b: Cell| {
            let (rows, cols) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
            if king { rows.max(cols) } else { rows + cols }
        };
        let steps = |(other, _): &(usize, Cell)| other.abs_diff(self.number);
        let ends: Vec<(usize, Cell)> = self.before.into_iter().chain(self.after).collect();
        let (near, far): (Vec<_>, Vec<_>) = ends.into_iter().partition(|end| steps(end) == 1);
        if near.is_empty() {
            return format!(
                "{} comes {self}, and only {cell} is free there.",
                self.number
            );
        }
        let is_beside = |other: &Cell| near.iter().all(|end| distance(*other, end.1) == 1);
        let free = instance.free.iter().copied();
        let free = free.filter(|&other| other != cell && is_free(other));
        let rivals: Vec<Cell> = free.filter(is_beside).collect();
        let beside = near
            .iter()
            .map(|(other, at)| format!("next to the {other} at {at}"));
        let beside = format!(
            "{} comes {}",
            self.number,
            list(&beside.collect::<Vec<_>>(), "and")
        );
        if rivals.is_empty() {
            return format!("{beside}, and only {cell} is free there.");
        }
        let Some(end) = far.first() else {
            let what = self.needed_there(instance, known, &rivals);
            let what = what.unwrap_or("ruled out".to_owned());
            return format!("{beside}; {}.", but(&rivals, &what, cell));
        };
        let beside = format!(
            "{beside} and at most {} steps from the {} at {}",
            steps(end),
            end.0,
            end.1
        );
        let in_line = |other: &Cell| distance(*other, end.1) <= steps(end);
        let rivals: Vec<Cell> = rivals.into_iter().filter(in_line).collect();
        if rivals.is_empty() {
            return format!("{beside}, and only {cell} is free there.");
        }
        let can_pass = |other: Cell| other == end.1 || is_free(other);
        let around = match king {
            true => instance.grid.king_distances(end.1, can_pass),
            false => instance.grid.distances(end.1, can_pass),
        };
        let is_cut_off = |other: &Cell| {
            around[instance.grid.index(*other)].is_none_or(|around| around > steps(end))
        };
        let (cut_off, ruled_out): (Vec<Cell>, Vec<Cell>) = rivals.into_iter().partition(is_cut_off);
        let why = match (&cut_off[..], &ruled_out[..]) {
            (cut_off, []) => but(cut_off, "cut off from there", cell),
            ([], ruled_out) => {
                let what = self.needed_there(instance, known, ruled_out);
                but(ruled_out, &what.unwrap_or("ruled out".to_owned()), cell)
            }
            _ => but(&[cut_off, ruled_out].concat(), "cut off or ruled out", cell),
        };
        format!("{beside}; {why}.")
    }
}

/// "r1c1 and r2c2 are ruled out, so it goes to r1c3".
fn but(rivals: &[Cell], what: &str, cell: Cell) -> String {
    match describe_cells(
        rivals
            .iter()
            .map(Cell::to_string)
            .collect::<Vec<_>>()
            .as_slice(),
        what,
        true,
    ) {
        Some(rivals_are) if rivals.len() <= MAX_RIVALS => {
            format!("{rivals_are}, so it goes to {cell}")
        }
        _ => format!("all cells there but {cell} are {what}"),
    }
}

impl std::fmt::Display for Between {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let steps = |other: usize| match other.abs_diff(self.number) {
            1 => "next to".to_owned(),
            n => format!("at most {n} steps from"),
        };
        let mut ends = self.before.iter().chain(&self.after);
        match (ends.next(), ends.next()) {
            (Some((a, from)), Some((b, to))) => write!(
                f,
                "{} the {a} at {from} and {} the {b} at {to}",
                steps(*a),
                steps(*b)
            ),
            (Some((a, from)), None) => write!(f, "{} the {a} at {from}", steps(*a)),
            _ => f.write_str("on a board without numbers"),
        }
    }
}
