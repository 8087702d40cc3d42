//! `generate`: makes puzzles, each with exactly one answer.

use std::collections::BTreeMap;
use std::sync::Arc;

use gridwright::control::Deadline;
use gridwright::fd::Flow;
use gridwright::generate::{
    ExplanationRater, GenerateFailure, GenerateRequest, Generated, Generator, Rater,
};
use gridwright::generating::{parse_clues, parse_difficulty, parse_size};
use gridwright::puzzles::{GenerateOptions, Symmetry};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::forms::{Puzzle, check_size, kind_of};
use crate::jobs::Job;
use crate::refused::Refused;

/// So many puzzles are made at most, of one call.
const MOST: u64 = 200;

/// What is wanted
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct GenerateBody {
    kind: String,
    /// `9`, or rows and columns as in `10x12`; else what is usual for the kind
    size: Option<String>,
    /// How many; usually one
    many: Option<u64>,
    /// The same seed gives the same puzzles
    #[serde(default)]
    seed: u64,
    /// `easy`, `medium`, `hard`, `expert`, `extreme`, or numbers as in `2..4`
    difficulty: Option<String>,
    /// How clues lie: `none`, `rotate2`, `rotate4`, `mirror`, …
    symmetry: Option<String>,
    /// Whether to show no clue that can be missed
    #[serde(default)]
    minimal: bool,
    /// How many clues: `24`, or `22..26`
    clues: Option<String>,
    /// What else the kind lets people choose, by name
    #[serde(default)]
    options: BTreeMap<String, String>,
}

/// A puzzle that was made
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct MadeRow {
    /// Its number, from 1
    number: u64,
    #[serde(flatten)]
    puzzle: Puzzle,
    /// Its only answer
    answer: String,
    /// How many clues it shows
    clues: usize,
    /// Whether every clue is needed, as far as that was asked
    minimal: bool,
    /// How hard it is: the number and its word
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<&'static str>,
    /// How many full boards were begun with
    attempts: u64,
    /// The engine and viewpoint that saw last that the answer is the only one
    verified_by: String,
}

/// What was made
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct GenerateAnswer {
    made: u64,
    wanted: u64,
    seed: u64,
    /// `all`, `stopped` or `gave_up`
    end: &'static str,
    /// Why there are no more, in words
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    /// The puzzles, where they were not told on the way
    #[serde(skip_serializing_if = "Vec::is_empty")]
    puzzles: Vec<MadeRow>,
}

pub(crate) fn generate(job: &Job, asked: GenerateBody) -> Result<GenerateAnswer, Refused> {
    let wanted = asked.many.unwrap_or(1).clamp(1, MOST);
    let commission = commission(&asked)?;
    let maker =
        Generator::new(commission).map_err(|refusal| Refused::senseless(refusal.to_string()))?;
    let deadline = Deadline::at_stop(job.stop()).within(job.left());
    let mut answer = GenerateAnswer {
        made: 0,
        wanted,
        seed: asked.seed,
        end: "all",
        words: None,
        puzzles: Vec::new(),
    };
    for number in 0..wanted {
        match maker.make(asked.seed, number, &deadline) {
            Ok(made) => {
                check_size(&*made.given)?;
                answer.made += 1;
                let row = row(number + 1, &made);
                match job.is_followed() {
                    true if job.tell("made", &row) == Flow::Stop => break,
                    true => {}
                    false => answer.puzzles.push(row),
                }
            }
            Err(GenerateFailure::Refused(refusal)) => {
                return Err(Refused::senseless(refusal.to_string()));
            }
            // A panic is what the log is told of.
            Err(GenerateFailure::Defect(what)) => panic!("a puzzle was made wrong: {what}"),
            Err(end) => {
                answer.end = match end {
                    GenerateFailure::Stopped(_) | GenerateFailure::StoppedShort(..) => "stopped",
                    _ => "gave_up",
                };
                answer.words = Some(end.to_string());
                break;
            }
        }
    }
    Ok(answer)
}

/// What the body asks for; what is empty is not said.
fn commission(asked: &GenerateBody) -> Result<GenerateRequest, Refused> {
    fn said(text: Option<&String>) -> Option<&str> {
        text.map(|text| text.trim()).filter(|text| !text.is_empty())
    }
    let wrong = |what: &str, error: String| Refused::senseless(format!("{what}: {error}"));
    let kind = kind_of(&asked.kind)?;
    let judge: Arc<dyn Rater> = Arc::new(ExplanationRater);
    let size = said(asked.size.as_ref()).map(parse_size).transpose();
    let clues = said(asked.clues.as_ref()).map(parse_clues).transpose();
    let difficulty = said(asked.difficulty.as_ref());
    let difficulty = difficulty.map(|text| parse_difficulty(&*judge, text));
    let symmetry = said(asked.symmetry.as_ref()).map(str::parse::<Symmetry>);
    let options = asked.options.iter();
    let options = options.filter(|(_, value)| !value.trim().is_empty());
    Ok(GenerateRequest {
        options: GenerateOptions {
            size: size.map_err(|error| wrong("size", error))?,
            options: options
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
            symmetry: symmetry
                .transpose()
                .map_err(|error| wrong("symmetry", error.to_string()))?
                .unwrap_or_default(),
        },
        minimal: asked.minimal,
        clues: clues.map_err(|error| wrong("clues", error))?,
        difficulty: difficulty.transpose().map_err(Refused::senseless)?,
        rater: Some(judge),
        ..GenerateRequest::of(kind)
    })
}

fn row(number: u64, made: &Generated) -> MadeRow {
    MadeRow {
        number,
        puzzle: Puzzle::of(&*made.given),
        answer: made.given.print_answer(&made.answer),
        clues: made.n_clues,
        minimal: made.is_minimal,
        rating: made.rating.map(|(number, _)| number),
        difficulty: made.rating.map(|(_, word)| word),
        attempts: made.attempts,
        verified_by: made.verified_by.clone(),
    }
}
