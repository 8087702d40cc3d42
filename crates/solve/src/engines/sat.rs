//! The engine `sat`: a CDCL solver on the CNF encoding of a model. Domains are propagated once, before encoding. Constraints without an encoding are
//! checked on each solution of the CDCL solver, and exclude it by clauses if they are violated.

use std::collections::HashMap;
use std::time::Duration;

use gridwright_fd::{
    Assignment, Atom, CnfEncoder, ConsistencyMap, Deadline, Detail, End, Event, Flow, Limit,
    Limits, Model, Outcome, ProgressCounts, Sink, Stats, Stop, Store, Var,
};
use gridwright_sat::{ClausePool, Counts, Literal, SatResult, Solver};

use crate::engines::lazy::LazyConstraints;

/// The most checks of the limits between two readings of the clock, and the most propagated literals: in a large encoding there are many between two checks.
const CHECKS_PER_CLOCK: u64 = 16;
const PROPAGATIONS_PER_CLOCK: u64 = 100_000;

/// A model in CNF and its SAT solver. Learnt clauses are kept between runs.
#[derive(Debug)]
pub(crate) struct SatEngine {
    encoder: CnfEncoder,
    /// The literals of all atoms that were assumed so far.
    literals: HashMap<Atom, Literal>,
    lazy: Option<LazyConstraints>,
}

impl SatEngine {
    /// Encodes a model over the values left in a store, unless the deadline comes first.
    pub(crate) fn new(
        model: &Model,
        store: &Store,
        consistency: &ConsistencyMap,
        deadline: &Deadline,
    ) -> Result<SatEngine, Limit> {
        Ok(SatEngine {
            lazy: LazyConstraints::new(model, consistency, deadline)?,
            encoder: model.encode_cnf(store, deadline)?,
            literals: HashMap::new(),
        })
    }

    /// Exchanges learnt clauses with the engines of a pool that have the same encoding. All runs must have assumptions.
    pub(crate) fn join_pool(&mut self, pool: &ClausePool) {
        self.encoder.solver().join_pool(pool);
    }

    /// Finds all solutions under assumptions, up to the limits, and reports each to the sink; solutions that agree on the keys are reported once. A run without
    /// assumptions leaves its blocking clauses in the solver, so the engine must not run again.
    pub(crate) fn run(
        &mut self,
        assumptions: &[Atom],
        keys: &[Var],
        limits: &Limits,
        sink: &mut dyn Sink,
    ) -> Outcome {
        let mut assumed = self.literals_of(assumptions);
        // With assumptions, blocking clauses hold only under this activation literal, which is assumed last.
        let mut activation: Option<Literal> = None;
        let solver = self.encoder.solver();
        let mut monitor = Monitor::new(limits, solver.counts());
        let deadline = limits.deadline();
        let (end, core) = loop {
            let solver = self.encoder.solver();
            let result =
                solver.solve_under(&assumed, &mut |solver| monitor.is_limit_reached(solver));
            monitor.count(&solver.counts());
            match result {
                SatResult::Unsat if monitor.stats.solutions > 0 => break (End::Exhausted, None),
                SatResult::Unsat => {
                    let failed = solver.failed_assumptions();
                    let pairs = assumptions.iter().zip(&assumed);
                    let core = pairs.filter(|(_, literal)| failed.contains(literal));
                    let core = core.map(|(atom, _)| *atom).collect();
                    break (End::Exhausted, (!assumptions.is_empty()).then_some(core));
                }
                SatResult::Stopped => {
                    let limit = monitor.limit.expect("only a limit ends the search");
                    break (End::LimitReached(limit), None);
                }
                SatResult::Sat => {
                    let found = self.encoder.assignment();
                    let excluded = self.exclude_violations(&found, &deadline);
                    monitor.other_bytes = self.lazy.as_ref().map_or(0, LazyConstraints::memory);
                    match excluded {
                        Ok(false) => {}
                        Ok(true) => match deadline.reached() {
                            Some(limit) => break (End::LimitReached(limit), None),
                            None => continue,
                        },
                        Err(limit) => break (End::LimitReached(limit), None),
                    }
                    if let Some(end) = monitor.report(&found, sink) {
                        break (end, None);
                    }
                    if assumptions.is_empty() {
                        self.encoder.exclude(&found, keys);
                        continue;
                    }
                    let literal = *activation.get_or_insert_with(|| {
                        let literal = self.encoder.add_literal(true);
                        assumed.push(literal);
                        literal
                    });
                    let differs = keys
                        .iter()
                        .map(|&key| !self.encoder.is(key, found.value(key)));
                    let clause: Vec<Literal> = differs.chain([!literal]).collect();
                    self.encoder.add_clause(&clause);
                }
            }
        };
        if let Some(literal) = activation {
            self.encoder.add_clause(&[!literal]);
        }
        monitor.stats.memory = monitor.memory(self.encoder.solver());
        Outcome {
            core,
            ..monitor.outcome(end)
        }
    }

    /// Adds clauses that exclude an assignment if it violates lazy constraints; returns whether it does.
    fn exclude_violations(
        &mut self,
        found: &Assignment,
        deadline: &Deadline,
    ) -> Result<bool, Limit> {
        let Some(lazy) = &mut self.lazy else {
            return Ok(false);
        };
        let violations = lazy.violations(found, deadline)?;
        for values in &violations {
            let others = values
                .iter()
                .map(|atom| !self.encoder.is(atom.var(), atom.value()));
            let clause: Vec<Literal> = others.collect();
            self.encoder.add_clause(&clause);
        }
        Ok(!violations.is_empty())
    }

    /// The literals of atoms, encoded where they are new.
    fn literals_of(&mut self, atoms: &[Atom]) -> Vec<Literal> {
        let encoder = &mut self.encoder;
        let literals = &mut self.literals;
        let literal = |&atom: &Atom| *literals.entry(atom).or_insert_with(|| encoder.atom(atom));
        atoms.iter().map(literal).collect()
    }
}

/// The outcome of a run that ends before the search.
pub(crate) fn ended(end: End) -> Outcome {
    Monitor::new(&Limits::default(), Counts::default()).outcome(end)
}

/// Checks the limits of a run and keeps its counters.
pub(crate) struct Monitor<'l> {
    limits: &'l Limits,
    started: Duration,
    checks: u64,
    /// The propagations after which the clock is read next.
    next_clock: u64,
    /// The solver's counts when the run began.
    before: Counts,
    stats: Stats,
    /// The bytes in use outside the solver.
    pub(crate) other_bytes: usize,
    /// The limit that was reached.
    pub(crate) limit: Option<Limit>,
    progress: ProgressCounts,
}

impl<'l> Monitor<'l> {
    pub(crate) fn new(limits: &'l Limits, before: Counts) -> Monitor<'l> {
        Monitor {
            limits,
            started: limits.now(),
            checks: 0,
            next_clock: before.propagations + PROPAGATIONS_PER_CLOCK,
            before,
            stats: Stats {
                nodes: 1,
                ..Stats::default()
            },
            other_bytes: 0,
            limit: None,
            progress: ProgressCounts::default(),
        }
    }

    fn memory(&self, solver: &Solver) -> usize {
        self.other_bytes.saturating_add(solver.memory())
    }

    /// Whether the deadline came while clauses were added.
    pub(crate) fn is_over(&mut self, deadline: &Deadline, solver: &Solver) -> bool {
        if self.limit.is_none() {
            self.limit = deadline.reached_with(self.memory(solver));
        }
        self.limit.is_some()
    }

    fn elapsed(&self) -> Duration {
        self.limits.now().saturating_sub(self.started)
    }

    pub(crate) fn count(&mut self, counts: &Counts) {
        let conflicts = counts.conflicts - self.before.conflicts;
        let propagations = counts.propagations - self.before.propagations;
        self.stats = Stats {
            nodes: 1 + counts.decisions - self.before.decisions,
            failures: conflicts,
            backtracks: conflicts,
            propagations,
            prunings: propagations,
            nogoods: conflicts,
            visits: counts.visits - self.before.visits,
            restarts: counts.restarts - self.before.restarts,
            depth: counts.depth,
            ..self.stats.clone()
        };
        if let Some(progress) = &self.limits.progress {
            let now = ProgressCounts {
                nodes: self.stats.nodes,
                failures: self.stats.failures,
                solutions: self.stats.solutions,
                ..ProgressCounts::default()
            };
            progress.add(&mut self.progress, now);
        }
    }

    pub(crate) fn is_limit_reached(&mut self, solver: &Solver) -> bool {
        let counts = &solver.counts();
        let limits = self.limits;
        let over = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
        let conflicts = counts.conflicts - self.before.conflicts;
        self.checks += 1;
        let limit = if over(limits.nodes, 1 + counts.decisions - self.before.decisions) {
            Some(Limit::Nodes)
        } else if over(limits.failures, conflicts) {
            Some(Limit::Failures)
        } else if over(limits.backtracks, conflicts) {
            Some(Limit::Backtracks)
        } else if self.checks % CHECKS_PER_CLOCK != 1 && counts.propagations < self.next_clock {
            None
        } else {
            self.next_clock = counts.propagations + PROPAGATIONS_PER_CLOCK;
            self.count(counts);
            if limits.stop.as_ref().is_some_and(Stop::is_requested) {
                Some(Limit::Stop)
            } else if limits
                .memory
                .is_some_and(|limit| self.memory(solver) > limit)
            {
                Some(Limit::Memory)
            } else {
                let time = limits.time.filter(|&time| self.elapsed() >= time);
                time.map(|_| Limit::Time)
            }
        };
        self.limit = self.limit.or(limit);
        limit.is_some()
    }

    /// Reports a solution; returns how the run ends, if it does.
    fn report(&mut self, found: &Assignment, sink: &mut dyn Sink) -> Option<End> {
        self.stats.solutions += 1;
        if sink.detail() > Detail::Solutions {
            sink.event(&Event::Solution { found });
        }
        sink.stats(&self.stats);
        if sink.solution(found) == Flow::Stop {
            return Some(End::Stopped);
        }
        let max = self.limits.solutions?;
        (self.stats.solutions >= max).then_some(End::LimitReached(Limit::Solutions))
    }

    pub(crate) fn outcome(self, end: End) -> Outcome {
        let stats = Stats {
            solve_time: self.elapsed(),
            ..self.stats
        };
        Outcome {
            end,
            stats,
            core: None,
        }
    }
}
