//! `repair` and `clash`: clues that make the answer unique, and clues that contradict each other.

use gridwright::AnyInstance;
use gridwright::explain::conflicting_clues;
use gridwright::explaining::{claim_number, claim_words};
use gridwright::puzzles::Claim;
use serde::Serialize;

use crate::calls::solve::true_facts;
use crate::error::ApiError;
use crate::jobs::Job;
use crate::types::{CellPair, PlaceJson, Puzzle, cell_pairs};

/// Additional clues that make the answer unique
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RepairAnswer {
    /// Whether there is no answer
    none: bool,
    /// `stopped` if a limit was reached
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    /// The limit that was reached
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    /// The additional clues; empty if the answer is unique
    clues: Vec<AdditionalClue>,
    /// Whether no smaller set suffices
    smallest: bool,
    /// The true facts of the unique answer
    #[serde(skip_serializing_if = "Vec::is_empty")]
    answer: Vec<i64>,
    /// The puzzle with these clues, if its kind can express them
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// An additional clue
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct AdditionalClue {
    claim: i64,
    words: String,
    cells: Vec<CellPair>,
    /// Its place, if the kind can express it
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clue: Option<String>,
}

pub(crate) fn repair(job: &Job, body: Puzzle) -> Result<RepairAnswer, ApiError> {
    let instance = body.parse()?;
    let found = match gridwright::repair(&*instance, &job.limits()) {
        Err(error) => return Err(ApiError::invalid(error)),
        Ok(Err(limit)) => {
            return Ok(RepairAnswer {
                verdict: Some("stopped"),
                limit: Some(limit.to_string()),
                ..RepairAnswer::default()
            });
        }
        Ok(Ok(None)) => {
            return Ok(RepairAnswer {
                none: true,
                ..RepairAnswer::default()
            });
        }
        Ok(Ok(Some(found))) => found,
    };
    let cells = instance.fact_cells();
    let clues = found.clues.iter().map(|claim| {
        let clue = gridwright::explaining::clue_for(&*instance, *claim);
        AdditionalClue {
            claim: claim_number(claim),
            words: claim_words(&*instance, *claim),
            cells: cell_pairs(cells[claim.fact].iter().copied()),
            place: clue.as_ref().map(|(place, _)| (*place).into()),
            clue: clue.map(|(_, clue)| clue),
        }
    });
    Ok(RepairAnswer {
        clues: clues.collect(),
        smallest: found.is_smallest,
        answer: true_facts(&*instance, &found.answer),
        text: with_clues(&*instance, &found.clues),
        ..RepairAnswer::default()
    })
}

/// The text of the puzzle with additional clues, if its kind can express them.
fn with_clues(instance: &dyn AnyInstance, clues: &[Claim]) -> Option<String> {
    let (first, rest) = clues.split_first()?;
    let with = |instance: &dyn AnyInstance, claim: &Claim| {
        let (place, clue) = gridwright::explaining::clue_for(instance, *claim)?;
        instance.with_clue(place, &clue).ok()
    };
    let mut changed = with(instance, first)?;
    for claim in rest {
        changed = with(&*changed, claim)?;
    }
    Some(changed.print())
}

/// Clues that contradict each other
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ConflictAnswer {
    /// Whether there is an answer
    solvable: bool,
    /// `stopped` if a limit was reached
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    /// The limit that was reached
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    /// The clues; empty if the rules alone are contradictory on this board
    clues: Vec<ConflictingClue>,
    /// Whether no smaller set is contradictory
    smallest: bool,
}

/// A contradictory clue
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ConflictingClue {
    words: String,
    cells: Vec<CellPair>,
}

pub(crate) fn conflict(job: &Job, body: Puzzle) -> Result<ConflictAnswer, ApiError> {
    let instance = body.parse()?;
    Ok(match conflicting_clues(&*instance, &job.limits()) {
        Err(error) => return Err(ApiError::invalid(error)),
        Ok(Err(limit)) => ConflictAnswer {
            verdict: Some("stopped"),
            limit: Some(limit.to_string()),
            ..ConflictAnswer::default()
        },
        Ok(Ok(None)) => ConflictAnswer {
            solvable: true,
            ..ConflictAnswer::default()
        },
        Ok(Ok(Some(found))) => {
            let premises = instance.premises();
            let clue = |&at: &usize| ConflictingClue {
                words: premises[at].sentence(),
                cells: cell_pairs(premises[at].cells.iter().copied()),
            };
            ConflictAnswer {
                clues: found.clues.iter().map(clue).collect(),
                smallest: found.is_smallest,
                ..ConflictAnswer::default()
            }
        }
    })
}
