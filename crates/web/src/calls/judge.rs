//! `judge`: checks a board against the rules without solving it.

use std::collections::BTreeSet;

use gridwright::explaining::{claim_number, claim_words, claims_of, settle};
use gridwright::grid::Cell;
use gridwright::puzzles::{Claim, FactPlace, FactState, Premise};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::response::Json;
use crate::types::{CellPair, Puzzle, cell_pairs, known};

/// A board
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct JudgeBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// The claims on it in addition to the clues
    claims: Vec<i64>,
}

/// The result of checking a board
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct JudgeAnswer {
    /// Violated rules and clues
    #[serde(rename = "broken")]
    violations: Vec<Violation>,
    /// Whether the board is full
    full: bool,
    /// Whether it is an answer, with open facts taken as false; a board of two colours must be full
    #[serde(rename = "right")]
    is_answer: bool,
}

/// A violated rule or clue
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Violation {
    words: String,
    /// The cells that violate it
    cells: Vec<CellPair>,
    /// The claims that violate it
    claims: Vec<i64>,
}

pub(crate) fn judge(body: JudgeBody) -> Result<Json<JudgeAnswer>, ApiError> {
    let instance = body.puzzle.parse()?;
    let mut known = known(&*instance, &body.claims)?;
    let put: BTreeSet<Claim> = claims_of(&known).collect();
    let mut violations = Vec::new();
    let cells = instance.fact_cells();
    // Clues override claims.
    for claim in instance.clue_claims() {
        if claim.known(&known) == FactState::False {
            violations.push(Violation {
                words: format!("contradicts a clue: {}", claim_words(&*instance, claim)),
                cells: cell_pairs(cells[claim.fact].iter().copied()),
                claims: vec![claim_number(&claim.opposite())],
            });
        }
        settle(&mut known, claim);
    }
    let premises = instance.premises();
    for premise in &premises {
        if !premise.form.can_hold(&known) {
            violations.push(violation(premise, &known, &put, &cells));
        }
    }
    let full = is_full(&known, &instance.fact_places());
    let truth = |fact: usize| known[fact] == FactState::True;
    let holds = premises.iter().all(|premise| premise.form.holds(&truth));
    Ok(Json(JudgeAnswer {
        is_answer: violations.is_empty()
            && !premises.is_empty()
            && holds
            && (full || !instance.play().needs_false),
        violations,
        full,
    }))
}

/// A violated premise with its claims on the board: the true ones, or else the false ones.
fn violation(
    premise: &Premise,
    known: &[FactState],
    put: &BTreeSet<Claim>,
    cells: &[Vec<Cell>],
) -> Violation {
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
    Violation {
        words: premise.sentence(),
        cells: about,
        claims: found
            .iter()
            .filter(|claim| put.contains(claim))
            .map(claim_number)
            .collect(),
    }
}

/// Whether every fact is known, or another fact of the same place is true.
fn is_full(known: &[FactState], places: &[FactPlace]) -> bool {
    let mut taken: BTreeSet<FactPlace> = BTreeSet::new();
    for (known, place) in known.iter().zip(places) {
        if *known == FactState::True {
            taken.insert(*place);
        }
    }
    let mut facts = known.iter().zip(places);
    facts.all(|(known, place)| *known != FactState::Open || taken.contains(place))
}
