//! Sat: a model said in clauses over Booleans, and the solver for these. Domains are propagated once, before, and
//! never again: what follows from a decision, clauses say.

use std::time::Duration;

use gridwright_fd::{
    Assignment, Detail, End, Event, Flow, Limit, Limits, Model, Outcome, ProgressCounts, Sink,
    Stats, Stop, Store, Var,
};
use gridwright_sat::{Answer, Counts, Solver};

/// How many questions whether it is over pass between two looks at the clock.
const TICKS: u64 = 16;

/// Looks for solutions of a model among the values that a store has left, and tells each once, by its keys.
pub(crate) fn run(
    model: &Model,
    store: &Store,
    keys: &[Var],
    limits: &Limits,
    sink: &mut dyn Sink,
) -> Outcome {
    let mut watch = Watch::new(limits);
    let deadline = limits.deadline();
    let mut formula = match model.encode_cnf(store, &deadline) {
        Ok(formula) => formula,
        Err(limit) => return watch.ended(End::LimitReached(limit)),
    };
    let end = loop {
        let answer = formula.solver().solve(&mut |solver| watch.reached(solver));
        watch.count(&formula.solver().counts());
        match answer {
            Answer::None => break End::Exhausted,
            Answer::Over => {
                let limit = watch.over.expect("it is over because of a limit");
                break End::LimitReached(limit);
            }
            Answer::Found => {
                let found = formula.assignment();
                if let Some(end) = watch.told(&found, sink) {
                    break end;
                }
                formula.exclude(&found, keys);
            }
        }
    };
    watch.stats.memory = formula.solver().memory();
    watch.ended(end)
}

/// What comes of a run that ends before it begins.
pub(crate) fn ended(end: End) -> Outcome {
    Watch::new(&Limits::default()).ended(end)
}

/// Watches the limits of a run and keeps its counters.
struct Watch<'l> {
    limits: &'l Limits,
    started: Duration,
    looks: u64,
    stats: Stats,
    over: Option<Limit>,
    progress: ProgressCounts,
}

impl<'l> Watch<'l> {
    fn new(limits: &'l Limits) -> Watch<'l> {
        let mut watch = Watch {
            limits,
            started: Duration::ZERO,
            looks: 0,
            stats: Stats {
                nodes: 1,
                ..Stats::default()
            },
            over: None,
            progress: ProgressCounts::default(),
        };
        watch.started = watch.now();
        watch
    }

    fn now(&self) -> Duration {
        let clock = self.limits.clock.as_ref();
        clock.map_or(Duration::ZERO, |clock| clock.now())
    }

    fn count(&mut self, counts: &Counts) {
        self.stats = Stats {
            nodes: 1 + counts.decisions,
            failures: counts.conflicts,
            backtracks: counts.conflicts,
            propagations: counts.propagations,
            prunings: counts.propagations,
            nogoods: counts.conflicts,
            looks: counts.looks,
            restarts: counts.restarts,
            depth: counts.depth,
            ..self.stats.clone()
        };
        if let Some(progress) = &self.limits.progress {
            let now = ProgressCounts {
                nodes: self.stats.nodes,
                failures: self.stats.failures,
                solutions: self.stats.solutions,
            };
            progress.add(&mut self.progress, now);
        }
    }

    /// Whether a limit is reached.
    fn reached(&mut self, solver: &Solver) -> bool {
        let counts = &solver.counts();
        let limits = self.limits;
        let over = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
        self.looks += 1;
        let limit = if over(limits.nodes, 1 + counts.decisions) {
            Some(Limit::Nodes)
        } else if over(limits.failures, counts.conflicts) {
            Some(Limit::Failures)
        } else if over(limits.backtracks, counts.conflicts) {
            Some(Limit::Backtracks)
        } else if self.looks % TICKS != 1 {
            None
        } else {
            self.count(counts);
            let elapsed = self.now().saturating_sub(self.started);
            if limits.stop.as_ref().is_some_and(Stop::is_requested) {
                Some(Limit::Stop)
            } else if limits.memory.is_some_and(|limit| solver.memory() > limit) {
                Some(Limit::Memory)
            } else {
                let time = limits.time.filter(|&time| elapsed >= time);
                time.map(|_| Limit::Time)
            }
        };
        self.over = self.over.or(limit);
        limit.is_some()
    }

    /// Tells a solution; gives how the run ends if it does.
    fn told(&mut self, found: &Assignment, sink: &mut dyn Sink) -> Option<End> {
        self.stats.solutions += 1;
        if sink.detail() > Detail::Solutions {
            sink.event(&Event::Solution { found });
        }
        sink.stats(&self.stats);
        if sink.solution(found) == Flow::Stop {
            return Some(End::Stopped);
        }
        let wanted = self.limits.solutions?;
        (self.stats.solutions >= wanted).then_some(End::LimitReached(Limit::Solutions))
    }

    fn ended(self, end: End) -> Outcome {
        let solve_time = self.now().saturating_sub(self.started);
        Outcome {
            end,
            stats: Stats {
                solve_time,
                ..self.stats
            },
            core: None,
        }
    }
}
