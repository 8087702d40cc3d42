//! Errors in a request.

use std::fmt;

use gridwright_fd::{Limit, ModelError};
use gridwright_puzzles::FormulateError;
use gridwright_solve::SolveError;

/// Why a request cannot be carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The puzzle cannot be formulated with these options.
    Formulate(FormulateError),
    /// The engine does not support the run.
    Run(SolveError),
    /// The engine chr runs CHR programs, and this is a model.
    NeedsProgram,
    /// The engine bulk solves 9x9 Sudoku, and this is a model.
    NeedsBoard,
    /// The engine chr does not support this option.
    ChrOption(&'static str),
    /// The engine bulk does not support this option.
    BulkOption(&'static str),
    /// The engine bulk solves nothing but 9x9 Sudoku.
    BulkPuzzle,
    /// A proof is about the checker's own statement of the puzzle, which this option cannot change.
    ProofOption(&'static str),
    /// A goal of a CHR program cannot be run; the text says why.
    Goal(String),
    /// No proof can be written; the text says why.
    Proof(String),
}

impl Error {
    /// The limit, if one was reached during set-up: the request is valid, but the puzzle too large for the limit.
    pub fn limit(&self) -> Option<Limit> {
        match self {
            Error::Formulate(FormulateError::Model(ModelError::Stopped(limit)))
            | Error::Run(SolveError::LimitReached(limit)) => Some(*limit),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Formulate(error) => error.fmt(f),
            Error::Run(error) => error.fmt(f),
            Error::NeedsProgram => f.write_str("the engine chr runs CHR programs, not models"),
            Error::NeedsBoard => f.write_str("the engine bulk solves 9x9 Sudoku, not models"),
            Error::ChrOption(option) => write!(
                f,
                "the engine chr does not support the option {option}; its programs have switches (--rule NAME=VALUE)"
            ),
            Error::BulkOption(option) => write!(
                f,
                "the engine bulk does not support the option {option}: it has a single search method"
            ),
            Error::BulkPuzzle => f.write_str("the engine bulk solves only plain 9x9 Sudoku"),
            Error::ProofOption(option) => write!(
                f,
                "a proof does not support the option {option}: it is about the checker's own statement of the puzzle"
            ),
            Error::Goal(message) | Error::Proof(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Error {}

impl From<FormulateError> for Error {
    fn from(error: FormulateError) -> Error {
        Error::Formulate(error)
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Error {
        Error::Run(error)
    }
}
