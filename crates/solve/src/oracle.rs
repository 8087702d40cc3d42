//! The oracle: brute force over the ground meanings of the constraints. It shares no code with the other engines,
//! is slow and obvious, and so is the referee of the others.

use std::collections::HashSet;
use std::time::Duration;

use gridwright_fd::{
    Assignment, Detail, End, Event, Flow, Limit, Limits, Model, Objective, Outcome, PlanError,
    Sink, Stats, Stop, Var,
};

use crate::engine::{Engine, EngineName, Unsupported};
use crate::plan::Plan;

/// Brute force.
#[derive(Clone, Copy, Debug)]
pub struct Oracle;

/// How many assignments are tried between two looks at the clock.
const TICKS: u64 = 64;

impl Engine for Oracle {
    fn name(&self) -> EngineName {
        EngineName::Oracle
    }

    /// Tries every assignment, the last variable changing fastest. An assignment is a node; one that is refused is a failure.
    fn run(&self, model: &Model, plan: &Plan, sink: &mut dyn Sink) -> Result<Outcome, Unsupported> {
        let values = values(model, plan)?;
        let mut watch = Watch::new(&plan.limits)?;
        let mut stats = Stats::default();
        let mut end = End::Exhausted;
        let mut seen: HashSet<Vec<i32>> = HashSet::new();
        let mut best = None;
        let mut places = vec![0; values.len()];
        let mut more = values.iter().all(|values| !values.is_empty());
        while more {
            if let Some(limit) = watch.reached(&stats) {
                end = End::LimitReached(limit);
                break;
            }
            let at: Vec<i32> = places
                .iter()
                .zip(&values)
                .map(|(&place, values)| values[place])
                .collect();
            stats.nodes += 1;
            let holds = model
                .constraints()
                .iter()
                .all(|constraint| constraint.holds(&|var| at[var.index()]));
            stats.failures += u64::from(!holds);
            let found = Assignment::new(at);
            if holds && is_news(model, &found, &mut seen, &mut best) {
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
                if watch.reached(&stats) == Some(Limit::Solutions) {
                    end = End::LimitReached(Limit::Solutions);
                    break;
                }
            }
            more = step(&mut places, &values);
        }
        stats.backtracks = stats.nodes.saturating_sub(1);
        stats.solve_time = watch.elapsed();
        Ok(Outcome {
            end,
            stats,
            core: None,
        })
    }
}

/// The values every variable may take under the assumptions.
fn values(model: &Model, plan: &Plan) -> Result<Vec<Vec<i32>>, Unsupported> {
    if let Some(atom) = plan
        .assumptions
        .iter()
        .find(|atom| atom.var().index() >= model.n_vars())
    {
        return Err(PlanError::UnknownVar(atom.var().index()).into());
    }
    let admitted = |var: Var, value: i32| {
        plan.assumptions
            .iter()
            .all(|atom| atom.var() != var || atom.admits(value))
    };
    // Sizes are multiplied before anything is listed: domains may be wide.
    let mut assignments: u64 = 1;
    for index in 0..model.n_vars() {
        let domain = model.domain(Var::at(index));
        let size = if domain.size() > plan.most_assignments {
            domain.size()
        } else {
            let left = domain.values();
            left.filter(|&value| admitted(Var::at(index), value))
                .count() as u64
        };
        assignments = assignments.saturating_mul(size);
    }
    if assignments > plan.most_assignments {
        return Err(Unsupported::TooManyAssignments {
            assignments,
            most: plan.most_assignments,
        });
    }
    let of = |index: usize| {
        let domain = model.domain(Var::at(index));
        let left = domain.values();
        left.filter(|&value| admitted(Var::at(index), value))
            .collect()
    };
    if assignments == 0 {
        return Ok(vec![Vec::new()]);
    }
    Ok((0..model.n_vars()).map(of).collect())
}

/// Whether a solution is to be told: better than the best so far, or an answer not told yet.
fn is_news(
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

/// The next assignment in order; false after the last.
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

/// Watches the limits. What the other engines use for this is not used here.
struct Watch<'a> {
    limits: &'a Limits,
    started: Duration,
    looks: u64,
}

impl<'a> Watch<'a> {
    fn new(limits: &'a Limits) -> Result<Watch<'a>, PlanError> {
        if limits.solutions == Some(0) {
            return Err(PlanError::ZeroSolutionLimit);
        }
        if limits.time.is_some() && limits.clock.is_none() {
            return Err(PlanError::NoClock);
        }
        let mut watch = Watch {
            limits,
            started: Duration::ZERO,
            looks: 0,
        };
        watch.started = watch.now();
        Ok(watch)
    }

    fn now(&self) -> Duration {
        let clock = self.limits.clock.as_ref();
        clock.map_or(Duration::ZERO, |clock| clock.now())
    }

    fn elapsed(&self) -> Duration {
        self.now().saturating_sub(self.started)
    }

    fn reached(&mut self, stats: &Stats) -> Option<Limit> {
        let limits = self.limits;
        let over = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
        if over(limits.nodes, stats.nodes) {
            return Some(Limit::Nodes);
        }
        if over(limits.failures, stats.failures) {
            return Some(Limit::Failures);
        }
        // Every assignment but the first is reached by going back once.
        if over(limits.backtracks, stats.nodes.saturating_sub(1)) {
            return Some(Limit::Backtracks);
        }
        if over(limits.solutions, stats.solutions) {
            return Some(Limit::Solutions);
        }
        self.looks += 1;
        if self.looks % TICKS != 1 {
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
