//! The results of questions. "No solution" is a result, and so is "a limit was reached first".

use gridwright_fd::{Assignment, Atom, Limit, Var};

/// Whether there is a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolveResult {
    /// A solution; with an objective, the best.
    Found(Assignment),
    /// There is none.
    Unsatisfiable,
    /// A limit was reached first.
    Unknown(Limit),
}

impl SolveResult {
    /// The solution, if one was found.
    pub fn found(self) -> Option<Assignment> {
        match self {
            SolveResult::Found(found) => Some(found),
            _ => None,
        }
    }
}

/// The number of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// The number of solutions found.
    pub solutions: u64,
    /// Why there may be more; `None` if these are all.
    pub limit: Option<Limit>,
}

/// Whether there is exactly one solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Uniqueness {
    /// There is none.
    Unsatisfiable,
    /// There is exactly one: this.
    One(Assignment),
    /// There are at least two: these.
    Many(Assignment, Assignment),
    /// A limit was reached first; the solution found until then, if any.
    Unknown(Limit, Option<Assignment>),
}

/// The best solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Optimum {
    /// This solution; it is proved that none is better.
    Best(Assignment),
    /// There is no solution at all.
    Unsatisfiable,
    /// A limit was reached first; the best until then, if any.
    Unknown(Limit, Option<Assignment>),
}

/// The values that all solutions share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Backbone {
    /// For every key, the value that all solutions give it; `None` if they differ, or if that is not known.
    pub values: Vec<(Var, Option<i32>)>,
    /// Whether it is complete.
    pub completeness: Completeness,
}

/// Which of some atoms have the same truth value in every solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtomBackbone {
    /// For every atom, the truth value that all solutions give it; `None` if they differ, or if that is not known.
    pub truths: Vec<Option<bool>>,
    /// Whether it is complete.
    pub completeness: Completeness,
}

/// Whether a backbone is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completeness {
    /// It is complete: for every key or atom without a value, two solutions differ.
    Complete,
    /// A limit was reached first: the values reported are correct, but there may be more.
    Partial(Limit),
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
    Satisfiable(Assignment),
    /// A limit was reached before a conflict was known.
    Unknown(Limit),
}
