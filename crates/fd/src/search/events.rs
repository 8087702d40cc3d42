//! What a run reports: solutions, events and counters.

use std::time::Duration;

use crate::vars::{Assignment, Atom};

/// Receives what a run finds.
pub trait Sink {
    /// A solution was found. Returns whether to continue.
    fn solution(&mut self, found: &Assignment) -> Flow;

    /// The counters up to the next solution. Times and propagation counters are complete only at the end of the run.
    fn stats(&mut self, stats: &Stats) {
        let _ = stats;
    }

    /// Which events to report. Events that are not requested cost nothing.
    fn detail(&self) -> Detail {
        Detail::Solutions
    }

    /// Receives an event, if [`Sink::detail`] requests them.
    fn event(&mut self, event: &Event<'_>) {
        let _ = event;
    }
}

/// Whether to continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Continue.
    Continue,
    /// Stop the run.
    Stop,
}

/// A sink that keeps the first solution and stops.
#[derive(Clone, Debug, Default)]
pub struct FirstSolution(pub Option<Assignment>);

impl Sink for FirstSolution {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.0 = Some(found.clone());
        Flow::Stop
    }
}

/// Which events a sink receives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Detail {
    /// Only solutions.
    Solutions,
    /// Every event, without reasons.
    Events,
    /// Every event, with the reason of every removal and conflict.
    Reasons,
}

/// An event of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<'a> {
    /// A constraint was posted.
    Post {
        /// Its index in the model.
        constraint: usize,
    },
    /// Propagation made an atom true.
    Prune {
        /// The atom.
        atom: Atom,
        /// Its cause.
        cause: Cause,
        /// Atoms that imply it, if reasons were requested.
        why: &'a [Atom],
    },
    /// The search made a decision.
    Decide {
        /// The atom.
        atom: Atom,
        /// The number of decisions in force, this one included.
        depth: usize,
        /// The number of alternatives at this choice point; `None` when learning, which has none.
        alternatives: Option<u32>,
    },
    /// The domains admit no solution.
    Fail {
        /// The index of the constraint that failed; `None` for a nogood.
        constraint: Option<usize>,
        /// Atoms that hold but cannot all hold, if reasons were requested.
        why: &'a [Atom],
    },
    /// The search backtracked.
    Backtrack {
        /// The number of decisions left in force.
        depth: usize,
    },
    /// A solution was found.
    Solution {
        /// The values.
        found: &'a Assignment,
    },
    /// The search restarts from the root.
    Restart,
}

/// What made an atom true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// A constraint, by its index in the model.
    Constraint(usize),
    /// Other atoms about the same variable.
    Derived,
    /// A nogood, or the bound on the objective.
    Nogood,
}

/// Counters of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes of the search tree: the root, and every alternative tried.
    pub nodes: u64,
    /// Failures of propagation (conflicts).
    pub failures: u64,
    /// Backtracks as ECLiPSe counts them: to undo one or more successful choices in a row counts as one backtrack, and a
    /// value that fails at once counts as none. Learning search counts every backjump.
    pub backtracks: u64,
    /// Runs of propagators.
    pub propagations: u64,
    /// Changes of domains.
    pub prunings: u64,
    /// Nogoods learnt.
    pub nogoods: u64,
    /// Atoms visited in reasons, plus watches of clauses visited: the cost of learning, beside propagation.
    pub visits: u64,
    /// Restarts.
    pub restarts: u64,
    /// The largest number of decisions in force.
    pub depth: u64,
    /// Solutions found.
    pub solutions: u64,
    /// An estimate of the bytes in use at the end.
    pub memory: usize,
    /// Set-up time, if there is a clock.
    pub setup_time: Duration,
    /// Run time, if there is a clock.
    pub solve_time: Duration,
}
