//! Checks the limits during a run, and the deadline during propagation outside a run.

use std::time::Duration;

use gridwright_control::{Deadline, End, Limit, Limits, ProgressCounts, Stop};

use crate::kernel::Interrupt;
use crate::search::events::Stats;

/// The largest number of propagator runs between two checks of the clock; they usually take well under a millisecond.
const MAX_TICKS: u32 = 16;

/// The number of nodes between two progress reports.
const PROGRESS_INTERVAL: u64 = 16;

/// If more time than this passes between two checks, they become more frequent.
const SLOW_CHECK: Duration = Duration::from_millis(2);

/// Checks the limits during one run.
#[derive(Debug)]
pub(crate) struct LimitChecker<'a> {
    limits: &'a Limits,
    deadline: Option<Duration>,
    started: Duration,
    /// The number of propagators until the next check, and the current interval.
    ticks: u32,
    interval: u32,
    last_check: Duration,
    /// The limit that was reached.
    pub(crate) reached: Option<Limit>,
    /// Bytes in use, kept up to date by the search.
    pub(crate) memory: usize,
    /// The counts reported last.
    reported: ProgressCounts,
    /// The nodes and solutions of searches that share the limits.
    n_nodes_of_others: u64,
    n_solutions_of_others: u64,
}

impl<'a> LimitChecker<'a> {
    pub(crate) fn new(limits: &'a Limits) -> LimitChecker<'a> {
        LimitChecker::since(limits, limits.now())
    }

    /// The checker of a run that began at `started`.
    pub(crate) fn since(limits: &'a Limits, started: Duration) -> LimitChecker<'a> {
        LimitChecker {
            limits,
            deadline: limits.time.map(|time| started.saturating_add(time)),
            started,
            ticks: 1,
            interval: 1,
            last_check: started,
            reached: None,
            memory: 0,
            reported: ProgressCounts::default(),
            n_nodes_of_others: 0,
            n_solutions_of_others: 0,
        }
    }

    /// The checker of a run that goes on: these counts are reported already.
    pub(crate) fn reported(self, stats: &Stats) -> LimitChecker<'a> {
        LimitChecker {
            reported: counts(stats),
            ..self
        }
    }

    /// Sets the numbers of nodes and solutions of other searches that count for the limits on them.
    pub(crate) fn set_counts_of_others(&mut self, n_nodes: u64, n_solutions: u64) {
        self.n_nodes_of_others = n_nodes;
        self.n_solutions_of_others = n_solutions;
    }

    /// The time since the run began, if there is a clock.
    pub(crate) fn elapsed(&self) -> Duration {
        self.limits.now().saturating_sub(self.started)
    }

    /// The end of a run that was interrupted.
    pub(crate) fn interrupted(&self) -> End {
        End::LimitReached(self.reached.expect("an interruption has a cause"))
    }

    /// Adds what was not reported yet to the counters that other threads read.
    pub(crate) fn report(&mut self, stats: &Stats) {
        if let Some(progress) = &self.limits.progress {
            progress.add(&mut self.reported, counts(stats));
        }
    }

    /// Whether a limit is reached; called at every node.
    pub(crate) fn check(&mut self, stats: &Stats) -> Option<Limit> {
        if self.reached.is_some() {
            return self.reached;
        }
        if stats.nodes >= self.reported.nodes + PROGRESS_INTERVAL {
            self.report(stats);
        }
        let is_reached = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
        if is_reached(self.limits.nodes, stats.nodes + self.n_nodes_of_others) {
            self.reached = Some(Limit::Nodes);
        } else if is_reached(self.limits.failures, stats.failures) {
            self.reached = Some(Limit::Failures);
        } else if is_reached(self.limits.backtracks, stats.backtracks) {
            self.reached = Some(Limit::Backtracks);
        } else if is_reached(
            self.limits.solutions,
            stats.solutions + self.n_solutions_of_others,
        ) {
            self.reached = Some(Limit::Solutions);
        } else {
            // Check the clock even if no propagator runs.
            self.should_stop();
        }
        self.reached
    }

    #[cold]
    fn check_clock(&mut self) -> bool {
        if let Some(clock) = &self.limits.clock {
            let now = clock.now();
            let gap = now.saturating_sub(self.last_check);
            self.interval = match gap > SLOW_CHECK {
                true => (self.interval / 8).max(1),
                false => (self.interval * 2).min(MAX_TICKS),
            };
            self.last_check = now;
        } else {
            self.interval = MAX_TICKS;
        }
        self.ticks = self.interval;
        if self.limits.stop.as_ref().is_some_and(Stop::is_requested) {
            self.reached = Some(Limit::Stop);
        } else if self.limits.memory.is_some_and(|limit| self.memory > limit) {
            self.reached = Some(Limit::Memory);
        } else if self
            .deadline
            .is_some_and(|deadline| self.last_check >= deadline)
        {
            self.reached = Some(Limit::Time);
        }
        self.reached.is_some()
    }
}

fn counts(stats: &Stats) -> ProgressCounts {
    ProgressCounts {
        nodes: stats.nodes,
        failures: stats.failures,
        solutions: stats.solutions,
        ..ProgressCounts::default()
    }
}

impl Interrupt for LimitChecker<'_> {
    #[inline]
    fn should_stop(&mut self) -> bool {
        self.ticks -= 1;
        self.ticks == 0 && self.check_clock()
    }
}

/// Interrupts propagation outside a run at a deadline.
#[derive(Debug)]
pub(crate) struct DeadlineChecker<'d> {
    deadline: &'d Deadline,
    pub(crate) reached: Option<Limit>,
}

impl<'d> DeadlineChecker<'d> {
    pub(crate) fn new(deadline: &'d Deadline) -> DeadlineChecker<'d> {
        let reached = deadline.reached();
        DeadlineChecker { deadline, reached }
    }
}

impl Interrupt for DeadlineChecker<'_> {
    fn should_stop(&mut self) -> bool {
        self.reached = self.reached.or_else(|| self.deadline.reached());
        self.reached.is_some()
    }
}
