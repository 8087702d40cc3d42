//! Schedules: which engines run for a goal, one after the other, and after how many failures the next one takes over.

mod features;
pub(crate) mod rules;

pub use features::ModelFeatures;

use gridwright_fd::Limits;

use crate::options::{ModelEngine, RunOptions};

/// The largest limit on solutions that counts as [`Goal::UpTo`]; a larger limit counts as [`Goal::All`].
const MAX_UP_TO: u64 = 100;

/// What a run looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// All solutions.
    All,
    /// At most this many solutions.
    UpTo(u64),
    /// The best solution.
    Best,
}

impl Goal {
    /// The goal of a run under these limits.
    pub(crate) fn new(limits: &Limits, has_objective: bool) -> Goal {
        match has_objective {
            true => Goal::Best,
            false => Goal::at_most(limits.solutions.unwrap_or(u64::MAX)),
        }
    }

    /// The goal of finding at most this many solutions.
    pub fn at_most(n: u64) -> Goal {
        match n {
            0..=MAX_UP_TO => Goal::UpTo(n),
            _ => Goal::All,
        }
    }
}

/// One engine of a schedule, with its search and its failure limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The engine; not [`ModelEngine::Auto`].
    pub engine: ModelEngine,
    /// How it searches.
    pub search: StageSearch,
    /// The number of failures after which the next stage takes over; `None` for no limit.
    pub failure_limit: Option<u64>,
}

/// How a stage searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StageSearch {
    /// The search of the options or, if they have none, of the rules.
    Default,
    /// Random values, with restarts.
    RandomRestarts,
}

impl Stage {
    /// A stage without a failure limit.
    pub const fn new(engine: ModelEngine) -> Stage {
        Stage {
            engine,
            search: StageSearch::Default,
            failure_limit: None,
        }
    }

    /// The same with this failure limit.
    pub const fn up_to(self, failures: u64) -> Stage {
        Stage {
            failure_limit: Some(failures),
            ..self
        }
    }

    /// The same with random values and restarts.
    pub const fn random(self) -> Stage {
        Stage {
            search: StageSearch::RandomRestarts,
            ..self
        }
    }
}

/// The stages of a run: one, or one with a failure limit followed by one without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The first stage.
    pub first: Stage,
    /// The stage that takes over at the failure limit of the first.
    pub second: Option<Stage>,
}

impl Schedule {
    /// The schedule for a goal on a model with these features; see the table of `schedule` in `schedule/rules.rs`.
    pub fn for_goal(features: &ModelFeatures, options: &RunOptions, goal: Goal) -> Schedule {
        rules::schedule(features, options, goal)
    }

    /// One stage without a failure limit.
    pub const fn only(engine: ModelEngine) -> Schedule {
        Schedule {
            first: Stage::new(engine),
            second: None,
        }
    }

    /// Whether the engine of the first stage is `learn`.
    pub fn learns_first(&self) -> bool {
        self.first.engine == ModelEngine::Learn
    }

    /// The same, with `learn` instead of `sat` in the second stage.
    pub(crate) fn without_late_sat(self) -> Schedule {
        match self.second {
            Some(second) if second.engine == ModelEngine::Sat => Schedule {
                second: (!self.learns_first()).then_some(Stage::new(ModelEngine::Learn)),
                first: match self.learns_first() {
                    true => Stage::new(ModelEngine::Learn),
                    false => self.first,
                },
            },
            _ => self,
        }
    }
}
