//! What comes of making: a puzzle, or why there is none.

use std::fmt;

use gridwright_fd::Limit;
use gridwright_puzzles::{Found, Given, Refusal};

/// A puzzle that was made.
#[derive(Debug)]
pub struct Made {
    /// The puzzle.
    pub given: Given,
    /// Its only answer.
    pub answer: Found,
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
pub enum NotMade {
    /// No such puzzle can be made.
    Refused(Refusal),
    /// It was stopped, or its time was over.
    Stopped(Limit),
    /// The same after so many full boards that led to none that is as wanted; what those lacked.
    StoppedShort(Limit, u64, String),
    /// So many full boards, or searches for one, led to none that is as wanted; what they lacked.
    GaveUp(u64, String),
    /// Something that should not happen did.
    Defect(String),
}

impl NotMade {
    pub(crate) fn defect(what: impl fmt::Display) -> NotMade {
        NotMade::Defect(what.to_string())
    }
}

impl fmt::Display for NotMade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotMade::Refused(refusal) => refusal.fmt(f),
            NotMade::Stopped(limit) => f.write_str(over(*limit)),
            NotMade::StoppedShort(limit, boards, lack) => {
                let over = over(*limit);
                write!(f, "{over} after {boards} full boards: {lack}")
            }
            NotMade::GaveUp(attempts, why) => {
                write!(f, "given up after {attempts} full boards: {why}")
            }
            NotMade::Defect(what) => write!(f, "a defect: {what}"),
        }
    }
}

fn over(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "the time was over",
        _ => "stopped",
    }
}

impl std::error::Error for NotMade {}

impl From<Refusal> for NotMade {
    fn from(refusal: Refusal) -> NotMade {
        NotMade::Refused(refusal)
    }
}
