//! The premises of Nurikabe.
//!
//! | premise | meaning | weight |
//! |---|---|---|
//! | `numbers` | cells with a number or `?` are unshaded; implied | 0 |
//! | `pool` | no block of two by two cells is shaded | 1 |
//! | `island` | the island of a number has as many cells, a clue | 2 |
//! | `one_number` | every island has exactly one number | 2 |
//! | `reach` | the same with the sizes: cells that no island reaches are shaded; implied | 3 |
//! | `sea` | all shaded cells are connected | 4 |

use crate::blocks::shading;
use crate::blocks::step_words::list;
use crate::contract::{
    Argument, Claim, FactState, Failure, Premise, PremiseForm, StepText, plural,
};
use crate::kinds::nurikabe::{Clue, Instance};

const NUMBERS: &str = "numbers";
const POOL: &str = "pool";
const ISLAND: &str = "island";
const ONE_NUMBER: &str = "one_number";
const REACH: &str = "reach";
const SEA: &str = "sea";

/// The numbers, the islands, one number in each, reach, sea, then the pools.
pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let grid = &instance.grid;
    let edges = shading::pairs(grid);
    let unshaded: Vec<Claim> = (0..grid.n_cells()).map(Claim::is_not).collect();
    let mut premises = Vec::new();
    let numbers: Vec<usize> = instance.roots().into_iter().map(|(at, _)| at).collect();
    if !numbers.is_empty() {
        let forms = numbers
            .iter()
            .map(|&at| PremiseForm::just(Claim::is_not(at)));
        let form = PremiseForm::All(forms.collect());
        let cells = numbers.iter().map(|&at| grid.cell(at));
        let words = "cells with a number are unshaded";
        premises.push(Premise::new(NUMBERS, 0, words, cells, form).implied());
    }
    for (at, clue) in instance.clues.iter().enumerate() {
        let cell = grid.cell(at);
        match clue {
            Some(Clue::Size(size)) => {
                let noun = if *size == 1 { "cell" } else { "cells" };
                let words = format!("the island of the {size} at {cell} has {size} {noun}");
                let form = PremiseForm::PartSizes {
                    nodes: unshaded.clone(),
                    edges: edges.clone(),
                    size: *size,
                    at: Some(at),
                };
                let (name, noun) = (
                    format!("the island of the {size} at {cell}"),
                    plural(*size, "cell"),
                );
                premises.push(
                    Premise::new(ISLAND, 2, words, [cell], form)
                        .failure(
                            Failure::TooMany,
                            format!("{name} would have more than {noun}"),
                        )
                        .failure(Failure::TooFew, format!("{name} could not reach {noun}"))
                        .violation(format!("{name} cannot have {noun}"))
                        .brief(format!("the {size} at {cell}"))
                        .clue(),
                );
            }
            Some(Clue::Any) => {
                let words = format!("{cell} belongs to an island");
                let form = PremiseForm::just(Claim::is_not(at));
                premises.push(Premise::new(ISLAND, 0, words, [cell], form).clue());
            }
            None => {}
        }
    }
    let parts = |with_sizes: bool| {
        let roots = instance.roots().into_iter();
        PremiseForm::RootedParts {
            nodes: unshaded.clone(),
            edges: edges.clone(),
            roots: roots
                .map(|(at, size)| (at, size.filter(|_| with_sizes)))
                .collect(),
        }
    };
    let words = "every island has exactly one number";
    let one_number = Premise::new(ONE_NUMBER, 2, words, [], parts(false));
    premises.push(
        one_number
            .failure(Failure::Joined, "{} would be on one island")
            .failure(Failure::Apart, "{} would be on an island without a number")
            .violation("an island would have two numbers or none")
            .brief("one number on each island"),
    );
    let words = "every unshaded cell is within reach of a number";
    let reach = Premise::new(REACH, 3, words, [], parts(true)).implied();
    premises.push(
        reach
            .failure(Failure::Joined, "{} would be on one island")
            .failure(Failure::Apart, "{} could not belong to any island")
            .failure(Failure::TooMany, "the island of {} would be too large")
            .failure(Failure::TooFew, "the island of {} would be too small")
            .violation("an unshaded cell could not belong to any island")
            .brief("within reach of a number"),
    );
    let form = PremiseForm::Connected {
        nodes: (0..grid.n_cells()).map(Claim::is).collect(),
        edges,
    };
    let sea = Premise::new(SEA, 4, "all shaded cells are connected", [], form);
    premises.push(
        sea.failure(
            Failure::Apart,
            "{} would be cut off from the other shaded cells",
        )
        .violation("the sea would be cut in two")
        .brief("to connect the sea"),
    );
    for pool in instance.pools() {
        let words = format!("the two by two cells at {} are not all shaded", pool[0]);
        let claims = pool.iter().map(|&cell| Claim::is_not(grid.index(cell)));
        let form = PremiseForm::at_least(1, claims.collect());
        let violation = format!("the two by two cells at {} would be a pool", pool[0]);
        let pool = Premise::new(POOL, 1, words, pool, form);
        premises.push(pool.violation(violation).brief("no pool"));
    }
    premises
}

/// The names are those of players: pools, unreachable cells, islands that must grow.
pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    if let Some(chain) = argument.chain {
        let then = shading::conclusions(&instance.grid, argument);
        return Some(StepText::new("what if", chain.concluding(&then)));
    }
    let [premise] = argument.premises else {
        return None;
    };
    let grid = &instance.grid;
    let shades = argument.concludes.iter().all(|claim| claim.holds);
    let (technique, why) = match (premise.rule, shades) {
        (NUMBERS, _) => (
            "numbers on islands",
            "Every number is part of its island".to_owned(),
        ),
        (POOL, _) => {
            let cell = premise.cells.first()?;
            (
                "pool",
                format!("The two by two cells at {cell} would be a pool"),
            )
        }
        (ISLAND, true) => {
            let cell = *premise.cells.first()?;
            let Some(Clue::Size(size)) = instance.clues[grid.index(cell)] else {
                return None;
            };
            let part = shading::part(grid, argument.known, FactState::False, grid.index(cell));
            match part.len() >= size {
                true => (
                    "complete island",
                    format!("The island of the {size} at {cell} is complete"),
                ),
                false => (
                    "island too large",
                    format!("The island of the {size} at {cell} would be too large"),
                ),
            }
        }
        (ISLAND, false) => {
            let cell = *premise.cells.first()?;
            let clue = instance.clues[grid.index(cell)]?;
            let number = clue.word();
            match clue.size() {
                Some(1) => (
                    "island of 1",
                    format!("The 1 at {cell} is an island by itself"),
                ),
                _ if argument.concludes == [Claim::is_not(grid.index(cell))] => (
                    "number on an island",
                    format!("The {number} at {cell} is part of its island"),
                ),
                _ if argument.concludes.iter().any(|claim| claim.holds) => (
                    "island must grow here",
                    format!("Only one place is left for the island of the {number} at {cell}"),
                ),
                _ => (
                    "island must grow here",
                    format!(
                        "Otherwise the island of the {number} at {cell} could not reach {number} cells"
                    ),
                ),
            }
        }
        (ONE_NUMBER | REACH, true) => {
            let beside = |claim: &Claim| islands_beside(instance, argument.known, claim.fact);
            let joins = argument
                .concludes
                .iter()
                .all(|claim| beside(claim).len() > 1);
            match argument.concludes {
                [claim] if joins => {
                    let (cell, islands) = (grid.cell(claim.fact), list(&beside(claim), "and"));
                    (
                        "between two islands",
                        format!("Unshaded, {cell} would join {islands}"),
                    )
                }
                _ if joins => (
                    "between two islands",
                    "Each of these cells would join two islands if unshaded".to_owned(),
                ),
                _ => (
                    "unreachable cell",
                    "No island can reach so far without touching another".to_owned(),
                ),
            }
        }
        (ONE_NUMBER | REACH, false) => {
            let is_lost = |at: &usize| {
                let part = shading::part(grid, argument.known, FactState::False, *at);
                part.iter().all(|&at| instance.clues[at].is_none())
            };
            let cells = shading::used(grid, argument, false, is_lost);
            let is_number = |claim: &Claim| instance.clues[claim.fact].is_some();
            match cells.is_empty() {
                true if argument.concludes.iter().all(is_number) => (
                    "island needs a number",
                    "Numbers belong to islands".to_owned(),
                ),
                true => (
                    "island must grow here",
                    "Otherwise an island could not reach its size".to_owned(),
                ),
                false => (
                    "island needs a number",
                    format!("From {cells} only one way is left to a number"),
                ),
            }
        }
        (SEA, true) => (
            "sea must connect here",
            format!(
                "The shaded {} can only connect this way",
                shading::used(grid, argument, true, |_| true)
            ),
        ),
        (SEA, false) => (
            "cut off from the sea",
            "Shaded cells there could not reach the rest of the sea".to_owned(),
        ),
        _ => return None,
    };
    let then = shading::conclusions(grid, argument);
    Some(StepText::new(technique, format!("{why}: {then}.")))
}

/// The islands beside a cell that have different numbers: "the island of the 3 at r1c2".
fn islands_beside(instance: &Instance, known: &[FactState], at: usize) -> Vec<String> {
    let grid = &instance.grid;
    let near = grid.neighbours4(grid.cell(at)).map(|near| grid.index(near));
    let near = near.filter(|&near| known[near] == FactState::False);
    let parts = near.flat_map(|near| shading::part(grid, known, FactState::False, near));
    let mut numbers: Vec<usize> = parts.filter(|&at| instance.clues[at].is_some()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let name = |at: usize| Some((instance.clues[at]?.word(), grid.cell(at)));
    let named = numbers.into_iter().filter_map(name);
    named
        .map(|(number, cell)| format!("the island of the {number} at {cell}"))
        .collect()
}
