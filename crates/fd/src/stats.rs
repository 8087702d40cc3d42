//! What a run counted.

use std::time::Duration;

/// Counters of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes of the search tree: the root, and every alternative tried.
    pub nodes: u64,
    /// Alternatives that propagation refused.
    pub failures: u64,
    /// Backtracks as ECLiPSe counts them: going back over one or more successful choices in a row counts one;
    /// a value refused at once counts none. Learning counts every jump back.
    pub backtracks: u64,
    /// Runs of propagators.
    pub propagations: u64,
    /// Changes of domains.
    pub prunings: u64,
    /// Nogoods learnt.
    pub nogoods: u64,
    /// Facts looked at in reasons, and clauses looked at: what learning costs beside propagation.
    pub looks: u64,
    /// Restarts.
    pub restarts: u64,
    /// The largest number of decisions in force.
    pub depth: u64,
    /// Solutions found.
    pub solutions: u64,
    /// An estimate of the bytes in use at the end.
    pub memory: usize,
    /// Time of setting up, where there is a clock.
    pub setup_time: Duration,
    /// Time of the run, where there is a clock.
    pub solve_time: Duration,
}
