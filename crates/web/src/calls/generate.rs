//! `generate`: generates puzzles with a unique answer.

use std::collections::BTreeMap;
use std::sync::Arc;

use gridwright::control::Deadline;
use gridwright::fd::Flow;
use gridwright::generate::{
    ExplanationRater, GenerateFailure, GenerateRequest, Generated, Generator, Rater,
};
use gridwright::generating::{parse_clues, parse_difficulty, parse_size, technique_rater};
use gridwright::puzzles::{GenerateOptions, Symmetry};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::jobs::Job;
use crate::types::{Puzzle, check_cells, check_size, kind_of};

/// The maximal number of puzzles of one call.
const MAX_PUZZLES: u64 = 200;

/// Options of generation
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct GenerateBody {
    kind: String,
    /// `9`, or rows and columns as in `10x12`; default depends on the kind
    size: Option<String>,
    /// The number of puzzles; default 1
    many: Option<u64>,
    /// Random seed; the same seed gives the same puzzles
    #[serde(default)]
    seed: u64,
    /// `easy`, `medium`, `hard`, `expert`, `extreme`, or a range such as `2..4`
    difficulty: Option<String>,
    /// Sudoku 9x9: techniques that solve the puzzles, such as `hard,no-uniqueness`
    techniques: Option<String>,
    /// Sudoku 9x9: techniques without which they cannot be solved, such as `xy-wing`
    requires: Option<String>,
    /// Symmetry of the clues: `none`, `rotate2`, `rotate4`, `mirror`, …
    symmetry: Option<String>,
    /// Whether to keep only clues that are needed (a minimal puzzle)
    #[serde(default)]
    minimal: bool,
    /// The number of clues: `24`, or a range such as `22..26`
    clues: Option<String>,
    /// Further options of the kind, by name
    #[serde(default)]
    options: BTreeMap<String, String>,
}

/// A generated puzzle
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct GeneratedPuzzle {
    /// The number, from 1
    number: u64,
    #[serde(flatten)]
    puzzle: Puzzle,
    /// The unique answer
    answer: String,
    /// The number of clues
    clues: usize,
    /// Whether it is known to be minimal
    minimal: bool,
    /// The rating as a number
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// The rating as a word
    difficulty: Option<&'static str>,
    /// The number of full boards tried
    attempts: u64,
    /// The engine and viewpoint of the last uniqueness proof
    verified_by: String,
}

/// The result of generation
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct GenerateAnswer {
    #[serde(rename = "made")]
    generated: u64,
    wanted: u64,
    seed: u64,
    /// `all`, `stopped` or `gave_up`
    end: &'static str,
    /// Why there are no more puzzles
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    /// The puzzles, unless they were streamed
    #[serde(skip_serializing_if = "Vec::is_empty")]
    puzzles: Vec<GeneratedPuzzle>,
}

pub(crate) fn generate(job: &Job, body: GenerateBody) -> Result<GenerateAnswer, ApiError> {
    let wanted = body.many.unwrap_or(1).clamp(1, MAX_PUZZLES);
    let generator = Generator::new(request(&body)?).map_err(ApiError::invalid)?;
    let deadline = Deadline::at_stop(job.stop()).within(job.remaining());
    let deadline = match job.request().memory {
        Some(bytes) => deadline.memory_limit(bytes),
        None => deadline,
    };
    let mut answer = GenerateAnswer {
        generated: 0,
        wanted,
        seed: body.seed,
        end: "all",
        words: None,
        puzzles: Vec::new(),
    };
    for number in 0..wanted {
        match generator.generate(body.seed, number, &deadline) {
            Ok(made) => {
                check_size(&*made.puzzle)?;
                answer.generated += 1;
                let row = row(number + 1, &made);
                if job.emit("made", row, &mut answer.puzzles) == Flow::Stop {
                    break;
                }
            }
            Err(GenerateFailure::Impossible(refusal)) => {
                return Err(ApiError::invalid(refusal));
            }
            // A panic is logged.
            Err(GenerateFailure::Internal(what)) => panic!("a generated puzzle is wrong: {what}"),
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

/// The generator request; empty fields have their defaults.
fn request(body: &GenerateBody) -> Result<GenerateRequest, ApiError> {
    fn non_empty(text: Option<&String>) -> Option<&str> {
        text.map(|text| text.trim()).filter(|text| !text.is_empty())
    }
    let invalid = |what: &str, error: String| ApiError::invalid(format!("{what}: {error}"));
    let kind = kind_of(&body.kind)?;
    let size = non_empty(body.size.as_ref()).map(parse_size).transpose();
    let size = size.map_err(|error| invalid("size", error))?;
    if let Some((rows, cols)) = size {
        check_cells(rows.saturating_mul(cols))?;
    }
    let techniques = non_empty(body.techniques.as_ref());
    let chosen = technique_rater(kind, size, techniques, non_empty(body.requires.as_ref()));
    let chosen = chosen.map_err(ApiError::invalid)?;
    // Chosen techniques are checked as a difficulty, of which any will do.
    let any = chosen.is_some().then_some(0.0..=f64::MAX);
    let rater: Arc<dyn Rater> = match chosen {
        Some(rater) => Arc::new(rater),
        None => Arc::new(ExplanationRater),
    };
    let clues = non_empty(body.clues.as_ref()).map(parse_clues).transpose();
    let difficulty = non_empty(body.difficulty.as_ref());
    let difficulty = difficulty.map(|text| parse_difficulty(&*rater, text));
    let symmetry = non_empty(body.symmetry.as_ref()).map(str::parse::<Symmetry>);
    let options = body.options.iter();
    let options = options.filter(|(_, value)| !value.trim().is_empty());
    Ok(GenerateRequest {
        options: GenerateOptions {
            size,
            options: options
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
            symmetry: symmetry
                .transpose()
                .map_err(|error| invalid("symmetry", error.to_string()))?
                .unwrap_or_default(),
        },
        minimal: body.minimal,
        clues: clues.map_err(|error| invalid("clues", error))?,
        difficulty: difficulty.transpose().map_err(ApiError::invalid)?.or(any),
        rater: Some(rater),
        ..GenerateRequest::new(kind)
    })
}

fn row(number: u64, made: &Generated) -> GeneratedPuzzle {
    GeneratedPuzzle {
        number,
        puzzle: Puzzle::of(&*made.puzzle),
        answer: made.puzzle.print_answer(&made.answer),
        clues: made.n_clues,
        minimal: made.is_minimal,
        rating: made.rating.map(|rating| rating.score),
        difficulty: made.rating.map(|rating| rating.level),
        attempts: made.attempts,
        verified_by: made.verified_by.clone(),
    }
}
