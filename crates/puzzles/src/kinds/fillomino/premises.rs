//! The premises of Fillomino.
//!
//! | premise | meaning | weight |
//! |---|---|---|
//! | `clue` | a number is given | 0 |
//! | `border` | a border divides two cells, a clue | 1 |
//! | `one_number` | a cell has one number only | 0 |
//! | `cell_needs` | a cell needs a number | 3 |
//! | `region` | the region of a given number has as many cells; implied | 2 |
//! | `regions` | every region of a number has as many cells | 3 |
//! | `room` | the same, for the numbers that it rules out; bookkeeping | 0 |

use crate::blocks::number_cells::{self, CELL_NEEDS, describe_groups};
use crate::blocks::step_words::list_within;
use crate::contract::{Argument, Claim, FactState, Failure, Premise, PremiseForm, StepText};
use crate::kinds::fillomino::Instance;

const BORDER: &str = "border";
const REGION: &str = "region";
const REGIONS: &str = "regions";

/// The most words of the conclusions of a step that are not folded.
const MAX_WORDS: usize = 30;

pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let (grid, max) = (&instance.grid, instance.max);
    let cell = |at: usize| grid.cell(at);
    let mut premises = number_cells::clue_premises(&instance.clues, max, cell);
    for at in 0..grid.n_cells() {
        let facts = instance.fact(at, 1)..instance.fact(at, max) + 1;
        premises.extend(number_cells::one_number_premises(
            "number",
            facts,
            3,
            cell(at),
        ));
    }
    for &(a, b) in &instance.borders {
        let is = |at: usize, number: usize| Claim::is(instance.fact(at, number));
        let both =
            (1..=max).map(|number| PremiseForm::at_most(1, vec![is(a, number), is(b, number)]));
        let (one, other) = (cell(a), cell(b));
        let words = format!("a border divides {one} and {other}");
        let form = PremiseForm::All(both.collect());
        premises.push(
            Premise::new(BORDER, 1, words, [one, other], form)
                .violation(format!("{one} and {other} would be in one region"))
                .clue(),
        );
    }
    let edges = instance.open_pairs();
    let nodes = |number: usize| -> Vec<Claim> {
        let cells = 0..grid.n_cells();
        cells
            .map(|at| Claim::is(instance.fact(at, number)))
            .collect()
    };
    for (at, clue) in instance.clues.iter().enumerate() {
        let Some(number) = clue.map(|clue| clue as usize) else {
            continue;
        };
        let form = PremiseForm::PartSizes {
            nodes: nodes(number),
            edges: edges.clone(),
            size: number,
            at: Some(at),
        };
        let noun = if number == 1 { "cell" } else { "cells" };
        let words = format!(
            "the region of the {number} at {} has {number} {noun}",
            cell(at)
        );
        let name = format!("the region of the {number} at {}", cell(at));
        let violation = format!("{name} cannot have {number} {noun}");
        premises.push(
            Premise::new(REGION, 2, words, [cell(at)], form)
                .failure(
                    Failure::TooMany,
                    format!("{name} would have more than {number} {noun}"),
                )
                .failure(
                    Failure::TooFew,
                    format!("{name} could not reach {number} {noun}"),
                )
                .violation(violation)
                .brief(format!("the {number} at {}", cell(at)))
                .implied()
                .clue(),
        );
    }
    for number in 1..=max {
        let form = PremiseForm::PartSizes {
            nodes: nodes(number),
            edges: edges.clone(),
            size: number,
            at: None,
        };
        let (words, violation) = match number {
            1 => (
                "every region of 1s has one cell".to_owned(),
                "two 1s would touch".to_owned(),
            ),
            _ => (
                format!("every region of {number}s has {number} cells"),
                format!("a region of {number}s cannot have {number} cells"),
            ),
        };
        let room = match number {
            1 => "1s do not touch".to_owned(),
            _ => format!("a region of {number}s has room for {number} cells and no more"),
        };
        premises.push(Premise::new("room", 0, room, [], form.clone()).bookkeeping());
        let name = format!("the region of {number}s at {{}}");
        premises.push(
            Premise::new(REGIONS, 3, words, [], form)
                .failure(
                    Failure::TooMany,
                    match number {
                        1 => violation.clone(),
                        _ => format!("{name} would have more than {number} cells"),
                    },
                )
                .failure(
                    Failure::TooFew,
                    format!("{name} could not reach {number} cells"),
                )
                .violation(violation)
                .brief(format!("regions of {number}s")),
        );
    }
    premises
}

pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let (grid, max) = (&instance.grid, instance.max);
    let then = describe_groups(argument, max, |at| grid.cell(at));
    let then = list_within(&then, MAX_WORDS, argument.is_full);
    if let Some(chain) = argument.chain {
        return Some(StepText::new("what if", chain.concluding(&then)));
    }
    let [premise] = argument.premises else {
        return None;
    };
    let first = argument.concludes.first()?;
    let number = first.fact % max + 1;
    let grows = argument.concludes.iter().any(|claim| claim.holds);
    let (technique, why) = match premise.rule {
        BORDER => ("border", premise.sentence()),
        CELL_NEEDS => (
            "only number",
            format!("{}, and only one is left", premise.sentence()),
        ),
        REGION => {
            let cell = *premise.cells.first()?;
            let is_in =
                |fact: usize| fact % max + 1 == number && argument.known[fact] == FactState::True;
            let mut part = vec![grid.index(cell)];
            let mut at = 0;
            while let Some(&one) = part.get(at) {
                at += 1;
                let near = grid
                    .neighbours4(grid.cell(one))
                    .map(|near| grid.index(near));
                let near: Vec<usize> = near.filter(|near| !part.contains(near)).collect();
                part.extend(
                    near.into_iter()
                        .filter(|&near| is_in(instance.fact(near, number))),
                );
            }
            let region = format!("the region of the {number} at {cell}");
            match (grows, part.len() >= number) {
                (true, _) => (
                    "region must grow here",
                    format!("Otherwise {region} could not reach {number} cells"),
                ),
                (false, true) => ("complete region", format!("As {region} is complete")),
                (false, false) => (
                    "region too large",
                    format!("Otherwise {region} would be too large"),
                ),
            }
        }
        REGIONS if grows => (
            "region must grow here",
            format!("Otherwise a region of {number}s could not reach {number} cells"),
        ),
        REGIONS => {
            let has_cells = argument.used.iter().any(|claim| claim.holds);
            match has_cells {
                true => (
                    "region too large",
                    format!("More {number}s there would make a region of more than {number} cells"),
                ),
                false => (
                    "no room",
                    format!("There is no room for a region of {number} cells"),
                ),
            }
        }
        _ => return None,
    };
    Some(StepText::new(technique, format!("{why}: {then}.")))
}
