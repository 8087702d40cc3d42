//! Questions about a model. This file has one solution, the number of solutions, uniqueness and the best solution; the other files have the list of solutions, the backbone
//! and cores.
//!
//! The list of solutions, their number, uniqueness and the backbone are about all solutions. For a model with an objective they are an error; use
//! [`Model::without_objective`] to include solutions that are not optimal.

mod backbone;
mod branches;
mod core;
mod cubes;
pub(crate) mod results;
mod solutions;

pub use branches::BranchResult;
pub use solutions::Solutions;

use gridwright_fd::{
    Assignment, Atom, Detail, End, Event, Flow, Limit, Limits, Model, Sink, Stats,
};

use crate::error::SolveError;
use crate::options::RunOptions;
use crate::outcome::SolveOutcome;
use crate::questions::results::{Backbone, Count, Optimum, SolveResult, Uniqueness};
use crate::session::Session;

/// Looks for a solution; with an objective, for the best.
pub fn solve(model: &Model) -> Result<SolveResult, SolveError> {
    Session::new(model, &RunOptions::new())?.solve(&[])
}

/// Counts the solutions, up to `max`.
pub fn count(model: &Model, max: u64) -> Result<Count, SolveError> {
    Session::new(model, &RunOptions::new())?.count(max)
}

/// Whether there is exactly one solution.
pub fn unique(model: &Model) -> Result<Uniqueness, SolveError> {
    Session::new(model, &RunOptions::new())?.unique()
}

/// The values that all solutions share.
pub fn backbone(model: &Model) -> Result<Backbone, SolveError> {
    Session::new(model, &RunOptions::new())?.backbone(&[])
}

/// Looks for the best solution.
pub fn optimise(model: &Model) -> Result<Optimum, SolveError> {
    Session::new(model, &RunOptions::new())?.optimise(&[], &mut LastTwo::default())
}

impl Session {
    /// Looks for a solution; with an objective, for the best.
    pub fn solve(&mut self, assumptions: &[Atom]) -> Result<SolveResult, SolveError> {
        let limits = self.options.limits.clone();
        if !self.has_objective {
            return self.solve_within(assumptions, &limits);
        }
        let (outcome, found) = self.run_for_last_two(assumptions, &limits)?;
        Ok(match (outcome.end, found.last) {
            (End::LimitReached(limit), _) => SolveResult::Unknown(limit),
            (_, Some(found)) => SolveResult::Found(found),
            (_, None) => SolveResult::Unsatisfiable,
        })
    }

    /// Counts the solutions, up to `max`.
    pub fn count(&mut self, max: u64) -> Result<Count, SolveError> {
        self.count_under(&[], max)
    }

    /// Counts the solutions under assumptions, up to `max`.
    pub fn count_under(&mut self, assumptions: &[Atom], max: u64) -> Result<Count, SolveError> {
        self.refuse_objective("counting")?;
        let limits = self.at_most(max);
        let (outcome, _) = self.run_for_last_two(assumptions, &limits)?;
        Ok(Count {
            solutions: outcome.stats.solutions,
            limit: match outcome.end {
                End::LimitReached(limit) => Some(limit),
                _ => None,
            },
        })
    }

    /// Whether there is exactly one solution.
    pub fn unique(&mut self) -> Result<Uniqueness, SolveError> {
        self.unique_under(&[])
    }

    /// Whether there is exactly one solution under assumptions.
    pub fn unique_under(&mut self, assumptions: &[Atom]) -> Result<Uniqueness, SolveError> {
        self.refuse_objective("uniqueness")?;
        let limits = self.at_most(2);
        let (outcome, found) = self.run_for_last_two(assumptions, &limits)?;
        Ok(match (outcome.end, found.before, found.last) {
            (_, Some(a), Some(b)) => Uniqueness::Many(a, b),
            (End::LimitReached(limit), _, found) => Uniqueness::Unknown(limit, found),
            (_, _, Some(found)) => Uniqueness::One(found),
            (_, _, None) => Uniqueness::Unsatisfiable,
        })
    }

    /// Looks for the best solution; the sink receives each improvement.
    pub fn optimise(
        &mut self,
        assumptions: &[Atom],
        sink: &mut dyn Sink,
    ) -> Result<Optimum, SolveError> {
        if !self.has_objective {
            return Err(SolveError::NoObjective);
        }
        let mut best = BestSink { sink, best: None };
        let limits = self.options.limits.clone();
        let outcome = self.run(assumptions, &limits, &mut best)?;
        Ok(match (outcome.end, best.best) {
            (End::Exhausted, Some(found)) => Optimum::Best(found),
            (End::Exhausted, None) => Optimum::Unsatisfiable,
            (End::LimitReached(limit), found) => Optimum::Unknown(limit, found),
            (End::Stopped, found) => Optimum::Unknown(Limit::Stop, found),
        })
    }

    /// Looks for one solution within limits.
    pub(crate) fn solve_within(
        &mut self,
        assumptions: &[Atom],
        limits: &Limits,
    ) -> Result<SolveResult, SolveError> {
        let one = limits.clone().solution_limit(1);
        let (outcome, found) = self.run_for_last_two(assumptions, &one)?;
        Ok(match (outcome.end, found.last) {
            (_, Some(found)) => SolveResult::Found(found),
            (End::LimitReached(limit), None) => SolveResult::Unknown(limit),
            (_, None) => SolveResult::Unsatisfiable,
        })
    }

    fn run_for_last_two(
        &mut self,
        assumptions: &[Atom],
        limits: &Limits,
    ) -> Result<(SolveOutcome, LastTwo), SolveError> {
        let mut found = LastTwo::default();
        let outcome = self.run(assumptions, limits, &mut found)?;
        Ok((outcome, found))
    }

    /// The limits of the options, with at most `n` solutions.
    fn at_most(&self, n: u64) -> Limits {
        let n = self
            .options
            .limits
            .solutions
            .map_or(n, |limit| limit.min(n));
        self.options.limits.clone().solution_limit(n)
    }

    pub(crate) fn refuse_objective(&self, question: &'static str) -> Result<(), SolveError> {
        match self.has_objective {
            true => Err(SolveError::HasObjective(question)),
            false => Ok(()),
        }
    }
}

/// Keeps the last two solutions.
#[derive(Debug, Default)]
struct LastTwo {
    before: Option<Assignment>,
    last: Option<Assignment>,
}

impl Sink for LastTwo {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.before = self.last.replace(found.clone());
        Flow::Continue
    }
}

/// Passes solutions on to a sink and keeps the last one, which is the best.
struct BestSink<'s> {
    sink: &'s mut dyn Sink,
    best: Option<Assignment>,
}

impl Sink for BestSink<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.best = Some(found.clone());
        self.sink.solution(found)
    }

    fn stats(&mut self, stats: &Stats) {
        self.sink.stats(stats);
    }

    fn detail(&self) -> Detail {
        self.sink.detail()
    }

    fn event(&mut self, event: &Event<'_>) {
        self.sink.event(event);
    }
}
