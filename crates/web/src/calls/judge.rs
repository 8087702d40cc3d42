//! `judge`: what a person's board breaks, without solving it; and whether it is done.

use std::collections::BTreeSet;

use gridwright::AnyInstance;
use gridwright::grid::Cell;
use gridwright::puzzles::{Claim, Known, Premise};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::Json;
use crate::forms::{Puzzle, Spot, claimed, known, numbered, spots};
use crate::refused::Refused;

/// A board
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct JudgeBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// What is on it beside the clues
    claims: Vec<i64>,
}

/// What there is to say of a board
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct JudgeAnswer {
    /// Rules and clues that cannot hold any more
    broken: Vec<Broken>,
    /// Whether nothing is open
    full: bool,
    /// Whether it is an answer: everything open taken as not so; where a cell is one of two colours, it must be full
    right: bool,
}

/// A rule or clue that cannot hold any more
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Broken {
    words: String,
    /// The cells that break it
    cells: Vec<Spot>,
    /// What was put on the board and breaks it
    claims: Vec<i64>,
}

pub(crate) fn judge(asked: JudgeBody) -> Result<Json<JudgeAnswer>, Refused> {
    let given = asked.puzzle.read()?;
    let mut known = known(&*given, &asked.claims)?;
    let put: BTreeSet<Claim> = claimed(&known).into_iter().collect();
    let mut broken = Vec::new();
    let cells = given.fact_cells();
    // What a clue says stands, whatever a person says of it.
    for claim in given.clue_claims() {
        if claim.known(&known) == Known::False {
            broken.push(Broken {
                words: format!(
                    "this is given: {}",
                    gridwright::explaining::claim_words(&*given, claim)
                ),
                cells: spots(cells[claim.fact].iter().copied()),
                claims: vec![numbered(&claim.opposite())],
            });
        }
        known[claim.fact] = if claim.holds {
            Known::True
        } else {
            Known::False
        };
    }
    let premises = given.premises();
    for premise in &premises {
        if !premise.form.can_hold(&known) {
            broken.push(breaks(premise, &known, &put, &cells));
        }
    }
    let full = is_full(&known, &cells);
    let truth = |fact: usize| known[fact] == Known::True;
    let holds = premises.iter().all(|premise| premise.form.holds(&truth));
    Ok(Json(JudgeAnswer {
        right: broken.is_empty() && holds && (full || !is_two_coloured(&*given)),
        broken,
        full,
    }))
}

/// A premise that is broken, with those of its claims that a person put there: what holds first, and if nothing does, what was ruled out.
fn breaks(
    premise: &Premise,
    known: &[Known],
    put: &BTreeSet<Claim>,
    cells: &[Vec<Cell>],
) -> Broken {
    let facts = premise.form.facts();
    let with = |truth: Known, holds: bool| -> Vec<Claim> {
        let like = facts.iter().filter(|&&fact| known[fact] == truth);
        like.map(|&fact| Claim { fact, holds }).collect()
    };
    let mut said = with(Known::True, true);
    if !said.iter().any(|claim| put.contains(claim)) {
        said = with(Known::False, false);
    }
    let about = said
        .iter()
        .flat_map(|claim| cells[claim.fact].iter().copied());
    let mut about = spots(about);
    if about.is_empty() {
        about = spots(premise.cells.iter().copied());
    }
    Broken {
        words: premise.sentence(),
        cells: about,
        claims: said
            .iter()
            .filter(|claim| put.contains(claim))
            .map(numbered)
            .collect(),
    }
}

/// Whether nothing is open: every fact is settled, or another fact about its cells holds.
fn is_full(known: &[Known], cells: &[Vec<Cell>]) -> bool {
    let mut taken: BTreeSet<&[Cell]> = BTreeSet::new();
    for (known, cells) in known.iter().zip(cells) {
        if *known == Known::True {
            taken.insert(cells);
        }
    }
    let mut facts = known.iter().zip(cells);
    facts.all(|(known, cells)| *known != Known::Open || taken.contains(&cells[..]))
}

/// Whether every cell has one fact and its opposite is as much to see as the fact itself, so that an open cell is not done.
fn is_two_coloured(given: &dyn AnyInstance) -> bool {
    given.kind().card().id == "whitetan"
}
