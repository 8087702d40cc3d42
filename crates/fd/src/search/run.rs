//! The state of one run, and the steps that plain and learning search share.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, OnceLock};

use gridwright_control::{Limit, Rng};

use crate::kernel::{Fixpoint, Kernel};
use crate::model::Constraint;
use crate::search::events::{Cause, Detail, Event, Flow, Sink, Stats};
use crate::search::limits::LimitChecker;
use crate::store::{Pruned, Reason, Why};
use crate::vars::{Assignment, Atom, Var, View};

/// The weights of variables for `dom_w_deg`: 1 plus the number of failures of their constraints.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    pub(crate) by_var: Vec<f64>,
    constraints: Arc<Vec<Arc<dyn Constraint>>>,
    /// Made at the first failure: many puzzles are solved without one.
    scopes: OnceLock<Scopes>,
}

/// The distinct variables of each constraint in one array: those of constraint `i` end at `ends[i]`.
#[derive(Clone, Debug)]
struct Scopes {
    vars: Vec<Var>,
    ends: Vec<u32>,
}

impl Scopes {
    fn of(constraints: &[Arc<dyn Constraint>]) -> Scopes {
        let mut scopes = Scopes {
            vars: Vec::new(),
            ends: Vec::with_capacity(constraints.len()),
        };
        for constraint in constraints {
            scopes.vars.extend(constraint.distinct_scope());
            scopes.ends.push(scopes.vars.len() as u32);
        }
        scopes
    }

    fn get(&self, constraint: usize) -> &[Var] {
        let start = match constraint {
            0 => 0,
            after => self.ends[after - 1],
        };
        &self.vars[start as usize..self.ends[constraint] as usize]
    }
}

impl Weights {
    pub(crate) fn new(n_vars: usize, constraints: &Arc<Vec<Arc<dyn Constraint>>>) -> Weights {
        Weights {
            by_var: vec![1.0; n_vars],
            constraints: Arc::clone(constraints),
            scopes: OnceLock::new(),
        }
    }

    /// Resets the weights: a run depends on its arguments alone.
    pub(crate) fn forget(&mut self) {
        self.by_var.fill(1.0);
    }

    fn failed(&mut self, constraint: u32) {
        let scopes = self.scopes.get_or_init(|| Scopes::of(&self.constraints));
        for var in scopes.get(constraint as usize) {
            self.by_var[var.index()] += 1.0;
        }
    }
}

/// The answers reported so far, each as the values of the keys.
pub(crate) type Seen = HashSet<Vec<i32>>;

/// One run of a search.
pub(crate) struct Run<'r, 's> {
    pub(crate) kernel: &'r mut Kernel,
    pub(crate) weights: &'r mut Weights,
    pub(crate) limits: LimitChecker<'r>,
    pub(crate) stats: &'r mut Stats,
    pub(crate) rng: &'r mut Rng,
    /// The variables an answer is read from.
    pub(crate) keys: Option<&'r [Var]>,
    /// The answers reported so far, if the search order may repeat answers.
    pub(crate) seen: Option<&'r mut Seen>,
    /// The view to minimise, and the best value so far.
    pub(crate) objective: Option<View>,
    pub(crate) best: Option<i32>,
    pub(crate) sink: &'s mut dyn Sink,
    pub(crate) detail: Detail,
    pub(crate) found: Assignment,
    /// The log entries before this one were reported.
    pub(crate) reported: u32,
    /// The number of variables of the model, without internal ones.
    pub(crate) n_vars: usize,
}

impl Run<'_, '_> {
    /// Takes an alternative: begins a level, decides the atom, imposes the bound on the objective, and propagates.
    pub(crate) fn decide(&mut self, atom: Atom, alternatives: u32) -> Pruned<Fixpoint> {
        let depth = self.kernel.store.depth() + 1;
        self.report(|| Event::Decide {
            atom,
            depth,
            alternatives: Some(alternatives),
        });
        let decided = self.kernel.decide(atom);
        match decided.and_then(|()| self.impose_bound()) {
            Ok(()) => self.propagate(),
            Err(conflict) => {
                self.kernel.failed_constraint = None;
                self.failed();
                Err(conflict)
            }
        }
    }

    /// Requires a lower cost than that of the best solution so far.
    pub(crate) fn impose_bound(&mut self) -> Pruned {
        if let (Some(cost), Some(best)) = (self.objective, self.best) {
            let better = cost.at_most(best.saturating_sub(1));
            self.kernel.store.set_because(better, Why::Nogood)?;
        }
        Ok(())
    }

    /// Propagates to the fixpoint; counts and reports what happened.
    pub(crate) fn propagate(&mut self) -> Pruned<Fixpoint> {
        let reached = self.kernel.propagate_while(&mut self.limits);
        match reached {
            Err(_) => self.failed(),
            Ok(_) => self.report_removals_if_observed(),
        }
        reached
    }

    /// Counts and reports a conflict.
    pub(crate) fn failed(&mut self) {
        self.stats.failures += 1;
        let constraint = self.kernel.failed_constraint;
        if let Some(constraint) = constraint {
            self.weights.failed(constraint);
        }
        if self.detail > Detail::Solutions {
            self.report_removals();
            let mut why = Reason::new();
            if self.detail == Detail::Reasons && constraint.is_some() {
                self.kernel.conflict_reason(&mut why);
            }
            self.sink.event(&Event::Fail {
                constraint: constraint.map(|constraint| constraint as usize),
                why: why.atoms(),
            });
        }
    }

    /// Reports the solution at the current node, where every variable is fixed.
    pub(crate) fn solution(&mut self) -> Result<Flow, Limit> {
        if let (Some(cost), Some(best)) = (self.objective, self.best)
            && self.kernel.store.min(cost) >= best
        {
            // At the root no bound was imposed.
            return Ok(Flow::Continue);
        }
        let store = &self.kernel.store;
        let values = (0..self.n_vars).map(|index| store.min(Var::at(index).view()));
        self.found.clear().extend(values);
        if let Some(seen) = &mut self.seen {
            let answer = match self.keys {
                Some(keys) => self.found.values(keys),
                None => self.found.as_slice().to_vec(),
            };
            if !seen.insert(answer) {
                return Ok(Flow::Continue);
            }
        }
        self.stats.solutions += 1;
        if let Some(cost) = self.objective {
            self.best = Some(store.min(cost));
        }
        if self.detail > Detail::Solutions {
            self.sink.event(&Event::Solution { found: &self.found });
        }
        self.sink.stats(self.stats);
        if self.sink.solution(&self.found) == Flow::Stop {
            return Ok(Flow::Stop);
        }
        match self.limits.check(self.stats) {
            Some(limit) => Err(limit),
            None => Ok(Flow::Continue),
        }
    }

    /// Reports an event, if the sink receives events.
    #[inline]
    pub(crate) fn report<'e>(&mut self, event: impl FnOnce() -> Event<'e>) {
        if self.detail > Detail::Solutions {
            self.reported = self.reported.min(self.kernel.store.log.len());
            self.sink.event(&event());
        }
    }

    /// Reports removals, if the sink receives events.
    pub(crate) fn report_removals_if_observed(&mut self) {
        if self.detail > Detail::Solutions {
            self.report_removals();
        }
    }

    /// Reports removals since the last report.
    fn report_removals(&mut self) {
        let len = self.kernel.store.log.len();
        let mut why = Reason::new();
        for at in self.reported.min(len)..len {
            let entry = *self.kernel.entry(at);
            let cause = match entry.why {
                Why::Root | Why::Decision => continue,
                // Internal variables are not reported.
                _ if entry.atom.var().index() >= self.n_vars => continue,
                Why::Derived => Cause::Derived,
                Why::Propagator(id, _) | Why::Stored(id, _) => {
                    Cause::Constraint(self.kernel.posted[id as usize].constraint as usize)
                }
                Why::Clause(_) | Why::Nogood => Cause::Nogood,
            };
            why.clear();
            if self.detail == Detail::Reasons && !matches!(entry.why, Why::Clause(_)) {
                self.kernel.explain_entry(at, entry.atom, &mut why);
            }
            self.sink.event(&Event::Prune {
                atom: entry.atom,
                cause,
                why: why.atoms(),
            });
        }
        self.reported = len;
    }
}

impl fmt::Debug for Run<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run")
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}
