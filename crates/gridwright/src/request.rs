//! Requests: what to ask of a puzzle, and how to go about it. Plain data; what is left open is chosen.

use std::time::Duration;

use gridwright_fd::{
    Choice, ConsistencyMap, Group, Inference, Learning, Limits, Order, Progress, Restart, Search,
    Select, Stop, Var,
};
use gridwright_puzzles::FormulateOptions;
use gridwright_solve::Plan;

use crate::engine::EngineName;
use crate::error::Error;

/// What is asked of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// For answers, at most so many.
    Solve {
        /// How many.
        most: u64,
    },
    /// Whether there is exactly one answer.
    Unique,
    /// How many answers there are, counted up to a limit.
    Count {
        /// Where counting stops.
        limit: u64,
    },
    /// What all answers share.
    Backbone,
    /// What the first answers share, at most so many.
    Shared {
        /// How many.
        most: u64,
    },
}

impl Question {
    /// The number of solutions after which the question is answered.
    pub(crate) fn n_solutions(self) -> u64 {
        match self {
            Question::Solve { most } | Question::Shared { most } => most,
            Question::Unique => 2,
            Question::Count { limit } => limit,
            Question::Backbone => u64::MAX,
        }
    }
}

/// How to go about it. The default leaves everything to be chosen.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The viewpoints, linked with each other; empty is what suits the kind.
    pub viewpoints: Vec<String>,
    /// Rules switched on by name.
    pub rules: Vec<String>,
    /// How connectivity is kept.
    pub connectivity: Option<String>,
    /// Which engine.
    pub engine: EngineName,
    /// How hard constraints think.
    pub consistency: Option<ConsistencyMap>,
    /// How much is inferred at a node.
    pub inference: Option<Inference>,
    /// Which variable is decided next.
    pub select: Option<Select>,
    /// How its values are tried.
    pub choose: Option<Choice>,
    /// When search starts anew.
    pub restarts: Option<Restart>,
    /// Where random choices start from.
    pub seed: Option<u64>,
    /// How long each question may take.
    pub time: Option<Duration>,
    /// How many nodes it may take.
    pub nodes: Option<u64>,
    /// How many bytes, by the engine's own estimate.
    pub memory: Option<usize>,
    /// A switch that ends it from another thread.
    pub stop: Option<Stop>,
    /// Where another thread may read how far it has come.
    pub progress: Option<Progress>,
}

impl Request {
    /// What the request says of the formulation.
    pub(crate) fn wish(&self) -> FormulateOptions<'_> {
        FormulateOptions {
            viewpoints: &self.viewpoints,
            rules: &self.rules,
            connectivity: self.connectivity.as_deref(),
        }
    }

    /// What it says of the run, for a formulation decided by these variables.
    pub(crate) fn plan(&self, decisions: &[Var]) -> Result<Plan, Error> {
        let mut plan = Plan::new().engine(self.engine.try_into()?);
        plan.levels = self.consistency.clone();
        plan.search = self.search(decisions);
        plan.limits = self.limits();
        Ok(plan)
    }

    /// Its limits, by the system's clock.
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

    /// The search, if anything is said about it.
    fn search(&self, decisions: &[Var]) -> Option<Search> {
        let silent = self.inference.is_none()
            && self.select.is_none()
            && self.choose.is_none()
            && self.restarts.is_none()
            && self.seed.is_none();
        if silent {
            return None;
        }
        let select = self.select.unwrap_or(Select::FirstFail);
        let choice = self.choose.unwrap_or(Choice::Min);
        let ordered = self.select.is_some() || self.choose.is_some();
        let mut search = Search::over(vec![Group::new(decisions, select, choice)]);
        if self.engine == EngineName::Learn {
            search = search.learning();
            // Who names an order wants it followed.
            let order = if ordered { Order::Given } else { Order::Free };
            search.learning = Some(Learning { order });
        }
        search.inference = self.inference.unwrap_or(Inference::Full);
        search.restart = self.restarts.unwrap_or(search.restart);
        search.seed = self.seed.unwrap_or(search.seed);
        Some(search)
    }
}
