//! What a run tells: solutions, and the closed set of events.

use crate::atom::Atom;
use crate::stats::Stats;
use crate::var::{Var, View};

/// Who receives what a run finds.
pub trait Sink {
    /// A solution was found. Says whether to go on.
    fn solution(&mut self, found: &Assignment) -> Flow;

    /// What the run has counted up to the solution it tells next. Times, and what propagation counts, come at the end of the run.
    fn counted(&mut self, stats: &Stats) {
        let _ = stats;
    }

    /// Which events it takes. Ignored events cost nothing.
    fn wants(&self) -> Wants {
        Wants::Solutions
    }

    /// Something happened; called only if asked for by [`Sink::wants`].
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
pub struct First(pub Option<Assignment>);

impl Sink for First {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.0 = Some(found.clone());
        Flow::Stop
    }
}

/// Which events a sink takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wants {
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

/// A value for every variable of a model.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Assignment {
    values: Vec<i32>,
}

impl Assignment {
    /// The assignment with these values, indexed by variable ([`Var::ZERO`] first).
    pub fn new(values: Vec<i32>) -> Assignment {
        Assignment { values }
    }

    /// The value of a view.
    pub fn value(&self, view: impl Into<View>) -> i32 {
        let view = view.into();
        view.of(self.values[view.var.index()])
    }

    /// The values of some variables, in their order.
    pub fn values(&self, vars: &[Var]) -> Vec<i32> {
        vars.iter().map(|&var| self.value(var)).collect()
    }

    /// Whether an atom is true in it.
    pub fn holds(&self, atom: Atom) -> bool {
        atom.admits(self.value(atom.var()))
    }

    /// All values, indexed by variable.
    pub fn as_slice(&self) -> &[i32] {
        &self.values
    }

    pub(crate) fn clear(&mut self) -> &mut Vec<i32> {
        self.values.clear();
        &mut self.values
    }
}
