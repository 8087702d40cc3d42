//! The engine `oracle`: brute force over the ground meanings of the constraints. It shares no code with the other engines and is slow and simple, so
//! that tests can check the others against it.

use std::collections::HashSet;
use std::time::Duration;

use gridwright_fd::{
    Assignment, Atom, Detail, End, Event, Flow, Limit, Limits, Model, Objective, Outcome,
    SearchError, Sink, Stats, Stop, Var,
};

use crate::engines::check_vars;
use crate::error::SolveError;
use crate::options::RunOptions;

/// The number of checks of the limits between two readings of the clock.
const CHECKS_PER_CLOCK: u64 = 64;

/// Tries every assignment, the last variable changing fastest, under the assumptions of the options. An assignment is a node; one that violates a constraint is a failure.
pub(crate) fn run(
    model: &Model,
    options: &RunOptions,
    sink: &mut dyn Sink,
) -> Result<Outcome, SolveError> {
    let values = values(model, options)?;
    let mut limit_check = LimitCheck::new(&options.limits)?;
    let mut stats = Stats::default();
    let mut end = End::Exhausted;
    let mut seen: HashSet<Vec<i32>> = HashSet::new();
    let mut best = None;
    let mut places = vec![0; values.len()];
    let mut more = values.iter().all(|values| !values.is_empty());
    while more {
        if let Some(limit) = limit_check.reached(&stats) {
            end = End::LimitReached(limit);
            break;
        }
        let each = places.iter().zip(&values);
        let assignment: Vec<i32> = each.map(|(&place, values)| values[place]).collect();
        stats.nodes += 1;
        let mut constraints = model.constraints().iter();
        let holds = constraints.all(|constraint| constraint.holds(&|var| assignment[var.index()]));
        stats.failures += u64::from(!holds);
        let found = Assignment::new(assignment);
        if holds && is_new(model, &found, &mut seen, &mut best) {
            stats.solutions += 1;
            if sink.detail() > Detail::Solutions {
                sink.event(&Event::Solution { found: &found });
            }
            stats.backtracks = stats.nodes - 1;
            sink.stats(&stats);
            if sink.solution(&found) == Flow::Stop {
                end = End::Stopped;
                break;
            }
            if limit_check.reached(&stats) == Some(Limit::Solutions) {
                end = End::LimitReached(Limit::Solutions);
                break;
            }
        }
        more = step(&mut places, &values);
    }
    stats.backtracks = stats.nodes.saturating_sub(1);
    stats.solve_time = limit_check.elapsed();
    Ok(Outcome {
        end,
        stats,
        core: None,
    })
}

/// By variable, the values that the assumptions allow. Fails if there are too many assignments.
fn values(model: &Model, options: &RunOptions) -> Result<Vec<Vec<i32>>, SolveError> {
    let assumptions = &options.assumptions;
    check_vars(model, assumptions)?;
    let admitted = |var: Var| {
        let admits = move |atom: &Atom, value| atom.var() != var || atom.admits(value);
        let values = model.domain(var).values();
        values.filter(move |&value| assumptions.iter().all(|atom| admits(atom, value)))
    };
    // Computes the number of assignments before any list of values is built: domains may have billions of values.
    let mut assignments: u64 = 1;
    for index in 0..model.n_vars() {
        let size = model.domain(Var::at(index)).size();
        assignments = assignments.saturating_mul(match size > options.max_assignments {
            true => size,
            false => admitted(Var::at(index)).count() as u64,
        });
    }
    if assignments > options.max_assignments {
        return Err(SolveError::TooManyAssignments {
            assignments,
            max: options.max_assignments,
        });
    }
    let of = |index: usize| admitted(Var::at(index)).collect();
    if assignments == 0 {
        return Ok(vec![Vec::new()]);
    }
    Ok((0..model.n_vars()).map(of).collect())
}

/// Whether to report a solution: with an objective, if it is better than the best so far; otherwise, if its keys have new values.
fn is_new(
    model: &Model,
    found: &Assignment,
    seen: &mut HashSet<Vec<i32>>,
    best: &mut Option<i32>,
) -> bool {
    match (model.objective(), model.keys()) {
        (Some(objective), _) => {
            let value = found.value(objective.view());
            let better = best.is_none_or(|best| match objective {
                Objective::Minimise(_) => value < best,
                Objective::Maximise(_) => value > best,
            });
            if better {
                *best = Some(value);
            }
            better
        }
        (None, Some(keys)) => seen.insert(found.values(keys)),
        (None, None) => true,
    }
}

/// Advances to the next assignment; false after the last.
fn step(places: &mut [usize], values: &[Vec<i32>]) -> bool {
    for i in (0..places.len()).rev() {
        places[i] += 1;
        if places[i] < values[i].len() {
            return true;
        }
        places[i] = 0;
    }
    false
}

/// Checks the limits. The other engines have their own code for this, so that the oracle shares none with them.
struct LimitCheck<'a> {
    limits: &'a Limits,
    started: Duration,
    checks: u64,
}

impl<'a> LimitCheck<'a> {
    fn new(limits: &'a Limits) -> Result<LimitCheck<'a>, SearchError> {
        if limits.solutions == Some(0) {
            return Err(SearchError::ZeroSolutionLimit);
        }
        if limits.time.is_some() && limits.clock.is_none() {
            return Err(SearchError::NoClock);
        }
        Ok(LimitCheck {
            limits,
            started: limits.now(),
            checks: 0,
        })
    }

    fn elapsed(&self) -> Duration {
        self.limits.now().saturating_sub(self.started)
    }

    fn reached(&mut self, stats: &Stats) -> Option<Limit> {
        let limits = self.limits;
        // Every assignment but the first is reached by one backtrack.
        let backtracks = stats.nodes.saturating_sub(1);
        for (max, count, limit) in [
            (limits.nodes, stats.nodes, Limit::Nodes),
            (limits.failures, stats.failures, Limit::Failures),
            (limits.backtracks, backtracks, Limit::Backtracks),
            (limits.solutions, stats.solutions, Limit::Solutions),
        ] {
            if max.is_some_and(|max| count >= max) {
                return Some(limit);
            }
        }
        self.checks += 1;
        if self.checks % CHECKS_PER_CLOCK != 1 {
            return None;
        }
        if limits.stop.as_ref().is_some_and(Stop::is_requested) {
            return Some(Limit::Stop);
        }
        limits
            .time
            .is_some_and(|time| self.elapsed() >= time)
            .then_some(Limit::Time)
    }
}
