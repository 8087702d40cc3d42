//! Results: a puzzle, or why there is none; and the `Result` alias of the crate.

use std::fmt;

use gridwright_control::{Deadline, Limit};
use gridwright_puzzles::{AnyAnswer, BoxedInstance, GenerateError};
use gridwright_solve::SolveError;

/// A generated puzzle.
#[derive(Debug)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: BoxedInstance,
    /// Its only answer.
    pub answer: AnyAnswer,
    /// The number of clues.
    pub n_clues: usize,
    /// Whether every clue is known to be needed; with a symmetry, every group of symmetric clues.
    pub is_minimal: bool,
    /// The rating by the rater of the request.
    pub rating: Option<ScoredLevel>,
    /// The number of full boards that were tried.
    pub attempts: u64,
    /// The engine and viewpoint of the final uniqueness check.
    pub verified_by: String,
}

/// The difficulty of a puzzle, on the scale of a [`Rater`](crate::Rater).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoredLevel {
    /// The score: the higher, the harder.
    pub score: f64,
    /// The level to which the score belongs.
    pub level: &'static str,
}

/// Why no puzzle was generated.
#[derive(Clone, PartialEq, Debug)]
pub enum GenerateFailure {
    /// The request is invalid, or no such puzzle exists.
    Impossible(GenerateError),
    /// A limit was reached or a stop was requested.
    Stopped(Limit),
    /// The same, after this many full boards that led to no suitable puzzle; the reason.
    StoppedShort(Limit, u64, String),
    /// None of this many full boards, or searches for one, led to a suitable puzzle; the reason.
    GaveUp(u64, String),
    /// An internal error.
    Internal(String),
}

impl GenerateFailure {
    pub(crate) fn internal(what: impl fmt::Display) -> GenerateFailure {
        GenerateFailure::Internal(what.to_string())
    }
}

impl fmt::Display for GenerateFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stopped = |limit: &Limit| match limit {
            Limit::Time => "time limit reached",
            Limit::Memory => "memory limit reached: ask for a smaller board, or allow more memory",
            _ => "stopped",
        };
        match self {
            GenerateFailure::Impossible(error) => error.fmt(f),
            GenerateFailure::Stopped(limit) => f.write_str(stopped(limit)),
            GenerateFailure::StoppedShort(limit, boards, reason) => {
                write!(f, "{} after {boards} full boards: {reason}", stopped(limit))
            }
            GenerateFailure::GaveUp(boards, reason) => {
                write!(f, "given up after {boards} full boards: {reason}")
            }
            GenerateFailure::Internal(what) => write!(f, "internal error: {what}"),
        }
    }
}

impl std::error::Error for GenerateFailure {}

impl From<GenerateError> for GenerateFailure {
    fn from(error: GenerateError) -> GenerateFailure {
        GenerateFailure::Impossible(error)
    }
}

impl From<Limit> for GenerateFailure {
    fn from(limit: Limit) -> GenerateFailure {
        GenerateFailure::Stopped(limit)
    }
}

pub(crate) type Result<T = (), E = GenerateFailure> = std::result::Result<T, E>;

/// Fails once a deadline is reached.
pub(crate) fn check_deadline(deadline: &Deadline) -> Result {
    deadline.reached().map_or(Ok(()), |limit| Err(limit.into()))
}

/// The failure of a session.
pub(crate) fn solve_failure(error: SolveError) -> GenerateFailure {
    match error {
        SolveError::LimitReached(limit) => GenerateFailure::Stopped(limit),
        error => GenerateFailure::internal(error),
    }
}
