//! What the questions are answered with. That there is no solution is an answer; that a limit came first is another one.

use gridwright_fd::{Assignment, Atom, Limit, Var};

/// The answer to: is there a solution?
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solved {
    /// This one; with an objective, the best.
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

/// The answer to: how many?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// How many were found.
    pub solutions: u64,
    /// Why there may be more; `None` if these are all.
    pub limit: Option<Limit>,
}

/// The answer to: is there exactly one?
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

/// The answer to: what is best?
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
    /// How much is known.
    pub known: Completeness,
}

/// What every solution says of some atoms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shared {
    /// For every atom, whether all solutions make it true or all make it false; `None` if they differ, or if that is not known.
    pub truths: Vec<Option<bool>>,
    /// How much is known.
    pub known: Completeness,
}

/// How much is known of a backbone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completeness {
    /// Everything: keys without a value really differ.
    All,
    /// A limit was reached first: the values given are right, but keys without one may have one.
    Part(Limit),
    /// There is no solution, so there is nothing to share.
    NoSolution,
}

/// The answer to: which assumptions clash?
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Core {
    /// These clash. If `minimal`, without any one of them there is a solution.
    Clash {
        /// The assumptions, in the order they were given.
        atoms: Vec<Atom>,
        /// Whether a limit did not cut the minimising short.
        minimal: bool,
    },
    /// They do not clash: here is a solution.
    Solvable(Assignment),
    /// A limit was reached before a clash was known.
    Unknown(Limit),
}
