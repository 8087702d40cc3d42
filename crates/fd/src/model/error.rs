//! What is wrong with a variable, a constraint or an objective before it joins a model.

use std::fmt;

use gridwright_control::Limit;

use crate::vars::{MAX_VALUE, MIN_VALUE};

/// Why something could not become part of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelError {
    /// The variable would have no value at all.
    EmptyDomain {
        /// The variable's name.
        var: String,
    },
    /// A value lies outside `MIN_VALUE..=MAX_VALUE`.
    ValueOutOfRange {
        /// The variable's name.
        var: String,
        /// The value.
        value: i64,
    },
    /// A constraint, or the objective, speaks of a variable the model does not have.
    UnknownVar {
        /// Who speaks.
        by: String,
        /// The place the variable would have.
        index: usize,
    },
    /// A view or a sum can leave the range of numbers the engine computes with.
    TooWide {
        /// The constraint.
        by: String,
        /// What is too wide.
        what: String,
    },
    /// The arguments of a constraint do not fit together.
    InvalidArguments {
        /// The constraint.
        by: String,
        /// What does not fit.
        what: String,
    },
    /// The model's deadline came before it was whole: see [`Model::watch`](crate::Model::watch).
    Stopped(Limit),
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::EmptyDomain { var } => write!(f, "variable `{var}` has an empty domain"),
            ModelError::ValueOutOfRange { var, value } => write!(
                f,
                "variable `{var}`: value {value} is outside {MIN_VALUE}..{MAX_VALUE}"
            ),
            ModelError::UnknownVar { by, index } => {
                write!(
                    f,
                    "{by} speaks of variable number {index}, which the model does not have"
                )
            }
            ModelError::TooWide { by, what } => {
                write!(f, "{by}: {what} leaves the range of numbers")
            }
            ModelError::InvalidArguments { by, what } => write!(f, "{by}: {what}"),
            ModelError::Stopped(limit) => {
                write!(f, "limit reached while the model was made: {limit}")
            }
        }
    }
}

impl std::error::Error for ModelError {}
