//! Pausable search: plain depth-first search that returns one solution at a time and can be paused in between.

use std::time::Duration;

use gridwright_control::{End, Limit, Limits, Rng};

use crate::model::Objective;
use crate::search::{
    Detail, Dfs, FirstSolution, Groups, Inference, LimitChecker, ResumeAt, Run, Search,
    SearchError, Seen, Stats,
};
use crate::solver::{Solver, begin};
use crate::vars::{Assignment, Atom, Var};

/// The solutions of a model, one by one; made by [`Solver::pausable`].
///
/// Between calls the solver stays at the last solution, or where it was paused. Dropping the search resets the solver
/// to the root.
#[derive(Debug)]
pub struct PausableSearch<'s> {
    solver: &'s mut Solver,
    assumptions: &'s [Atom],
    limits: &'s Limits,
    branching: Groups,
    dfs: Dfs<'s>,
    rng: Rng,
    seen: Option<Seen>,
    best: Option<i32>,
    stats: Stats,
    /// The start time, by the clock of the limits.
    started: Duration,
    /// The depth at which the search started and where it resumes; `None` before the first step.
    at: Option<(usize, ResumeAt)>,
    end: Option<End>,
}

/// The outcome of one step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A solution.
    Found(Assignment),
    /// No solution yet; it can be resumed.
    Paused,
    /// The search ended.
    Ended(End),
}

impl Solver {
    /// Enumerates the solutions under assumptions, by plain search with full propagation.
    pub fn pausable<'s>(
        &'s mut self,
        search: &Search,
        assumptions: &'s [Atom],
        limits: &'s Limits,
    ) -> Result<PausableSearch<'s>, SearchError> {
        self.check(search, assumptions, limits, Detail::Solutions)?;
        if search.inference != Inference::Full || search.learning.is_some() {
            return Err(SearchError::Incompatible(
                "a pausable search requires plain search and full propagation",
            ));
        }
        let branching = Groups::new(&search.groups, (1..self.n_vars).map(Var::at), search.seed);
        self.weights.forget();
        let seen = self.may_repeat(search, Some(&branching)).then(Seen::new);
        Ok(PausableSearch {
            seen,
            branching,
            dfs: Dfs::new(search, std::mem::take(&mut self.frames)),
            rng: Rng::new(search.seed),
            best: None,
            stats: Stats::default(),
            started: limits.now(),
            at: None,
            end: None,
            solver: self,
            assumptions,
            limits,
        })
    }
}

impl PausableSearch<'_> {
    /// How it ended; `None` while there may be more solutions.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The counters so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// From now on, requires solutions of a lower cost than this. Without an objective it has no effect.
    pub fn below(&mut self, cost: i32) {
        self.best = Some(self.best.map_or(cost, |best| best.min(cost)));
    }

    /// Resumes until the next solution, but pauses after this number of failures.
    pub fn step(&mut self, failures: u64) -> Step {
        let until = self.stats.failures.saturating_add(failures);
        let limits = Limits {
            failures: Some(self.limits.failures.map_or(until, |limit| limit.min(until))),
            ..self.limits.clone()
        };
        let is_pause = self.limits.failures.is_none_or(|limit| until < limit);
        self.advance(&limits, is_pause)
    }

    /// Resumes under these limits; if `is_pause`, reaching the failure limit only pauses.
    fn advance(&mut self, limits: &Limits, is_pause: bool) -> Step {
        if let Some(end) = self.end {
            return Step::Ended(end);
        }
        let solver = &mut *self.solver;
        let (propagations, prunings) = (solver.kernel.propagations, solver.kernel.store.prunings());
        let mut first = FirstSolution::default();
        let mut run = Run {
            kernel: &mut solver.kernel,
            weights: &mut solver.weights,
            limits: LimitChecker::since(limits, self.started).reported(&self.stats),
            stats: &mut self.stats,
            rng: &mut self.rng,
            keys: solver.keys.as_deref(),
            seen: self.seen.as_mut(),
            objective: solver.objective.map(Objective::cost),
            best: self.best,
            sink: &mut first,
            detail: Detail::Solutions,
            found: Assignment::default(),
            reported: 0,
            n_vars: solver.n_vars,
        };
        let (dfs, branching) = (&mut self.dfs, &mut self.branching);
        let (at, end) = match self.at {
            Some((floor, from)) => (Some(floor), dfs.resume(&mut run, branching, floor, from)),
            None => match begin(&mut run, &mut solver.root, self.assumptions, false) {
                Ok(()) => {
                    let floor = run.kernel.store.depth();
                    (Some(floor), dfs.run(&mut run, branching))
                }
                Err((end, _)) => (None, end),
            },
        };
        self.best = run.best;
        run.limits.report(run.stats);
        let elapsed = run.limits.elapsed();
        let next = match end {
            End::Stopped => Some(ResumeAt::Solution),
            End::LimitReached(Limit::Failures) if is_pause => Some(ResumeAt::Pause),
            _ => None,
        };
        self.at = at.zip(next);
        if self.at.is_none() {
            run.kernel.back_to(0);
            self.end = Some(end);
        }
        self.stats.solve_time = elapsed;
        self.stats.propagations += solver.kernel.propagations - propagations;
        self.stats.prunings += solver.kernel.store.prunings() - prunings;
        self.stats.memory = solver.kernel.memory();
        match (first.0, next) {
            (Some(found), _) => Step::Found(found),
            (None, Some(_)) => Step::Paused,
            (None, None) => Step::Ended(end),
        }
    }
}

impl Iterator for PausableSearch<'_> {
    type Item = Assignment;

    fn next(&mut self) -> Option<Assignment> {
        match self.advance(self.limits, false) {
            Step::Found(found) => Some(found),
            _ => None,
        }
    }
}

impl Drop for PausableSearch<'_> {
    fn drop(&mut self) {
        self.solver.kernel.back_to(0);
    }
}
