//! What comes of making: a puzzle, or why there is none.

use std::fmt;

use gridwright_fd::Limit;
use gridwright_puzzles::{AnyAnswer, BoxedInstance, GenerateError};

/// A puzzle that was made.
#[derive(Debug)]
pub struct Generated {
    /// The puzzle.
    pub given: BoxedInstance,
    /// Its only answer.
    pub answer: AnyAnswer,
    /// How many clues it shows.
    pub n_clues: usize,
    /// Whether every clue is needed, as far as that was asked: with a symmetry, every group of clues.
    pub is_minimal: bool,
    /// How hard it is, by the judge of the commission: the number and its word.
    pub rating: Option<(f64, &'static str)>,
    /// How many full boards were begun with.
    pub attempts: u64,
    /// The engine and viewpoint that saw last that the answer is the only one.
    pub verified_by: String,
}

/// Why a puzzle was not made.
#[derive(Clone, PartialEq, Debug)]
pub enum GenerateFailure {
    /// No such puzzle can be made.
    Refused(GenerateError),
    /// It was stopped, or its time was over.
    Stopped(Limit),
    /// The same after so many full boards that led to none that is as wanted; what those lacked.
    StoppedShort(Limit, u64, String),
    /// So many full boards, or searches for one, led to none that is as wanted; what they lacked.
    GaveUp(u64, String),
    /// Something that should not happen did.
    Defect(String),
}

impl GenerateFailure {
    pub(crate) fn defect(what: impl fmt::Display) -> GenerateFailure {
        GenerateFailure::Defect(what.to_string())
    }
}

impl fmt::Display for GenerateFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateFailure::Refused(refusal) => refusal.fmt(f),
            GenerateFailure::Stopped(limit) => f.write_str(over(*limit)),
            GenerateFailure::StoppedShort(limit, boards, lack) => {
                let over = over(*limit);
                write!(f, "{over} after {boards} full boards: {lack}")
            }
            GenerateFailure::GaveUp(attempts, why) => {
                write!(f, "given up after {attempts} full boards: {why}")
            }
            GenerateFailure::Defect(what) => write!(f, "a defect: {what}"),
        }
    }
}

fn over(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "the time was over",
        _ => "stopped",
    }
}

impl std::error::Error for GenerateFailure {}

impl From<GenerateError> for GenerateFailure {
    fn from(refusal: GenerateError) -> GenerateFailure {
        GenerateFailure::Refused(refusal)
    }
}
