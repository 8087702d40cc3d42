//! What a run reports: solutions, events and counters.

use std::time::Duration;

use crate::vars::{Assignment, Atom};

/// Who receives what a run finds.
pub trait Sink {
    /// A solution was found. Says whether to go on.
    fn solution(&mut self, found: &Assignment) -> Flow;

    /// What the run has counted up to the solution it tells next. Times, and what propagation counts, come at the end of the run.
    fn stats(&mut self, stats: &Stats) {
        let _ = stats;
    }

    /// Which events it takes. Ignored events cost nothing.
    fn detail(&self) -> Detail {
        Detail::Solutions
    }

    /// Something happened; called only if asked for by [`Sink::detail`].
    fn event(&mut self, event: &Event<'_>) {
        let _ = event;
    }
}

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Go on.
    Continue,
    /// Stop here.
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

/// Which events a sink takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Detail {
    /// Only solutions.
    Solutions,
    /// Every event, without reasons.
    Events,
    /// Every event, with the reason of every removal and conflict.
    Reasons,
}

/// Something that happened during a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<'a> {
    /// A constraint is in force, by its place in the model.
    Post {
        /// Its place in the model.
        constraint: usize,
    },
    /// A fact became true.
    Prune {
        /// The fact.
        atom: Atom,
        /// Where it came from.
        cause: Cause,
        /// Facts that force it, if reasons are wanted.
        why: &'a [Atom],
    },
    /// The search decided a fact.
    Decide {
        /// The fact.
        atom: Atom,
        /// The number of decisions in force with it.
        depth: usize,
        /// How many alternatives there are at this place, this one among them; `None` when learning, where what comes after a decision hangs on its conflict.
        alternatives: Option<u32>,
    },
    /// The domains admit no solution.
    Fail {
        /// The constraint that noticed, by its place in the model; `None` for a nogood.
        constraint: Option<usize>,
        /// Facts that clash, if reasons are wanted.
        why: &'a [Atom],
    },
    /// The search went back.
    Backtrack {
        /// The number of decisions left in force.
        depth: usize,
    },
    /// A solution was found.
    Solution {
        /// The values.
        found: &'a Assignment,
    },
    /// The search starts anew from the root.
    Restart,
}

/// Where a fact came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// A constraint, by its place in the model.
    Constraint(usize),
    /// Other facts about the same variable.
    Derived,
    /// A nogood, or the bound on the objective.
    Nogood,
}

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
