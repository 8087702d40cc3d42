//! `explain`, `hint` and `rate`: a solution in steps for people, the next step from a person's board, and how hard a puzzle is.

use gridwright::AnyInstance;
use gridwright::explain::{
    ExplainError, ExplainOptions, Explanation, ExplanationEnd, ExplanationPart, Hint, Rating, Step,
    TrivialStep, explain_with_callback,
};
use gridwright::explaining::{HintWords, claim_words, step_marks};
use gridwright::grid::Cell;
use gridwright::grid::board::Mark;
use gridwright::puzzles::{Claim, Known};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::forms::{Puzzle, Spot, claimed, claims, known, numbered, spots};
use crate::jobs::Job;
use crate::refused::Refused;

/// What to explain
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ExplainBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// What to start from beside the clues; it must be right
    #[serde(default)]
    claims: Vec<i64>,
    /// Only the steps that lead to what is known of this cell
    cell: Option<Spot>,
}

/// An explanation
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ExplainAnswer {
    /// `solved`, `shared`, `no answer`, `enough` or `stopped`
    end: &'static str,
    /// What is known before the first step
    start: Vec<i64>,
    steps: Vec<StepRow>,
    /// What is known in the end
    known: Vec<i64>,
    /// The answer as text, where there is one
    answer: Option<String>,
}

/// A step
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct StepRow {
    /// The name people have for it
    technique: String,
    sentence: String,
    /// How much it asks of a person
    cost: u32,
    /// What follows
    concludes: Vec<i64>,
    /// What goes without saying after it
    silent: Vec<i64>,
    /// The cells it looks at
    used: Vec<Spot>,
    /// The cells it changes
    changed: Vec<Spot>,
    /// The rules and clues it uses, in words
    rules: Vec<String>,
}

/// What is known before the first step
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Start {
    known: Vec<i64>,
}

impl StepRow {
    fn of(given: &dyn AnyInstance, step: &Step) -> StepRow {
        let marks = step_marks(given, step);
        let with = |mark: Mark| {
            let cells = marks.iter().filter(move |(_, own)| *own == mark);
            spots(cells.map(|(cell, _)| *cell))
        };
        let premises = given.premises();
        StepRow {
            technique: step.technique.clone(),
            sentence: step.sentence.clone(),
            cost: step.cost,
            concludes: step.concludes.iter().map(numbered).collect(),
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
    all.map(numbered).collect()
}

fn end(reached: ExplanationEnd) -> &'static str {
    match reached {
        ExplanationEnd::Solved => "solved",
        ExplanationEnd::Shared => "shared",
        ExplanationEnd::NoAnswer => "no answer",
        ExplanationEnd::Enough => "enough",
        ExplanationEnd::Stopped(_) => "stopped",
    }
}

pub(crate) fn explain(job: &Job, asked: ExplainBody) -> Result<ExplainAnswer, Refused> {
    let given = asked.puzzle.read()?;
    let marks = known(&*given, &asked.claims)?;
    let start = claimed(&marks);
    let wanted = ExplainOptions {
        limits: job.limits(),
        known: &start,
        ..ExplainOptions::default()
    };
    // Which steps lead to a cell is only known in the end.
    let aloud = asked.cell.is_none();
    let mut tell = |part: ExplanationPart<'_>| match part {
        _ if !aloud => {}
        ExplanationPart::Given(silent) => {
            let mut before = marks.clone();
            for claim in silent.iter().flat_map(|silent| &silent.concludes) {
                before[claim.fact] = if claim.holds {
                    Known::True
                } else {
                    Known::False
                };
            }
            let known = claims(&before);
            job.tell("start", &Start { known });
        }
        ExplanationPart::Step(step) => {
            job.tell("step", &StepRow::of(&*given, step));
        }
    };
    let mut explained = explain_with_callback(&*given, &wanted, &mut tell).map_err(unexplained)?;
    if let Some([row, col]) = asked.cell {
        let claims = about(&*given, &explained, Cell::new(row, col))?;
        let end = explained.end;
        explained = explained.leading_to(&claims);
        if let ExplanationEnd::Stopped(_) = end {
            explained.end = end;
        }
    }
    let boards = explained.boards();
    Ok(ExplainAnswer {
        end: end(explained.end),
        start: boards
            .first()
            .map(|known| claims(known))
            .unwrap_or_default(),
        steps: explained
            .steps
            .iter()
            .map(|step| StepRow::of(&*given, step))
            .collect(),
        known: claims(&explained.known),
        answer: explained.answer,
    })
}

fn unexplained(error: ExplainError) -> Refused {
    Refused::senseless(error.to_string())
}

/// What an explanation says of a cell in the end: what stands there, or else what does not.
fn about(
    given: &dyn AnyInstance,
    explained: &Explanation,
    cell: Cell,
) -> Result<Vec<Claim>, Refused> {
    let cells = given.fact_cells();
    let here = claimed(&explained.known)
        .into_iter()
        .filter(|claim| cells[claim.fact].contains(&cell));
    let (holding, denied): (Vec<Claim>, Vec<Claim>) = here.partition(|claim| claim.holds);
    match (holding.is_empty(), denied.is_empty()) {
        (false, _) => Ok(holding),
        (true, false) => Ok(denied),
        (true, true) => Err(Refused::senseless(format!("nothing is known of {cell}"))),
    }
}

/// A board to give a hint for
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct HintBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// What a person has put on it
    #[serde(default)]
    claims: Vec<i64>,
}

/// A hint in all its grades; a page uncovers them one by one
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct HintAnswer {
    /// `wrong`, `next`, `done`, `no answer` or `stopped`
    hint: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<WrongMarks>,
    /// The first grade: where to look
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    place: Option<Looked>,
    /// The second grade: which rule to think of
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<RuleWords>,
    /// The third: the step, and those before it that only rule something out
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<StepRow>,
    /// What is known before the first of them
    #[serde(skip_serializing_if = "Vec::is_empty")]
    known: Vec<i64>,
}

/// Marks that are wrong
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct WrongMarks {
    claims: Vec<i64>,
    words: Vec<String>,
    cells: Vec<Spot>,
}

/// Where to look
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Looked {
    words: String,
    cells: Vec<Spot>,
}

/// Which rule to think of
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RuleWords {
    words: String,
    technique: String,
}

pub(crate) fn hint(job: &Job, asked: HintBody) -> Result<HintAnswer, Refused> {
    let given = asked.puzzle.read()?;
    let marks = known(&*given, &asked.claims)?;
    let wanted = ExplainOptions {
        limits: job.limits(),
        ..ExplainOptions::default()
    };
    let hint = gridwright::hint(&*given, &marks, &wanted).map_err(unexplained)?;
    let plain = |hint| HintAnswer {
        hint,
        ..HintAnswer::default()
    };
    Ok(match &hint {
        Hint::Done => plain("done"),
        Hint::NoAnswer => plain("no answer"),
        Hint::Stopped(_) => plain("stopped"),
        Hint::Wrong(wrong) => {
            let cells = given.fact_cells();
            let about = wrong.iter().flat_map(|claim| cells[claim.fact].clone());
            HintAnswer {
                wrong: Some(WrongMarks {
                    claims: wrong.iter().map(numbered).collect(),
                    words: wrong
                        .iter()
                        .map(|&claim| claim_words(&*given, claim))
                        .collect(),
                    cells: spots(about),
                }),
                ..plain("wrong")
            }
        }
        Hint::Next { steps, known } => {
            let words = HintWords::of(&*given, &hint);
            let technique = steps.first().map(|step| step.technique.clone());
            HintAnswer {
                place: words.as_ref().map(|words| Looked {
                    words: words.place.clone(),
                    cells: spots(words.cells.iter().copied()),
                }),
                rule: words.map(|words| RuleWords {
                    words: words.rule,
                    technique: technique.unwrap_or_default(),
                }),
                steps: steps
                    .iter()
                    .map(|step| StepRow::of(&*given, step))
                    .collect(),
                known: claims(known),
                ..plain("next")
            }
        }
    })
}

/// How hard a puzzle is
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RateAnswer {
    /// The number on the scale that all kinds share
    number: f64,
    /// `easy`, `medium`, `hard`, `expert` or `extreme`
    word: String,
    steps: usize,
    /// What the hardest step costs
    hardest: u32,
    /// The same up to the first step that puts something on the board
    first_placement: u32,
    /// What the first step costs
    first_progress: u32,
    /// What all steps cost together
    total: u32,
    /// The techniques with the number of steps each of them takes, the dearest first
    techniques: Vec<(String, usize)>,
    /// For Sudoku, the scales people know
    #[serde(skip_serializing_if = "Option::is_none")]
    scales: Option<ScalesRow>,
    /// How the explanation ends, as of `explain`
    end: &'static str,
}

/// The scales people know
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ScalesRow {
    /// Sudoku Explainer 1.2.1: the rating of the hardest step
    explainer: f64,
    /// HoDoKu 2.2: the sum of the scores of all steps
    hodoku: u32,
    /// HoDoKu's word for that
    hodoku_level: &'static str,
}

pub(crate) fn rate(job: &Job, asked: Puzzle) -> Result<RateAnswer, Refused> {
    let given = asked.read()?;
    let wanted = ExplainOptions {
        limits: job.limits(),
        ..ExplainOptions::default()
    };
    let rating: Rating = gridwright::rate(&*given, &wanted).map_err(unexplained)?;
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
        end: end(rating.end),
    })
}
