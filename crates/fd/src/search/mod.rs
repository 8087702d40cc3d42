//! Search: what to decide next, in which order, and how to backtrack.
//!
//! | file | what |
//! |---|---|
//! | `branching` | which variable, which value: every rule ECLiPSe and SICStus have a name for |
//! | `dfs` | depth first, limited discrepancy, restarts, branch and bound, on an explicit stack |
//! | `labelling` | the order of the values of one variable |
//! | `classic` | plain backtracking and forward checking, without propagators |

mod branching;
mod classic;
mod dfs;
mod events;
mod labelling;
mod meter;
mod restart;
mod run;

pub use branching::{BranchContext, Branching, Choice, Decision, Group, Select};
pub use events::{Cause, Detail, Event, FirstSolution, Flow, Sink, Stats};
pub use restart::{Restart, UnknownRestart};

pub(crate) use branching::{Completed, Groups};
pub(crate) use classic::Classic;
pub(crate) use dfs::{Dfs, Frame, ResumeAt};
pub(crate) use labelling::{Alternatives, Label};
pub(crate) use meter::{Meter, Until};
pub(crate) use restart::Restarter;
pub(crate) use run::{Run, Seen, Weights};

use std::fmt;

/// How to search.
#[derive(Clone, Debug)]
pub struct Search {
    /// What to decide, group after group; variables in no group come last, first fail, smallest value first.
    /// Without groups: all variables in their order, smallest value first.
    pub groups: Vec<Group>,
    /// The order in which the tree is explored.
    pub method: Method,
    /// How much is inferred at a node.
    pub inference: Inference,
    /// When to restart.
    pub restart: Restart,
    /// Learning from conflicts; `None` is plain search.
    pub learning: Option<Learning>,
    /// The random seed.
    pub seed: u64,
}

impl Search {
    /// Depth first over all variables in their order, smallest value first; full propagation, no learning.
    pub fn new() -> Search {
        Search {
            groups: Vec::new(),
            method: Method::DepthFirst,
            inference: Inference::Full,
            restart: Restart::Never,
            learning: None,
            seed: 0,
        }
    }

    /// The same search over these groups.
    pub fn over(groups: Vec<Group>) -> Search {
        Search {
            groups,
            ..Search::new()
        }
    }

    /// The same search, learning from conflicts.
    pub fn learning(self) -> Search {
        Search {
            restart: Restart::Adaptive,
            learning: Some(Learning { order: Order::Free }),
            ..self
        }
    }
}

impl Default for Search {
    fn default() -> Search {
        Search::new()
    }
}

/// The order in which the tree is explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Depth first, left to right.
    DepthFirst,
    /// First without a discrepancy, then with one, and so on (Korf 1996, improved limited discrepancy search).
    LimitedDiscrepancy,
}

/// How much is inferred at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inference {
    /// Nothing: a constraint is checked when all its variables are decided.
    Check,
    /// Forward checking: a constraint with one undecided variable removes its impossible values.
    Forward,
    /// Propagation to the fixpoint.
    Full,
}

/// How to learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Learning {
    /// Which heuristic decides.
    pub order: Order,
}

/// Which heuristic decides when learning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The groups.
    Given,
    /// Activity in recent conflicts.
    Free,
    /// The groups until the first restart, then alternately activity and the groups.
    Alternate,
}

impl Inference {
    /// Every name and its meaning.
    pub const NAMES: &'static [(&'static str, Inference)] = &[
        ("check", Inference::Check),
        ("forward", Inference::Forward),
        ("full", Inference::Full),
    ];
}

impl Method {
    /// Every name and its meaning.
    pub const NAMES: &'static [(&'static str, Method)] = &[
        ("depth_first", Method::DepthFirst),
        ("limited_discrepancy", Method::LimitedDiscrepancy),
    ];
}

impl_keyword!(Inference, Method);

/// Why a run cannot start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// Two options are incompatible.
    Incompatible(&'static str),
    /// A time limit without a clock to measure it.
    NoClock,
    /// The limit on solutions is zero.
    ZeroSolutionLimit,
    /// Learning and events need a solver set up with recording.
    NotRecording,
    /// A group or an assumption refers to a variable the model does not have.
    UnknownVar(usize),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::Incompatible(what) => f.write_str(what),
            PlanError::NoClock => f.write_str("a time limit needs a clock"),
            PlanError::ZeroSolutionLimit => f.write_str("the solution limit must be at least 1"),
            PlanError::NotRecording => {
                f.write_str("learning and events need a solver set up with recording")
            }
            PlanError::UnknownVar(index) => {
                write!(
                    f,
                    "a group or an assumption refers to variable number {index}, which the model does not have"
                )
            }
        }
    }
}

impl std::error::Error for PlanError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_list_the_known_ones() {
        let error = "gac".parse::<Inference>().expect_err("no such name");
        assert_eq!(error.to_string(), "`gac` is none of check, forward, full");
    }
}
