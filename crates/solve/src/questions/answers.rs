//! The answers to questions. "No solution" is an answer, "a limit was reached first" is another.

use gridwright_fd::{Assignment, Atom, Limit, Var};

/// Whether there is a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solved {
    /// A solution; with an objective, the best.
    Found(Assignment),
    /// There is none.
    None,
    /// A limit was reached first.
    Unknown(Limit),
}

impl Solved {
    /// The solution, if one was found.
    pub fn found(self) -> Option<Assignment> {
        match self {
            Solved::Found(found) => Some(found),
            _ => None,
        }
    }
}

/// How many solutions there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// How many were found.
    pub solutions: u64,
    /// Why there may be more; `None` if these are all.
    pub limit: Option<Limit>,
}

/// Whether there is exactly one solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unique {
    /// There is none.
    None,
    /// Exactly this one.
    One(Assignment),
    /// At least these two.
    Many(Assignment, Assignment),
    /// A limit was reached first; the solution found until then, if any.
    Unknown(Limit, Option<Assignment>),
}

/// The best solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Optimum {
    /// This solution, and none is better.
    Best(Assignment),
    /// There is no solution at all.
    None,
    /// A limit was reached first; the best until then, if any.
    Unknown(Limit, Option<Assignment>),
}

/// What every solution shares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Backbone {
    /// For every key, the value that all solutions give it; `None` if they differ, or if that is not known.
    pub values: Vec<(Var, Option<i32>)>,
    /// How much of it is known.
    pub known: Completeness,
}

/// Which of some atoms have the same truth value in every solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shared {
    /// For every atom, the truth value that all solutions give it; `None` if they differ, or if that is not known.
    pub truths: Vec<Option<bool>>,
    /// How much of it is known.
    pub known: Completeness,
}

/// How much is known of a backbone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completeness {
    /// Everything: keys without a value do differ.
    All,
    /// A limit was reached first: the reported values are right, but keys without one may have one.
    Part(Limit),
    /// There is no solution.
    NoSolution,
}

/// Which assumptions conflict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Core {
    /// These conflict. If `minimal`, without any one of them there is a solution.
    Conflict {
        /// The assumptions, in their original order.
        atoms: Vec<Atom>,
        /// Whether minimisation was completed before a limit.
        minimal: bool,
    },
    /// They do not conflict: this is a solution.
    Solvable(Assignment),
    /// A limit was reached before a conflict was known.
    Unknown(Limit),
}
