//! What is wrong with a question before it can be asked.

use std::fmt;

use gridwright_fd::{Limit, ModelError};
use gridwright_puzzles::FormulateError;
use gridwright_solve::Unsupported;

/// Why a question cannot be asked as wished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misuse {
    /// The formulation.
    Formulate(FormulateError),
    /// The run.
    Run(Unsupported),
    /// The engine of rules has no such thing.
    NotByRules(&'static str),
    /// The engine for boards in bulk has no such thing.
    NotInBulk(&'static str),
    /// The engine for boards in bulk has only boards of nine.
    OnlyNine,
}

impl Misuse {
    /// The limit that came before the question could be asked, if that is what is wrong: no misuse, but a board too large for it.
    pub fn limit(&self) -> Option<Limit> {
        match self {
            Misuse::Formulate(FormulateError::Model(ModelError::Stopped(limit)))
            | Misuse::Run(Unsupported::LimitReached(limit)) => Some(*limit),
            _ => None,
        }
    }
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misuse::Formulate(error) => error.fmt(f),
            Misuse::Run(error) => error.fmt(f),
            Misuse::NotByRules(what) => write!(
                f,
                "the engine chr takes no {what}: its programs decide for themselves, and have switches"
            ),
            Misuse::NotInBulk(what) => write!(
                f,
                "the engine bulk takes no {what}: it solves 9x9 Sudoku in one way only"
            ),
            Misuse::OnlyNine => {
                f.write_str("the engine bulk solves Sudoku of 9 by 9 cells and nothing else")
            }
        }
    }
}

impl std::error::Error for Misuse {}

impl From<FormulateError> for Misuse {
    fn from(error: FormulateError) -> Misuse {
        Misuse::Formulate(error)
    }
}

impl From<Unsupported> for Misuse {
    fn from(error: Unsupported) -> Misuse {
        Misuse::Run(error)
    }
}
