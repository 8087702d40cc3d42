//! Walk: plain depth-first search that hands out one solution at a time and may be left whenever one likes.

use std::time::Duration;

use crate::atom::Atom;
use crate::event::{Assignment, First, Wants};
use crate::limits::{Limits, Meter};
use crate::objective::Objective;
use crate::plan_error::PlanError;
use crate::rng::Rng;
use crate::run::{End, Run, Seen};
use crate::search::branching::Groups;
use crate::search::dfs::Dfs;
use crate::search::{Inference, Search};
use crate::solver::{Solver, begin};
use crate::stats::Stats;
use crate::var::Var;

/// The solutions of a model, one after the other; made by [`Solver::walk`].
///
/// Between two solutions the solver stands at the first of them. Dropping the walk takes the solver back to the root.
#[derive(Debug)]
pub struct Walk<'s> {
    solver: &'s mut Solver,
    search: &'s Search,
    assumptions: &'s [Atom],
    limits: &'s Limits,
    branching: Groups,
    dfs: Dfs,
    rng: Rng,
    seen: Option<Seen>,
    best: Option<i32>,
    stats: Stats,
    /// When it began, by the clock of the limits.
    started: Duration,
    /// The depth below which the search goes; `None` before its first step.
    floor: Option<usize>,
    end: Option<End>,
}

impl Solver {
    /// Walks through the solutions under assumptions, by plain search with full propagation.
    pub fn walk<'s>(
        &'s mut self,
        search: &'s Search,
        assumptions: &'s [Atom],
        limits: &'s Limits,
    ) -> Result<Walk<'s>, PlanError> {
        self.check(search, assumptions, limits, Wants::Solutions)?;
        if search.inference != Inference::Full || search.learning.is_some() {
            return Err(PlanError::Incompatible(
                "walking goes with plain search and full propagation",
            ));
        }
        let branching = Groups::new(&search.groups, (1..self.n_vars).map(Var::at), search.seed);
        self.weights.forget();
        let seen = self.may_repeat(search, Some(&branching)).then(Seen::new);
        Ok(Walk {
            seen,
            branching,
            dfs: Dfs::new(search, std::mem::take(&mut self.frames)),
            rng: Rng::new(search.seed),
            best: None,
            stats: Stats::default(),
            started: Meter::new(limits).started(),
            floor: None,
            end: None,
            solver: self,
            search,
            assumptions,
            limits,
        })
    }
}

impl Walk<'_> {
    /// How it ended; `None` while there may be more.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// What it counted so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }
}

impl Iterator for Walk<'_> {
    type Item = Assignment;

    fn next(&mut self) -> Option<Assignment> {
        if self.end.is_some() {
            return None;
        }
        let solver = &mut *self.solver;
        let (propagations, prunings) = (solver.kernel.propagations, solver.kernel.store.prunings());
        let mut first = First::default();
        let mut run = Run {
            kernel: &mut solver.kernel,
            weights: &mut solver.weights,
            meter: Meter::since(self.limits, self.started),
            stats: &mut self.stats,
            rng: &mut self.rng,
            keys: solver.keys.as_deref(),
            seen: self.seen.as_mut(),
            objective: solver.objective.map(Objective::cost),
            best: self.best,
            sink: &mut first,
            wants: Wants::Solutions,
            found: Assignment::default(),
            told: 0,
            n_vars: solver.n_vars,
        };
        let (dfs, branching) = (&mut self.dfs, &mut self.branching);
        let end = match self.floor {
            Some(floor) => dfs.resume(&mut run, self.search, branching, floor),
            None => match begin(&mut run, &mut solver.root, self.assumptions, false) {
                Ok(()) => {
                    self.floor = Some(run.kernel.store.depth());
                    dfs.run(&mut run, self.search, branching)
                }
                Err((end, _)) => end,
            },
        };
        self.best = run.best;
        let elapsed = run.meter.elapsed();
        if end != End::Stopped {
            run.kernel.back_to(0);
            self.end = Some(end);
        }
        self.stats.solve_time = elapsed;
        self.stats.propagations += solver.kernel.propagations - propagations;
        self.stats.prunings += solver.kernel.store.prunings() - prunings;
        self.stats.memory = solver.kernel.store.memory();
        first.0
    }
}

impl Drop for Walk<'_> {
    fn drop(&mut self) {
        self.solver.kernel.back_to(0);
    }
}
