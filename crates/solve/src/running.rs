//! How a session runs: one engine, or plain search and then one that learns.

use gridwright_fd::{Atom, Detail, End, Limit, Limits, Outcome, PlanError, Search, Sink};

use crate::auto::{self, Goal, Strategy};
use crate::clausal;
use crate::engine::{Engine, Unsupported};
use crate::oracle::Oracle;
use crate::plan::Plan;
use crate::relay::Relay;
use crate::session::{Inside, Session};
use crate::spent;

/// What comes after plain search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Then {
    Learning,
    Sat,
}

impl Session {
    /// Runs a search under the plan's assumptions and these, telling the sink what it finds.
    /// A sink that wants events needs a session set up for a plan that is [`Plan::recording`].
    pub fn run(
        &mut self,
        assumptions: &[Atom],
        limits: &Limits,
        sink: &mut dyn Sink,
    ) -> Result<Outcome, Unsupported> {
        self.assume(assumptions);
        let strategy = self.strategy(Goal::of(limits, self.has_objective));
        // Under assumptions questions come in numbers, and so do runs of so many failures; nogoods serve them all, clauses are said anew for each.
        let once = self.assumed.is_empty()
            && limits.failures.is_none()
            && sink.detail() == Detail::Solutions;
        let outcome = match &mut self.inside {
            Inside::Oracle(model) => {
                let plan = Plan {
                    assumptions: self.assumed.clone(),
                    limits: limits.clone(),
                    most_assignments: self.plan.most_assignments,
                    ..Plan::new()
                };
                Oracle.run(model, &plan, sink)?
            }
            Inside::Fd(solvers) => match strategy {
                Strategy::Plain => {
                    let solver = solvers.plain();
                    solver.run(&self.plain, &self.assumed, limits, sink)?
                }
                Strategy::Sat => self.run_clauses(limits, sink)?,
                Strategy::LearningThenClauses(failures) if once => {
                    let learning = self.learning.clone();
                    self.run_both(&learning, failures, Then::Sat, limits, sink)?
                }
                Strategy::Learning | Strategy::LearningThenClauses(_) => {
                    let solver = solvers.learning(&limits.deadline());
                    let solver = solver.map_err(Unsupported::LimitReached)?;
                    solver.run(&self.learning, &self.assumed, limits, sink)?
                }
                Strategy::PlainThenLearning(failures) => {
                    let plain = self.plain.clone();
                    self.run_both(&plain, failures, Then::Learning, limits, sink)?
                }
                Strategy::PlainThenClauses(failures) => {
                    let plain = self.plain.clone();
                    let then = if once { Then::Sat } else { Then::Learning };
                    self.run_both(&plain, failures, then, limits, sink)?
                }
                Strategy::RandomThenLearning(failures) => {
                    let random = auto::random_search(&self.plain);
                    self.run_both(&random, failures, Then::Learning, limits, sink)?
                }
            },
        };
        spent::add_stats(&mut self.stats, &outcome.stats);
        Ok(outcome)
    }

    /// A search up to so many failures, then another; what the first told, the second does not tell again.
    fn run_both(
        &mut self,
        first: &Search,
        failures: u64,
        then: Then,
        limits: &Limits,
        sink: &mut dyn Sink,
    ) -> Result<Outcome, Unsupported> {
        let Inside::Fd(solvers) = &mut self.inside else {
            unreachable!("the oracle has one strategy");
        };
        let deadline = limits.deadline();
        let first_limits = Limits {
            failures: Some(
                limits
                    .failures
                    .map_or(failures, |limit| limit.min(failures)),
            ),
            ..limits.clone()
        };
        let keys = self.keys.clone();
        let mut relay = Relay::new(sink, &keys, limits.solutions);
        let solver = match first.learning {
            None => solvers.plain(),
            Some(_) => solvers
                .learning(&deadline)
                .map_err(Unsupported::LimitReached)?,
        };
        let first = solver.run(first, &self.assumed, &first_limits, &mut relay)?;
        let cut_short = first.end == End::LimitReached(Limit::Failures);
        let end_of = |relay: &Relay<'_>, end: End| match end {
            End::Stopped if relay.full && !relay.stopped => End::LimitReached(Limit::Solutions),
            end => end,
        };
        let mut rest = match spent::left(limits, &first.stats) {
            Ok(rest) if cut_short => rest,
            _ => {
                return Ok(Outcome {
                    end: end_of(&relay, first.end),
                    ..first
                });
            }
        };
        relay.before = first.stats.clone();
        let second = match then {
            Then::Sat => self.run_clauses(&rest, &mut relay)?,
            Then::Learning => {
                let solver = match solvers.learning(&deadline) {
                    Ok(solver) => solver,
                    Err(limit) => {
                        return Ok(Outcome {
                            end: End::LimitReached(limit),
                            ..first
                        });
                    }
                };
                // Setting it up took its share of the time.
                rest.time = deadline.left().or(rest.time);
                solver.run(&self.learning, &self.assumed, &rest, &mut relay)?
            }
        };
        let mut stats = first.stats;
        spent::add_stats(&mut stats, &second.stats);
        stats.solutions = relay.n_told();
        Ok(Outcome {
            end: end_of(&relay, second.end),
            stats,
            core: second.core,
        })
    }

    /// Says the model in clauses, over what propagation leaves of the domains, and looks for solutions of these.
    fn run_clauses(
        &mut self,
        limits: &Limits,
        sink: &mut dyn Sink,
    ) -> Result<Outcome, Unsupported> {
        let Inside::Fd(solvers) = &mut self.inside else {
            unreachable!("the oracle has one strategy");
        };
        if limits.time.is_some() && limits.clock.is_none() {
            return Err(PlanError::NoClock.into());
        }
        if limits.solutions == Some(0) {
            return Err(PlanError::ZeroSolutionLimit.into());
        }
        let n_vars = solvers.model().n_vars();
        let mut vars = self.assumed.iter().map(|atom| atom.var().index());
        if let Some(index) = vars.find(|&index| index >= n_vars) {
            return Err(PlanError::UnknownVar(index).into());
        }
        let deadline = limits.deadline();
        let left = solvers.plain().propagated_before(&self.assumed, &deadline);
        let store = match left {
            Ok(Some(store)) => store,
            Ok(None) => return Ok(clausal::ended(End::Exhausted)),
            Err(limit) => return Ok(clausal::ended(End::LimitReached(limit))),
        };
        let rest = Limits {
            time: deadline.left().or(limits.time),
            ..limits.clone()
        };
        let model = solvers.model();
        Ok(clausal::run(model, &store, &self.keys, &rest, sink))
    }
}
