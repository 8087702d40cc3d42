//! The error of a run that cannot start.

use std::fmt;

use gridwright_fd::{Limit, SearchError};

/// Why a run cannot start. To find no solution, or to stop at a limit, is no error but a [`SolveOutcome`](crate::SolveOutcome).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// Two options are incompatible, or name a variable the model does not have.
    Options(SearchError),
    /// Brute force would have to try too many assignments.
    TooManyAssignments {
        /// The number of assignments, at most `u64::MAX`.
        assignments: u64,
        /// The limit of the options.
        max: u64,
    },
    /// The options set the consistency of a constraint family that neither the constraint library nor the model has.
    UnknownFamily(String),
    /// The question is about all solutions, but the model has an objective. To include solutions that are not optimal, use
    /// [`Model::without_objective`](gridwright_fd::Model::without_objective).
    HasObjective(&'static str),
    /// A limit was reached before the model was set up.
    LimitReached(Limit),
    /// The engine sat cannot encode a model with this: an objective, or so many values.
    NoCnfEncoding(&'static str),
    /// The question is about the best solution, but the model has no objective.
    NoObjective,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Options(error) => error.fmt(f),
            SolveError::TooManyAssignments { assignments, max } => write!(
                f,
                "the engine oracle would have to try {assignments} assignments; the limit is {max}"
            ),
            SolveError::UnknownFamily(name) => write!(f, "unknown constraint family `{name}`"),
            SolveError::HasObjective(question) => write!(
                f,
                "{question} is undefined for a model with an objective; remove the objective first"
            ),
            SolveError::LimitReached(limit) => {
                write!(f, "limit reached while the model was set up: {limit}")
            }
            SolveError::NoCnfEncoding(what) => {
                write!(f, "the engine sat cannot encode a model with {what}")
            }
            SolveError::NoObjective => f.write_str("the model has no objective"),
        }
    }
}

impl std::error::Error for SolveError {}

impl From<SearchError> for SolveError {
    fn from(error: SearchError) -> SolveError {
        SolveError::Options(error)
    }
}
