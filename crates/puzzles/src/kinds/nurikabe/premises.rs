//! The premises of Nurikabe.
//!
//! | premise | meaning | weight |
//! |---|---|---|
//! | `pool` | no block of two by two cells is shaded | 1 |
//! | `island` | the island of a number has as many cells, a clue | 2 |
//! | `one_number` | every island has exactly one number | 2 |
//! | `reach` | the same with the sizes: cells that no island reaches are shaded; implied | 3 |
//! | `sea` | all shaded cells are connected | 4 |

use crate::blocks::shading;
use crate::contract::{Claim, FactState, Premise, PremiseForm};
use crate::kinds::nurikabe::{Clue, Instance};

const POOL: &str = "pool";
const ISLAND: &str = "island";
const ONE_NUMBER: &str = "one_number";
const REACH: &str = "reach";
const SEA: &str = "sea";

/// The islands, one number in each, reach, sea, then the pools.
pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let grid = &instance.grid;
    let edges = shading::pairs(grid);
    let unshaded: Vec<Claim> = (0..grid.n_cells()).map(Claim::is_not).collect();
    let mut premises = Vec::new();
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
                premises.push(Premise::new(ISLAND, 2, words, [cell], form).clue());
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
    premises.push(Premise::new(ONE_NUMBER, 2, words, [], parts(false)));
    let words = "every unshaded cell is within reach of a number";
    premises.push(Premise::new(REACH, 3, words, [], parts(true)).implied());
    let form = PremiseForm::Connected {
        nodes: (0..grid.n_cells()).map(Claim::is).collect(),
        edges,
    };
    premises.push(Premise::new(
        SEA,
        4,
        "all shaded cells are connected",
        [],
        form,
    ));
    for pool in instance.pools() {
        let words = format!("the two by two cells at {} are not all shaded", pool[0]);
        let claims = pool.iter().map(|&cell| Claim::is_not(grid.index(cell)));
        let form = PremiseForm::at_least(1, claims.collect());
        premises.push(Premise::new(POOL, 1, words, pool, form));
    }
    premises
}

/// The islands together with the sea, reach and pools.
pub(super) fn suggest(instance: &Instance, _: &[FactState]) -> Vec<Vec<usize>> {
    let n_islands = instance.clues.iter().flatten().count();
    let (one_number, reach, sea) = (n_islands, n_islands + 1, n_islands + 2);
    let n_all = sea + 1 + instance.pools().len();
    let pools = || sea + 1..n_all;
    vec![
        (0..n_islands).chain([one_number, reach]).collect(),
        [reach, sea].into_iter().chain(pools()).collect(),
        (0..n_all).collect(),
    ]
}
