//! The names and sentences of Numbrix and Hidato steps.

use gridwright_grid::Cell;

use crate::blocks::number_cells::{CELL_NEEDS, NUMBER_NEEDS, describe_groups};
use crate::blocks::step_words::list_within;
use crate::contract::{Argument, FactState, StepText};
use crate::kinds::path::instance::Instance;
use crate::kinds::path::premises::BESIDE;

/// The most words of the conclusions of a step that are not folded.
const MAX_WORDS: usize = 20;

pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let n = instance.free.len();
    if let Some(chain) = argument.chain {
        let technique = match argument.violated.map(|premise| premise.rule) {
            _ if argument.assumptions != 1 => "either way",
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
            format!("{number} comes {between}, and only {cell} is free there."),
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
}

impl std::fmt::Display for Between {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let steps = |other: usize| match other.abs_diff(self.number) {
            1 => "next to".to_owned(),
            n => format!("{n} steps from"),
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
