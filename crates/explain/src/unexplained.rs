//! Why a puzzle cannot be explained.

use gridwright_fd::{Limit, ModelError};
use gridwright_puzzles::{AnyInstance, FormulateError, Shown};
use gridwright_solve::Unsupported;

/// Why a puzzle cannot be explained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unexplained {
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

impl Unexplained {
    /// The limit that came first, if that is what is wrong: no fault of the puzzle, but a board too large for it.
    pub(crate) fn limit(&self) -> Option<Limit> {
        match self {
            Unexplained::Formulate(FormulateError::Model(ModelError::Stopped(limit)))
            | Unexplained::Run(Unsupported::LimitReached(limit)) => Some(*limit),
            _ => None,
        }
    }
}

/// What was found, or the limit that came first, also where it came while the puzzle was set up.
pub(crate) fn or_limit<T>(
    found: Result<Result<T, Limit>, Unexplained>,
) -> Result<Result<T, Limit>, Unexplained> {
    found.or_else(|error| error.limit().map(Err).ok_or(error))
}

impl std::fmt::Display for Unexplained {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unexplained::NoPremises(title) => {
                write!(
                    f,
                    "{title} has no rules in words yet, so it cannot be explained"
                )
            }
            Unexplained::TooLarge(cells) => {
                write!(
                    f,
                    "a board of {cells} cells is too large to be explained; {MOST_CELLS} is the most"
                )
            }
            Unexplained::Formulate(error) => error.fmt(f),
            Unexplained::Run(error) => error.fmt(f),
            Unexplained::Wrong(fact) => write!(f, "a mark is wrong: {fact}"),
        }
    }
}

impl std::error::Error for Unexplained {}

impl From<FormulateError> for Unexplained {
    fn from(error: FormulateError) -> Unexplained {
        Unexplained::Formulate(error)
    }
}

impl From<ModelError> for Unexplained {
    fn from(error: ModelError) -> Unexplained {
        Unexplained::Formulate(FormulateError::Model(error))
    }
}

impl From<Unsupported> for Unexplained {
    fn from(error: Unsupported) -> Unexplained {
        Unexplained::Run(error)
    }
}

/// How many cells a board may have: what can be said of it may be the square of that.
const MOST_CELLS: usize = 2500;

/// Refuses what is too large, before anything is made of it.
pub(crate) fn check_size(instance: &dyn AnyInstance) -> Result<(), Unexplained> {
    match instance.draw(&Shown::default()).tiles.len() {
        cells if cells > MOST_CELLS => Err(Unexplained::TooLarge(cells)),
        _ => Ok(()),
    }
}
