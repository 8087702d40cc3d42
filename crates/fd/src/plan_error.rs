//! What is wrong with a search before it begins.

use std::fmt;

/// Why a run cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// Two wishes exclude each other.
    Incompatible(&'static str),
    /// A time limit without a clock to measure it.
    NoClock,
    /// A limit of zero solutions asks for nothing.
    NoSolutionsWanted,
    /// Learning, or events, need a solver that was set up recording.
    NotRecording,
    /// A group or an assumption speaks of a variable the model does not have.
    UnknownVar(usize),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::Incompatible(what) => f.write_str(what),
            PlanError::NoClock => f.write_str("a time limit needs a clock"),
            PlanError::NoSolutionsWanted => f.write_str("a limit of 0 solutions asks for nothing"),
            PlanError::NotRecording => {
                f.write_str("learning and events need a solver that was set up recording")
            }
            PlanError::UnknownVar(index) => {
                write!(
                    f,
                    "a group or an assumption speaks of variable number {index}, which the model does not have"
                )
            }
        }
    }
}

impl std::error::Error for PlanError {}
