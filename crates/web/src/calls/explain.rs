//! `explain`, `hint` and `rate`: the solution step by step, the next step for a board, and the difficulty.

use gridwright::AnyInstance;
use gridwright::explain::{
    ExplainOptions, Explanation, ExplanationEnd, ExplanationPart, Hint, Rating, Step, TrivialStep,
    explain_with_callback,
};
use gridwright::explaining::{
    HintWords, claim_number, claim_words, claims_of, end_word, settle, step_marks,
};
use gridwright::grid::Cell;
use gridwright::grid::board::Mark;
use gridwright::puzzles::Claim;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::jobs::Job;
use crate::types::{CellPair, Puzzle, cell_pairs, claim_numbers, known};

/// A puzzle to explain
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ExplainBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// Correct claims to start from, in addition to the clues
    #[serde(default)]
    claims: Vec<i64>,
    /// Only the steps that lead to this cell
    cell: Option<CellPair>,
}

/// An explanation
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ExplainAnswer {
    /// `solved`, `shared`, `no answer`, `enough` or `stopped`
    end: &'static str,
    /// The facts known before the first step
    start: Vec<i64>,
    steps: Vec<StepRow>,
    /// The facts known at the end
    known: Vec<i64>,
    /// The answer as text, if there is one
    answer: Option<String>,
}

/// A step
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct StepRow {
    /// The common name
    technique: String,
    sentence: String,
    /// The cost on the difficulty scale
    cost: u32,
    /// Its conclusions
    concludes: Vec<i64>,
    /// Obvious consequences, which have no step of their own
    silent: Vec<i64>,
    /// The cells it uses
    used: Vec<CellPair>,
    /// The cells it changes
    changed: Vec<CellPair>,
    /// The rules and clues it uses
    rules: Vec<String>,
}

/// The facts known before the first step
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Start {
    known: Vec<i64>,
}

impl StepRow {
    fn of(instance: &dyn AnyInstance, step: &Step) -> StepRow {
        let marks = step_marks(instance, step);
        let with = |mark: Mark| {
            let cells = marks.iter().filter(move |(_, own)| *own == mark);
            cell_pairs(cells.map(|(cell, _)| *cell))
        };
        let premises = instance.premises();
        StepRow {
            technique: step.technique.clone(),
            sentence: step.sentence.clone(),
            cost: step.cost,
            concludes: step.concludes.iter().map(claim_number).collect(),
            silent: silent(&step.trivial),
            used: with(Mark::Used),
            changed: with(Mark::Changed),
            rules: step
                .premises
                .iter()
                .map(|&at| premises[at].sentence())
                .collect(),
        }
    }
}

fn silent(silent: &[TrivialStep]) -> Vec<i64> {
    let all = silent.iter().flat_map(|silent| &silent.concludes);
    all.map(claim_number).collect()
}

pub(crate) fn explain(job: &Job, body: ExplainBody) -> Result<ExplainAnswer, ApiError> {
    let instance = body.puzzle.parse()?;
    let marks = known(&*instance, &body.claims)?;
    let start: Vec<Claim> = claims_of(&marks).collect();
    let options = ExplainOptions {
        limits: job.limits(),
        known: &start,
        ..ExplainOptions::default()
    };
    // The steps that lead to a cell are only known at the end.
    let is_streaming = body.cell.is_none();
    let mut report = |part: ExplanationPart<'_>| match part {
        _ if !is_streaming => {}
        ExplanationPart::Given(silent) => {
            let mut before = marks.clone();
            for claim in silent.iter().flat_map(|silent| &silent.concludes) {
                settle(&mut before, *claim);
            }
            let known = claim_numbers(&before);
            job.send_event("start", &Start { known });
        }
        ExplanationPart::Step(step) => {
            job.send_event("step", &StepRow::of(&*instance, step));
        }
    };
    let mut explained =
        explain_with_callback(&*instance, &options, &mut report).map_err(ApiError::invalid)?;
    if let Some([row, col]) = body.cell {
        let claims = claims_about(&*instance, &explained, Cell::new(row, col))?;
        let end = explained.end;
        explained = explained.leading_to(&claims);
        if let ExplanationEnd::Stopped(_) = end {
            explained.end = end;
        }
    }
    let boards = explained.boards();
    Ok(ExplainAnswer {
        end: end_word(explained.end),
        start: boards
            .first()
            .map(|known| claim_numbers(known))
            .unwrap_or_default(),
        steps: explained
            .steps
            .iter()
            .map(|step| StepRow::of(&*instance, step))
            .collect(),
        known: claim_numbers(&explained.known),
        answer: explained.answer,
    })
}

/// The claims of an explanation about a cell: the true facts, or else the false ones.
fn claims_about(
    instance: &dyn AnyInstance,
    explained: &Explanation,
    cell: Cell,
) -> Result<Vec<Claim>, ApiError> {
    let cells = instance.fact_cells();
    let here = claims_of(&explained.known).filter(|claim| cells[claim.fact].contains(&cell));
    let (true_facts, denied): (Vec<Claim>, Vec<Claim>) = here.partition(|claim| claim.holds);
    match (true_facts.is_empty(), denied.is_empty()) {
        (false, _) => Ok(true_facts),
        (true, false) => Ok(denied),
        (true, true) => Err(ApiError::invalid(format!("nothing is known about {cell}"))),
    }
}

/// A board to find a hint for
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct HintBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// The claims on it
    #[serde(default)]
    claims: Vec<i64>,
}

/// A hint in three grades, which the page shows one by one
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct HintAnswer {
    /// `wrong`, `next`, `done`, `no answer` or `stopped`
    hint: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<WrongMarks>,
    /// First grade: where to look
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    place: Option<HintPlace>,
    /// Second grade: which rule to use
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<RuleWords>,
    /// Third grade: the step, after steps that only exclude candidates
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<StepRow>,
    /// The facts known before these steps
    #[serde(skip_serializing_if = "Vec::is_empty")]
    known: Vec<i64>,
}

/// Wrong marks
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct WrongMarks {
    claims: Vec<i64>,
    words: Vec<String>,
    cells: Vec<CellPair>,
}

/// Where to look
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct HintPlace {
    words: String,
    cells: Vec<CellPair>,
}

/// Which rule to use
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RuleWords {
    words: String,
    technique: String,
}

pub(crate) fn hint(job: &Job, body: HintBody) -> Result<HintAnswer, ApiError> {
    let instance = body.puzzle.parse()?;
    let marks = known(&*instance, &body.claims)?;
    let options = ExplainOptions {
        limits: job.limits(),
        ..ExplainOptions::default()
    };
    let hint = gridwright::hint(&*instance, &marks, &options).map_err(ApiError::invalid)?;
    let plain = |hint| HintAnswer {
        hint,
        ..HintAnswer::default()
    };
    Ok(match &hint {
        Hint::Done => plain("done"),
        Hint::NoAnswer => plain("no answer"),
        Hint::Stopped(_) => plain("stopped"),
        Hint::Wrong(wrong) => {
            let cells = instance.fact_cells();
            let about = wrong.iter().flat_map(|claim| cells[claim.fact].clone());
            HintAnswer {
                wrong: Some(WrongMarks {
                    claims: wrong.iter().map(claim_number).collect(),
                    words: wrong
                        .iter()
                        .map(|&claim| claim_words(&*instance, claim))
                        .collect(),
                    cells: cell_pairs(about),
                }),
                ..plain("wrong")
            }
        }
        Hint::Next { steps, known } => {
            let words = HintWords::of(&*instance, &hint);
            let technique = steps.first().map(|step| step.technique.clone());
            HintAnswer {
                place: words.as_ref().map(|words| HintPlace {
                    words: words.place.clone(),
                    cells: cell_pairs(words.cells.iter().copied()),
                }),
                rule: words.map(|words| RuleWords {
                    words: words.rule,
                    technique: technique.unwrap_or_default(),
                }),
                steps: steps
                    .iter()
                    .map(|step| StepRow::of(&*instance, step))
                    .collect(),
                known: claim_numbers(known),
                ..plain("next")
            }
        }
    })
}

/// The difficulty of a puzzle
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RateAnswer {
    /// The rating on the scale that all kinds share
    number: f64,
    /// `easy`, `medium`, `hard`, `expert` or `extreme`
    word: String,
    steps: usize,
    /// The cost of the hardest step
    hardest: u32,
    /// The cost of the hardest step up to the first placement
    first_placement: u32,
    /// The cost of the first step
    first_progress: u32,
    /// The total cost of all steps
    total: u32,
    /// The techniques with their numbers of steps, the most expensive first
    techniques: Vec<(String, usize)>,
    /// Other scales, for Sudoku
    #[serde(skip_serializing_if = "Option::is_none")]
    scales: Option<ScalesRow>,
    /// The end of the explanation, as in `explain`
    end: &'static str,
}

/// Ratings on other scales
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ScalesRow {
    /// Sudoku Explainer 1.2.1: the rating of the hardest step
    explainer: f64,
    /// HoDoKu 2.2: the sum of the scores of all steps
    hodoku: u32,
    /// HoDoKu's level
    hodoku_level: &'static str,
}

pub(crate) fn rate(job: &Job, body: Puzzle) -> Result<RateAnswer, ApiError> {
    let instance = body.parse()?;
    let options = ExplainOptions {
        limits: job.limits(),
        ..ExplainOptions::default()
    };
    let rating: Rating = gridwright::rate(&*instance, &options).map_err(ApiError::invalid)?;
    Ok(RateAnswer {
        number: rating.number,
        word: rating.word.to_string(),
        steps: rating.steps,
        hardest: rating.hardest,
        first_placement: rating.first_placement,
        first_progress: rating.first_progress,
        total: rating.total,
        techniques: rating.techniques,
        scales: rating.scales.map(|scales| ScalesRow {
            explainer: scales.explainer,
            hodoku: scales.hodoku,
            hodoku_level: scales.hodoku_level,
        }),
        end: end_word(rating.end),
    })
}
