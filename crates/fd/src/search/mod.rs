//! Search: what to decide next, in which order, and how to backtrack.
//!
//! | file | what |
//! |---|---|
//! | `branching` | variable selection and value choice, with the names of ECLiPSe and SICStus |
//! | `labelling` | the alternatives that a value choice offers for one variable |
//! | `frame` | the choice points of depth-first search |
//! | `dfs` | depth-first search on an explicit stack, limited discrepancy, restarts, branch and bound |
//! | `classic` | textbook backtracking and forward checking, without propagators |
//! | `run` | the state of one run, shared by plain and learning search |
//! | `sharing` | work stealing: open branches for other searches of the model |
//! | `restart` | restart strategies |
//! | `limits` | checks of the limits |
//! | `events` | what a run reports: solutions, events, counters |

mod branching;
mod classic;
mod dfs;
mod events;
mod frame;
mod labelling;
mod limits;
mod restart;
mod run;
mod sharing;

pub use branching::{BranchContext, Branching, Choice, Decision, Group, Select};
pub use events::{Cause, Detail, Event, FirstSolution, Flow, Sink, Stats};
pub use restart::{Restart, UnknownRestart};
pub use sharing::{BranchPool, OpenBranch, TakenBranch};

pub(crate) use branching::{Groups, WithFallback};
pub(crate) use classic::Classic;
pub(crate) use dfs::{Dfs, ResumeAt};
pub(crate) use frame::Frame;
pub(crate) use labelling::{Alternatives, Label};
pub(crate) use limits::{DeadlineChecker, LimitChecker};
pub(crate) use restart::Restarter;
pub(crate) use run::{Run, Seen, Weights};

use std::fmt;

/// How to search.
#[derive(Clone, Debug)]
pub struct Search {
    /// The variables to decide, group after group. Variables in no group come last, by first fail and with the smallest
    /// value first. Without groups, all variables are decided in model order, smallest value first.
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
    /// Depth-first search over all variables in model order, smallest value first; full propagation, no learning.
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
    /// Limited discrepancy search (Harvey and Ginsberg 1995): first without a discrepancy, then with at most one, and so
    /// on. Each round repeats those before it.
    LimitedDiscrepancy,
}

/// How much is inferred at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inference {
    /// Nothing: a constraint is checked when all its variables are decided.
    Check,
    /// Forward checking: a constraint with one undecided variable removes the values that violate it.
    Forward,
    /// Propagation to the fixpoint.
    Full,
}

/// The options of learning search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Learning {
    /// The decision heuristic.
    pub order: Order,
}

/// The decision heuristic of learning search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The heuristics of the groups.
    Given,
    /// Activity in recent conflicts (VSIDS); "free search" in MiniZinc.
    Free,
    /// The groups until the first restart, then alternately activity and the groups; after every two runs of a solver the other
    /// way round.
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
pub enum SearchError {
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

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::Incompatible(what) => f.write_str(what),
            SearchError::NoClock => f.write_str("a time limit needs a clock"),
            SearchError::ZeroSolutionLimit => f.write_str("the solution limit must be at least 1"),
            SearchError::NotRecording => {
                f.write_str("learning and events need a solver set up with recording")
            }
            SearchError::UnknownVar(index) => {
                write!(
                    f,
                    "a group or an assumption refers to variable number {index}, which the model does not have"
                )
            }
        }
    }
}

impl std::error::Error for SearchError {}
