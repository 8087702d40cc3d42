//! Search: what to decide next, in which order, and how to go back.
//!
//! | file | what |
//! |---|---|
//! | `branching` | which variable, which value: every rule ECLiPSe and SICStus have a name for |
//! | `dfs` | depth first, limited discrepancy, restarts, branch and bound, on an explicit stack |
//! | `weigh` | what each value of a variable would take from the others |
//! | `classic` | plain backtracking and forward checking, without propagators |

pub(crate) mod branching;
pub(crate) mod classic;
pub(crate) mod dfs;
pub(crate) mod label;
pub(crate) mod restart;
pub(crate) mod weigh;

pub use branching::{Branching, Choice, Decision, Group, Look, Select, UnknownName};
pub use restart::{Restart, UnknownRestart};

/// How to search.
#[derive(Clone, Debug)]
pub struct Search {
    /// What to decide, group after group; variables in no group come last, first fail, smallest value first.
    /// Without groups: all variables in their order, smallest value first.
    pub groups: Vec<Group>,
    /// In which order the tree is walked.
    pub method: Method,
    /// How much is inferred at a node.
    pub inference: Inference,
    /// When to start anew.
    pub restart: Restart,
    /// Learning from conflicts; `None` is plain search.
    pub learning: Option<Learning>,
    /// Where random choices start from.
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

/// In which order the tree is walked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Depth first, left to right.
    DepthFirst,
    /// First with no step to the right, then with one, and so on (Korf 1996, improved limited discrepancy search).
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
    /// Who decides.
    pub order: Order,
}

/// Who decides when learning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The groups.
    Given,
    /// Activity in recent conflicts.
    Free,
    /// The groups until the first restart, then each in turn.
    Alternate,
}
