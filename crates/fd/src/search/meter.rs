//! Watches the limits of a run, and the deadline of propagation that is not part of a run.

use std::time::Duration;

use gridwright_control::{Deadline, Limit, Limits, ProgressCounts, Stop};

use crate::kernel::Driver;
use crate::search::events::Stats;

/// How many propagators run at most between two looks at the clock: usually well under a millisecond's worth.
const MAX_TICKS: u32 = 64;

/// How many nodes are counted before progress is told of them.
const PROGRESS_INTERVAL: u64 = 16;

/// Where so much time passes between two looks, propagators are dear, and fewer of them run before the next.
const SLOW: Duration = Duration::from_millis(2);

/// Watches the limits during one run.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    limits: &'a Limits,
    deadline: Option<Duration>,
    started: Duration,
    /// How many propagators run until the next look, and how many between looks at present.
    ticks: u32,
    pace: u32,
    /// When the clock was last looked at.
    looked: Duration,
    pub(crate) over: Option<Limit>,
    /// Bytes in use, kept up to date by the search.
    pub(crate) memory: usize,
    /// What progress was told last.
    reported: ProgressCounts,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: &'a Limits) -> Meter<'a> {
        let now = limits
            .clock
            .as_ref()
            .map_or(Duration::ZERO, |clock| clock.now());
        Meter::since(limits, now)
    }

    /// The meter of a run that began at `started` and goes on.
    pub(crate) fn since(limits: &'a Limits, started: Duration) -> Meter<'a> {
        Meter {
            limits,
            deadline: limits.time.map(|time| started.saturating_add(time)),
            started,
            ticks: 1,
            pace: 1,
            looked: started,
            over: None,
            memory: 0,
            reported: ProgressCounts::default(),
        }
    }

    /// When the run began, by its clock.
    pub(crate) fn started(&self) -> Duration {
        self.started
    }

    /// The time since the run began, where there is a clock.
    pub(crate) fn elapsed(&self) -> Duration {
        self.limits.clock.as_ref().map_or(Duration::ZERO, |clock| {
            clock.now().saturating_sub(self.started)
        })
    }

    /// Whether a counted limit is reached; asked at every node.
    pub(crate) fn check(&mut self, stats: &Stats) -> Option<Limit> {
        if self.over.is_some() {
            return self.over;
        }
        // A few nodes more or less are nothing to who looks on.
        if let Some(progress) = &self.limits.progress
            && stats.nodes >= self.reported.nodes + PROGRESS_INTERVAL
        {
            let now = ProgressCounts {
                nodes: stats.nodes,
                failures: stats.failures,
                solutions: stats.solutions,
            };
            progress.add(&mut self.reported, now);
        }
        let reached = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
        if reached(self.limits.nodes, stats.nodes) {
            self.over = Some(Limit::Nodes);
        } else if reached(self.limits.failures, stats.failures) {
            self.over = Some(Limit::Failures);
        } else if reached(self.limits.backtracks, stats.backtracks) {
            self.over = Some(Limit::Backtracks);
        } else if reached(self.limits.solutions, stats.solutions) {
            self.over = Some(Limit::Solutions);
        } else {
            // A tree in which no propagator runs must notice the clock too.
            self.is_over();
        }
        self.over
    }

    #[cold]
    fn look(&mut self) -> bool {
        if let Some(clock) = &self.limits.clock {
            let now = clock.now();
            let gap = now.saturating_sub(self.looked);
            self.pace = match gap > SLOW {
                true => (self.pace / 8).max(1),
                false => (self.pace * 2).min(MAX_TICKS),
            };
            self.looked = now;
        } else {
            self.pace = MAX_TICKS;
        }
        self.ticks = self.pace;
        if self.limits.stop.as_ref().is_some_and(Stop::is_requested) {
            self.over = Some(Limit::Stop);
        } else if self.limits.memory.is_some_and(|limit| self.memory > limit) {
            self.over = Some(Limit::Memory);
        } else if self
            .deadline
            .is_some_and(|deadline| self.looked >= deadline)
        {
            self.over = Some(Limit::Time);
        }
        self.over.is_some()
    }
}

impl Driver for Meter<'_> {
    #[inline]
    fn is_over(&mut self) -> bool {
        self.ticks -= 1;
        self.ticks == 0 && self.look()
    }
}

/// Propagation without search, until a deadline.
#[derive(Debug)]
pub(crate) struct Until<'d> {
    deadline: &'d Deadline,
    pub(crate) over: Option<Limit>,
}

impl<'d> Until<'d> {
    pub(crate) fn new(deadline: &'d Deadline) -> Until<'d> {
        let over = deadline.reached();
        Until { deadline, over }
    }
}

impl Driver for Until<'_> {
    fn is_over(&mut self) -> bool {
        self.over = self.over.or_else(|| self.deadline.reached());
        self.over.is_some()
    }
}
