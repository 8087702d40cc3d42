//! `repair` and `clash`: the clues that are missing where there are several answers, and those that cannot be kept where there is none.

use gridwright::AnyInstance;
use gridwright::explain::{ExplainError, conflicting_clues};
use gridwright::explaining::claim_words;
use gridwright::puzzles::Claim;
use schemars::JsonSchema;
use serde::Serialize;

use crate::calls::solve::holding;
use crate::forms::{PlaceForm, Puzzle, Spot, numbered, spots};
use crate::jobs::Job;
use crate::refused::Refused;

/// Clues that make a puzzle unique
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct RepairAnswer {
    /// Whether there is no answer, so that no further clue helps
    none: bool,
    /// `stopped`, where a limit came first
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    /// The limit that came
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    /// The further clues; none where it is unique already
    clues: Vec<FurtherClue>,
    /// Whether no smaller set of clues does
    smallest: bool,
    /// The facts that hold in the answer they leave
    #[serde(skip_serializing_if = "Vec::is_empty")]
    answer: Vec<i64>,
    /// The puzzle with these clues, where its kind can give them in cells
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// A further clue
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FurtherClue {
    claim: i64,
    words: String,
    cells: Vec<Spot>,
    /// Where it can be given, if a clue of this kind says it
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clue: Option<String>,
}

pub(crate) fn repair(job: &Job, asked: Puzzle) -> Result<RepairAnswer, Refused> {
    let given = asked.read()?;
    let found = match gridwright::repair(&*given, &job.limits()) {
        Err(error) => return Err(unexplained(&error)),
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
    let cells = given.fact_cells();
    let further = found.clues.iter().map(|claim| {
        let given_as = gridwright::explaining::clue_for(&*given, *claim);
        FurtherClue {
            claim: numbered(claim),
            words: claim_words(&*given, *claim),
            cells: spots(cells[claim.fact].iter().copied()),
            place: given_as.as_ref().map(|(place, _)| (*place).into()),
            clue: given_as.map(|(_, clue)| clue),
        }
    });
    Ok(RepairAnswer {
        clues: further.collect(),
        smallest: found.is_smallest,
        answer: holding(&*given, &found.answer),
        text: mended(&*given, &found.clues),
        ..RepairAnswer::default()
    })
}

/// The text of the puzzle with further clues, where its kind can give them all.
fn mended(given: &dyn AnyInstance, clues: &[Claim]) -> Option<String> {
    let (first, rest) = clues.split_first()?;
    let with = |given: &dyn AnyInstance, claim: &Claim| {
        let (place, clue) = gridwright::explaining::clue_for(given, *claim)?;
        given.with_clue(place, &clue).ok()
    };
    let mut changed = with(given, first)?;
    for claim in rest {
        changed = with(&*changed, claim)?;
    }
    Some(changed.print())
}

/// Clues that cannot be kept together
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct ClashAnswer {
    /// Whether there is an answer, so that nothing clashes
    solvable: bool,
    /// `stopped`, where a limit came first
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    /// The limit that came
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    /// The clues; none where the rules alone cannot be kept on this board
    clues: Vec<ClashingClue>,
    /// Whether no fewer clash
    smallest: bool,
}

/// A clue that clashes
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ClashingClue {
    words: String,
    cells: Vec<Spot>,
}

pub(crate) fn clash(job: &Job, asked: Puzzle) -> Result<ClashAnswer, Refused> {
    let given = asked.read()?;
    Ok(match conflicting_clues(&*given, &job.limits()) {
        Err(error) => return Err(unexplained(&error)),
        Ok(Err(limit)) => ClashAnswer {
            verdict: Some("stopped"),
            limit: Some(limit.to_string()),
            ..ClashAnswer::default()
        },
        Ok(Ok(None)) => ClashAnswer {
            solvable: true,
            ..ClashAnswer::default()
        },
        Ok(Ok(Some(found))) => {
            let premises = given.premises();
            let clue = |&at: &usize| ClashingClue {
                words: premises[at].sentence(),
                cells: spots(premises[at].cells.iter().copied()),
            };
            ClashAnswer {
                clues: found.clues.iter().map(clue).collect(),
                smallest: found.is_smallest,
                ..ClashAnswer::default()
            }
        }
    })
}

fn unexplained(error: &ExplainError) -> Refused {
    Refused::senseless(error.to_string())
}
