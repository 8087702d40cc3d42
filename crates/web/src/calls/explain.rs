//! `explain`, `hint` and `rate`: the solution step by step, the next step for a board, and the difficulty.

use gridwright::AnyInstance;
use gridwright::explain::{
    ExplainOptions, Explanation, ExplanationEnd, ExplanationPart, Hint, Rating, Step, TrivialStep,
    explain_with_callback,
};
use gridwright::explaining::{
    HintWords, chosen_techniques, claim_number, claim_words, claims_of, end_word, marks_places,
    settle, step_marks, step_pattern,
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
#[serde(deny_unknown_fields)]
pub(crate) struct ExplainBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// Correct claims to start from, in addition to the clues
    #[serde(default)]
    claims: Vec<i64>,
    /// Only the steps that lead to this cell
    cell: Option<CellPair>,
    /// The techniques that steps may use, such as `hard,-xy-wing,no-uniqueness`; default all
    techniques: Option<String>,
}

/// An explanation
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ExplainAnswer {
    /// `solved`, `shared`, `no answer`, `enough`, `stuck` (the techniques allowed do not go further) or `stopped`
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
    /// Whether it rests on the puzzle having only one answer
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    by_uniqueness: bool,
    /// The facts of its pattern, each with its colour: `first`, `second` or `extra`
    #[serde(skip_serializing_if = "Vec::is_empty")]
    colours: Vec<(i64, &'static str)>,
    /// The links of its chain
    #[serde(skip_serializing_if = "Vec::is_empty")]
    links: Vec<LinkRow>,
    /// Whether the colours and links are for places of the board, not for candidates
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    on_places: bool,
}

/// A link of a chain, between facts or groups of facts
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct LinkRow {
    from: Vec<i64>,
    to: Vec<i64>,
    /// Whether it is strong (if the one is false, the other is true) or weak
    strong: bool,
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
        let pattern = step_pattern(instance, step);
        let (colours, links) = (pattern.colours.iter(), pattern.links.iter());
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
            by_uniqueness: step.needs_uniqueness(),
            colours: colours
                .map(|(claim, colour)| (claim_number(claim), colour.name()))
                .collect(),
            links: links
                .map(|link| LinkRow {
                    from: link.from.iter().map(claim_number).collect(),
                    to: link.to.iter().map(claim_number).collect(),
                    strong: link.is_strong,
                })
                .collect(),
            on_places: marks_places(instance),
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
        techniques: chosen_techniques(&*instance, body.techniques.as_deref())
            .map_err(ApiError::invalid)?,
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
#[serde(deny_unknown_fields)]
pub(crate) struct HintBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// The claims on it
    #[serde(default)]
    claims: Vec<i64>,
    /// The techniques that the step may use, as in `explain`
    techniques: Option<String>,
}

/// A hint in three grades, which the page shows one by one
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct HintAnswer {
    /// `wrong`, `next`, `done`, `no answer`, `stuck` (the techniques allowed do not go further) or `stopped`
    hint: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<WrongMarks>,
    /// First grade: the technique, and roughly where it applies
    #[serde(skip_serializing_if = "Option::is_none")]
    technique: Option<HintTechnique>,
    /// Second grade: the cells to look at
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    place: Option<HintPlace>,
    /// Third grade: the step
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<StepRow>,
    /// The facts known before the step
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

/// The technique of a step
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct HintTechnique {
    words: String,
    /// Its name
    name: String,
}

pub(crate) fn hint(job: &Job, body: HintBody) -> Result<HintAnswer, ApiError> {
    let instance = body.puzzle.parse()?;
    let marks = known(&*instance, &body.claims)?;
    let options = ExplainOptions {
        limits: job.limits(),
        techniques: chosen_techniques(&*instance, body.techniques.as_deref())
            .map_err(ApiError::invalid)?,
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
        Hint::Stuck => plain("stuck"),
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
        Hint::Next { step, known } => {
            let words = HintWords::of(&*instance, &hint);
            HintAnswer {
                technique: words.as_ref().map(|words| HintTechnique {
                    words: words.technique.clone(),
                    name: step.technique.clone(),
                }),
                place: words.map(|words| HintPlace {
                    words: words.place,
                    cells: cell_pairs(words.cells),
                }),
                step: Some(StepRow::of(&*instance, step)),
                known: claim_numbers(known),
                ..plain("next")
            }
        }
    })
}

/// A puzzle to rate
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RateBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// The techniques that steps may use, as in `explain`
    techniques: Option<String>,
}

/// The difficulty of a puzzle
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RateAnswer {
    /// The rating on the scale that all kinds share; at least this if the work was stopped. Missing if there is no rating
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<f64>,
    /// `easy`, `medium`, `hard`, `expert` or `extreme`; missing unless the rating is complete
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<String>,
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
    /// The score by named techniques, if the kind has some
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<ScoreRow>,
    /// The end of the explanation, as in `explain`
    end: &'static str,
}

/// The score by named techniques
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ScoreRow {
    /// The sum of the scores of all steps
    score: u32,
    /// `easy`, `medium`, `hard`, `unfair` or `extreme`
    level: &'static str,
    /// The program whose scores these are, if the agreement with it is known
    #[serde(skip_serializing_if = "Option::is_none")]
    scores_of: Option<&'static str>,
}

pub(crate) fn rate(job: &Job, body: RateBody) -> Result<RateAnswer, ApiError> {
    let instance = body.puzzle.parse()?;
    let options = ExplainOptions {
        limits: job.limits(),
        techniques: chosen_techniques(&*instance, body.techniques.as_deref())
            .map_err(ApiError::invalid)?,
        ..ExplainOptions::default()
    };
    let rating: Rating = gridwright::rate(&*instance, &options).map_err(ApiError::invalid)?;
    let is_rated = !matches!(rating.end, ExplanationEnd::NoAnswer | ExplanationEnd::Stuck)
        && (rating.steps > 0 || rating.is_whole());
    let is_stopped = matches!(rating.end, ExplanationEnd::Stopped(_));
    let score = rating.score.filter(|_| rating.is_whole());
    Ok(RateAnswer {
        number: is_rated.then_some(rating.number),
        word: (is_rated && !is_stopped).then(|| rating.word.to_string()),
        steps: rating.steps,
        hardest: rating.hardest,
        first_placement: rating.first_placement,
        first_progress: rating.first_progress,
        total: rating.total,
        techniques: rating.techniques,
        score: score.map(|score| ScoreRow {
            score: score.score,
            level: score.level,
            scores_of: score.scores_of,
        }),
        end: end_word(rating.end),
    })
}
