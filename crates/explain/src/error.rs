//! Why a puzzle cannot be explained.

use std::fmt;

use gridwright_fd::{Limit, ModelError};
use gridwright_puzzles::{AnyInstance, DrawOptions, FormulateError, Premise};
use gridwright_solve::SolveError;

/// Why a puzzle cannot be explained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExplainError {
    /// Its kind, with this title, has no premises.
    NoPremises(&'static str),
    /// Its board has this many cells, which is too large.
    TooLarge(usize),
    /// Its board has this many facts, which is too many.
    TooManyFacts(usize),
    /// It cannot be formulated.
    Formulate(FormulateError),
    /// It cannot be solved.
    Run(SolveError),
    /// A claim to start from is false; the claim in words.
    Wrong(String),
}

impl fmt::Display for ExplainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExplainError::NoPremises(title) => {
                write!(f, "{title} cannot be explained yet: it has no premises")
            }
            ExplainError::TooLarge(cells) => write!(
                f,
                "a board of {cells} cells is too large to be explained; the maximum is {MAX_CELLS}"
            ),
            ExplainError::TooManyFacts(facts) => write!(
                f,
                "a board with {facts} facts is too large to be explained; the maximum is {MAX_FACTS}"
            ),
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

impl From<SolveError> for ExplainError {
    fn from(error: SolveError) -> ExplainError {
        ExplainError::Run(error)
    }
}

impl From<Limit> for ExplainError {
    fn from(limit: Limit) -> ExplainError {
        ExplainError::Run(SolveError::LimitReached(limit))
    }
}

/// Separates reaching a limit, which is a result, from errors.
pub(crate) fn separate_limit<T>(
    found: Result<T, ExplainError>,
) -> Result<Result<T, Limit>, ExplainError> {
    match found {
        Err(
            ExplainError::Formulate(FormulateError::Model(ModelError::Stopped(limit)))
            | ExplainError::Run(SolveError::LimitReached(limit)),
        ) => Ok(Err(limit)),
        found => found.map(Ok),
    }
}

/// The maximum number of cells. The number of facts may be quadratic in it.
const MAX_CELLS: usize = 2500;

/// The maximum number of facts, which bounds the memory of an explanation.
const MAX_FACTS: usize = 1_000_000;

/// Rejects boards that are too large, before anything is computed.
pub fn check_size(instance: &dyn AnyInstance) -> Result<(), ExplainError> {
    let cells = instance.draw(&DrawOptions::default()).tiles.len();
    if cells > MAX_CELLS {
        return Err(ExplainError::TooLarge(cells));
    }
    match instance.n_facts() {
        facts if facts > MAX_FACTS => Err(ExplainError::TooManyFacts(facts)),
        _ => Ok(()),
    }
}

/// The premises of an instance; an error if its kind has none.
pub(crate) fn premises(instance: &dyn AnyInstance) -> Result<Vec<Premise>, ExplainError> {
    let premises = instance.premises();
    match premises.is_empty() {
        true => Err(ExplainError::NoPremises(instance.kind().info().title)),
        false => Ok(premises),
    }
}
