//! `judge`: checks a board against the rules without solving it.

use std::collections::BTreeSet;

use gridwright::AnyInstance;
use gridwright::grid::Cell;
use gridwright::puzzles::{Claim, FactState, Premise};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::response::Json;
use crate::types::{CellPair, Puzzle, cell_pairs, claim_number, known, known_claims};

/// A board
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct JudgeBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// The claims on it in addition to the clues
    claims: Vec<i64>,
}

/// The result of checking a board
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct JudgeAnswer {
    /// Violated rules and clues
    broken: Vec<Broken>,
    /// Whether the board is full
    full: bool,
    /// Whether it is an answer, with open facts taken as false; a board of two colours must be full
    right: bool,
}

/// A violated rule or clue
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Broken {
    words: String,
    /// The cells that violate it
    cells: Vec<CellPair>,
    /// The claims that violate it
    claims: Vec<i64>,
}

pub(crate) fn judge(body: JudgeBody) -> Result<Json<JudgeAnswer>, ApiError> {
    let given = body.puzzle.parse()?;
    let mut known = known(&*given, &body.claims)?;
    let put: BTreeSet<Claim> = known_claims(&known).into_iter().collect();
    let mut broken = Vec::new();
    let cells = given.fact_cells();
    // Clues override claims.
    for claim in given.clue_claims() {
        if claim.known(&known) == FactState::False {
            broken.push(Broken {
                words: format!(
                    "contradicts a clue: {}",
                    gridwright::explaining::claim_words(&*given, claim)
                ),
                cells: cell_pairs(cells[claim.fact].iter().copied()),
                claims: vec![claim_number(&claim.opposite())],
            });
        }
        known[claim.fact] = if claim.holds {
            FactState::True
        } else {
            FactState::False
        };
    }
    let premises = given.premises();
    for premise in &premises {
        if !premise.form.can_hold(&known) {
            broken.push(violation(premise, &known, &put, &cells));
        }
    }
    let full = is_full(&known, &cells);
    let truth = |fact: usize| known[fact] == FactState::True;
    let holds = premises.iter().all(|premise| premise.form.holds(&truth));
    Ok(Json(JudgeAnswer {
        right: broken.is_empty() && holds && (full || !is_two_coloured(&*given)),
        broken,
        full,
    }))
}

/// A violated premise with its claims on the board: the true ones, or else the false ones.
fn violation(
    premise: &Premise,
    known: &[FactState],
    put: &BTreeSet<Claim>,
    cells: &[Vec<Cell>],
) -> Broken {
    let facts = premise.form.facts();
    let with = |truth: FactState, holds: bool| -> Vec<Claim> {
        let matching = facts.iter().filter(|&&fact| known[fact] == truth);
        matching.map(|&fact| Claim { fact, holds }).collect()
    };
    let mut found = with(FactState::True, true);
    if !found.iter().any(|claim| put.contains(claim)) {
        found = with(FactState::False, false);
    }
    let about = found
        .iter()
        .flat_map(|claim| cells[claim.fact].iter().copied());
    let mut about = cell_pairs(about);
    if about.is_empty() {
        about = cell_pairs(premise.cells.iter().copied());
    }
    Broken {
        words: premise.sentence(),
        cells: about,
        claims: found
            .iter()
            .filter(|claim| put.contains(claim))
            .map(claim_number)
            .collect(),
    }
}

/// Whether every fact is known, or another fact about the same cells is true.
fn is_full(known: &[FactState], cells: &[Vec<Cell>]) -> bool {
    let mut taken: BTreeSet<&[Cell]> = BTreeSet::new();
    for (known, cells) in known.iter().zip(cells) {
        if *known == FactState::True {
            taken.insert(cells);
        }
    }
    let mut facts = known.iter().zip(cells);
    facts.all(|(known, cells)| *known != FactState::Open || taken.contains(&cells[..]))
}

/// Whether false facts are visible too, as a second colour, so that a board with open cells is unfinished.
fn is_two_coloured(given: &dyn AnyInstance) -> bool {
    given.kind().card().id == "whitetan"
}
