//! Questions about a puzzle, and the options for answering them.

use std::time::Duration;

use gridwright_fd::{
    Choice, ConsistencyMap, Group, Inference, Learning, Limits, Model, Order, Progress, Restart,
    Search, Select, Stop, Var,
};
use gridwright_puzzles::{AnyFormulation, AnyInstance, FormulateOptions};
use gridwright_solve::RunOptions;

use crate::engine::EngineName;
use crate::error::Error;

/// A question about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Find answers.
    Solve {
        /// The maximum number of answers to find.
        max: u64,
    },
    /// Is there exactly one answer?
    Unique,
    /// Count the answers.
    Count {
        /// Stop counting at this number.
        limit: u64,
    },
    /// Find what all answers have in common.
    Backbone,
    /// Find what the first answers have in common.
    CommonFacts {
        /// The maximum number of answers to compare.
        max: u64,
    },
}

impl Question {
    /// The number of solutions after which the question is answered.
    pub(crate) fn n_solutions(self) -> u64 {
        match self {
            Question::Solve { max } | Question::CommonFacts { max } => max,
            Question::Unique => 2,
            Question::Count { limit } => limit,
            Question::Backbone => u64::MAX,
        }
    }
}

/// Options for answering a question. Whatever is left open is chosen automatically.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The viewpoints, linked by channelling; empty for the default of the kind.
    pub viewpoints: Vec<String>,
    /// Optional rules, by name; for the engine `chr`, switches of the program as `name=value`.
    pub rules: Vec<String>,
    /// The connectivity constraint to use.
    pub connectivity: Option<String>,
    /// The engine.
    pub engine: EngineName,
    /// Propagation strength, by constraint family.
    pub consistency: Option<ConsistencyMap>,
    /// How much to propagate at a node.
    pub inference: Option<Inference>,
    /// Variable selection.
    pub select: Option<Select>,
    /// Value selection.
    pub choose: Option<Choice>,
    /// Restart policy.
    pub restarts: Option<Restart>,
    /// Random seed.
    pub seed: Option<u64>,
    /// Time limit per question.
    pub time: Option<Duration>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Memory limit in bytes, by the engine's own estimate.
    pub memory: Option<usize>,
    /// A flag with which another thread can end the run.
    pub stop: Option<Stop>,
    /// Counters that another thread can read during the run.
    pub progress: Option<Progress>,
}

impl Request {
    /// The options that concern the formulation.
    pub(crate) fn formulate_options(&self) -> FormulateOptions<'_> {
        FormulateOptions {
            viewpoints: &self.viewpoints,
            rules: &self.rules,
            connectivity: self.connectivity.as_deref(),
        }
    }

    /// The model of an instance.
    pub(crate) fn formulate(
        &self,
        instance: &dyn AnyInstance,
    ) -> Result<(Model, AnyFormulation), Error> {
        let mut model = Model::new();
        model.set_deadline(self.limits().deadline());
        let formulation = instance.formulate(&self.formulate_options(), &mut model)?;
        Ok((model, formulation))
    }

    /// The options that concern the run, for a model with these decision variables.
    pub(crate) fn run_options(&self, decisions: &[Var]) -> Result<RunOptions, Error> {
        let mut options = RunOptions::new().engine(self.engine.try_into()?);
        options.consistency = self.consistency.clone();
        options.search = self.search(decisions);
        options.limits = self.limits();
        Ok(options)
    }

    /// The limits, measured by the system clock.
    pub fn limits(&self) -> Limits {
        let limits = Limits {
            nodes: self.nodes,
            memory: self.memory,
            time: self.time,
            stop: self.stop.clone(),
            progress: self.progress.clone(),
            ..Limits::default()
        };
        limits.timed()
    }

    /// The search, if any option concerns it.
    fn search(&self, decisions: &[Var]) -> Option<Search> {
        let is_default = self.inference.is_none()
            && self.select.is_none()
            && self.choose.is_none()
            && self.restarts.is_none()
            && self.seed.is_none();
        if is_default {
            return None;
        }
        let select = self.select.unwrap_or(Select::FirstFail);
        let choice = self.choose.unwrap_or(Choice::Min);
        let ordered = self.select.is_some() || self.choose.is_some();
        let mut search = Search::over(vec![Group::new(decisions, select, choice)]);
        if self.engine == EngineName::Learn {
            search = search.learning();
            // Learning follows an order only if one is requested.
            let order = if ordered { Order::Given } else { Order::Free };
            search.learning = Some(Learning { order });
        }
        search.inference = self.inference.unwrap_or(Inference::Full);
        search.restart = self.restarts.unwrap_or(search.restart);
        search.seed = self.seed.unwrap_or(search.seed);
        Some(search)
    }
}
