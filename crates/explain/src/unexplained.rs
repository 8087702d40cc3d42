//! Why a puzzle cannot be explained.

use gridwright_fd::{Limit, ModelError};
use gridwright_puzzles::{AnyInstance, DrawOptions, FormulateError};
use gridwright_solve::Unsupported;

/// Why a puzzle cannot be explained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExplainError {
    /// Its kind does not say its rules in words.
    NoPremises(&'static str),
    /// Its board has so many cells, more than anyone would be walked through.
    TooLarge(usize),
    /// It cannot be formulated.
    Formulate(FormulateError),
    /// It cannot be solved first.
    Run(Unsupported),
    /// A claim to start from is wrong: this fact.
    Wrong(String),
}

impl ExplainError {
    /// The limit that came first, if that is what is wrong: no fault of the puzzle, but a board too large for it.
    pub(crate) fn limit(&self) -> Option<Limit> {
        match self {
            ExplainError::Formulate(FormulateError::Model(ModelError::Stopped(limit)))
            | ExplainError::Run(Unsupported::LimitReached(limit)) => Some(*limit),
            _ => None,
        }
    }
}

/// What was found, or the limit that came first, also where it came while the puzzle was set up.
pub(crate) fn or_limit<T>(
    found: Result<Result<T, Limit>, ExplainError>,
) -> Result<Result<T, Limit>, ExplainError> {
    found.or_else(|error| error.limit().map(Err).ok_or(error))
}

impl std::fmt::Display for ExplainError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ExplainError::NoPremises(title) => {
                write!(
                    f,
                    "{title} has no rules in words yet, so it cannot be explained"
                )
            }
            ExplainError::TooLarge(cells) => {
                write!(
                    f,
                    "a board of {cells} cells is too large to be explained; {MOST_CELLS} is the most"
                )
            }
            ExplainError::Formulate(error) => error.fmt(f),
            ExplainError::Run(error) => error.fmt(f),
            ExplainError::Wrong(fact) => write!(f, "a mark is wrong: {fact}"),
        }
    }
}

impl std::error::Error for ExplainError {}

impl From<FormulateError> for ExplainError {
    fn from(error: FormulateError) -> ExplainError {
        ExplainError::Formulate(error)
    }
}

impl From<ModelError> for ExplainError {
    fn from(error: ModelError) -> ExplainError {
        ExplainError::Formulate(FormulateError::Model(error))
    }
}

impl From<Unsupported> for ExplainError {
    fn from(error: Unsupported) -> ExplainError {
        ExplainError::Run(error)
    }
}

/// How many cells a board may have: what can be said of it may be the square of that.
const MOST_CELLS: usize = 2500;

/// Refuses what is too large, before anything is made of it.
pub(crate) fn check_size(instance: &dyn AnyInstance) -> Result<(), ExplainError> {
    match instance.draw(&DrawOptions::default()).tiles.len() {
        cells if cells > MOST_CELLS => Err(ExplainError::TooLarge(cells)),
        _ => Ok(()),
    }
}
