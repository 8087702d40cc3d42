//! Errors of building a model.

use std::fmt;

use gridwright_control::Limit;

use crate::vars::{MAX_VALUE, MIN_VALUE};

/// Why a variable, constraint or objective was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelError {
    /// The domain of a variable is empty.
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
    /// A constraint or the objective refers to a variable the model does not have.
    UnknownVar {
        /// The constraint, or `objective` or `keys`.
        by: String,
        /// The index of the variable.
        index: usize,
    },
    /// A view or a sum can leave the range of values.
    TooWide {
        /// The constraint.
        by: String,
        /// What is too wide.
        what: String,
    },
    /// The arguments of a constraint are invalid.
    InvalidArguments {
        /// The constraint.
        by: String,
        /// What is invalid.
        what: String,
    },
    /// The deadline came before the model was complete: see [`Model::set_deadline`](crate::Model::set_deadline).
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
                    "{by} refers to variable number {index}, which the model does not have"
                )
            }
            ModelError::TooWide { by, what } => {
                write!(f, "{by}: {what} leaves the range of numbers")
            }
            ModelError::InvalidArguments { by, what } => write!(f, "{by}: {what}"),
            ModelError::Stopped(limit) => {
                write!(f, "limit reached while building the model: {limit}")
            }
        }
    }
}

impl std::error::Error for ModelError {}
