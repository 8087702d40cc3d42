//! What is wrong with a question before it can be asked.

use std::fmt;

use gridwright_fd::{Limit, ModelError};
use gridwright_puzzles::FormulateError;
use gridwright_solve::Unsupported;

/// Why a question cannot be asked as wished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The formulation.
    Formulate(FormulateError),
    /// The run.
    Run(Unsupported),
    /// The engine chr runs CHR programs, and this is a model.
    NeedsProgram,
    /// The engine bulk solves 9x9 Sudoku, and this is a model.
    NeedsBoard,
    /// The engine of rules has no such thing.
    NotByRules(&'static str),
    /// The engine for boards in bulk has no such thing.
    NotInBulk(&'static str),
    /// The engine for boards in bulk has only boards of nine.
    OnlyNine,
}

impl Error {
    /// The limit that came before the question could be asked, if that is what is wrong: no misuse, but a board too large for it.
    pub fn limit(&self) -> Option<Limit> {
        match self {
            Error::Formulate(FormulateError::Model(ModelError::Stopped(limit)))
            | Error::Run(Unsupported::LimitReached(limit)) => Some(*limit),
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
            Error::NotByRules(what) => write!(
                f,
                "the engine chr takes no {what}: its programs decide for themselves, and have switches"
            ),
            Error::NotInBulk(what) => write!(
                f,
                "the engine bulk takes no {what}: it solves 9x9 Sudoku in one way only"
            ),
            Error::OnlyNine => {
                f.write_str("the engine bulk solves Sudoku of 9 by 9 cells and nothing else")
            }
        }
    }
}

impl std::error::Error for Error {}

impl From<FormulateError> for Error {
    fn from(error: FormulateError) -> Error {
        Error::Formulate(error)
    }
}

impl From<Unsupported> for Error {
    fn from(error: Unsupported) -> Error {
        Error::Run(error)
    }
}
