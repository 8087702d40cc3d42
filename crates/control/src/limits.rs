//! The limits of a run, how it ended, and deadlines for work other than runs.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::clock::{Clock, SystemClock};
use crate::progress::Progress;
use crate::stop::Stop;

/// The limits of a run. `None` means no limit, except for an engine that documents a default of its own.
/// An engine ignores limits on things it does not count.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall time; needs a clock.
    pub time: Option<Duration>,
    /// Nodes of the search tree.
    pub nodes: Option<u64>,
    /// Failures (conflicts).
    pub failures: Option<u64>,
    /// Backtracks.
    pub backtracks: Option<u64>,
    /// Solutions.
    pub solutions: Option<u64>,
    /// Steps of a CHR program: goals called and choice points retried.
    pub steps: Option<u64>,
    /// Bytes, by the engine's own estimate.
    pub memory: Option<usize>,
    /// The clock that measures `time`.
    pub clock: Option<Arc<dyn Clock>>,
    /// Lets another thread end the run.
    pub stop: Option<Stop>,
    /// Lets another thread read the counters of the run.
    pub progress: Option<Progress>,
}

impl Limits {
    /// The same limits with this much wall time, measured by the system's clock.
    #[must_use]
    pub fn time_limit(self, time: Duration) -> Limits {
        Limits {
            time: Some(time),
            ..self.timed()
        }
    }

    /// The same limits with the system's clock, so that runs are timed.
    #[must_use]
    pub fn timed(self) -> Limits {
        Limits {
            clock: Some(Arc::new(SystemClock::new())),
            ..self
        }
    }

    /// The same limits with at most this many failures.
    #[must_use]
    pub fn failure_limit(mut self, failures: u64) -> Limits {
        self.failures = Some(failures);
        self
    }

    /// The same limits with at most this many nodes.
    #[must_use]
    pub fn node_limit(mut self, nodes: u64) -> Limits {
        self.nodes = Some(nodes);
        self
    }

    /// The same limits with at most this many solutions.
    #[must_use]
    pub fn solution_limit(mut self, solutions: u64) -> Limits {
        self.solutions = Some(solutions);
        self
    }

    /// The same limits with the time that is left until a deadline: for each of several runs that must end together.
    #[must_use]
    pub fn until(&self, deadline: &Deadline) -> Limits {
        let left = deadline.remaining().into_iter().chain(self.time).min();
        Limits {
            time: left,
            ..self.clone()
        }
    }

    /// The time by the clock; zero without one.
    pub fn now(&self) -> Duration {
        self.clock.as_deref().map_or(Duration::ZERO, Clock::now)
    }

    /// The deadline for work that starts now and is not a run, such as building a model or setting it up.
    pub fn deadline(&self) -> Deadline {
        let clock = self.clock.clone();
        let moment = |time: Duration| Some(clock.as_ref()?.now().saturating_add(time));
        Deadline {
            moment: self.time.and_then(moment),
            clock,
            stop: self.stop.clone(),
            memory: self.memory,
            progress: self.progress.clone(),
        }
    }
}

/// When work must end: at a moment, at a stop request, or at whichever comes first; and the memory that what it builds may take. The default is never reached.
/// It also has the counters that other threads read.
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    moment: Option<Duration>,
    clock: Option<Arc<dyn Clock>>,
    stop: Option<Stop>,
    memory: Option<usize>,
    progress: Option<Progress>,
}

impl Deadline {
    /// A deadline that is never reached.
    pub fn never() -> Deadline {
        Deadline::default()
    }

    /// A deadline that is reached at a stop request.
    pub fn at_stop(stop: Stop) -> Deadline {
        Deadline {
            stop: Some(stop),
            ..Deadline::default()
        }
    }

    /// The same stop flag and counters with a new time limit, counted from now by the system's clock.
    #[must_use]
    pub fn within(self, time: Duration) -> Deadline {
        let limits = Limits {
            stop: self.stop,
            memory: self.memory,
            progress: self.progress,
            ..Limits::default()
        };
        limits.time_limit(time).deadline()
    }

    /// The same deadline for work that may build structures of this many bytes, by estimate, each.
    #[must_use]
    pub fn memory_limit(self, bytes: usize) -> Deadline {
        Deadline {
            memory: Some(bytes),
            ..self
        }
    }

    /// The same deadline with counters that other threads read.
    #[must_use]
    pub fn progress_to(self, progress: Progress) -> Deadline {
        Deadline {
            progress: Some(progress),
            ..self
        }
    }

    /// The counters that other threads read.
    pub fn progress(&self) -> Option<&Progress> {
        self.progress.as_ref()
    }

    /// The bytes that what is built may take, if they are limited.
    pub fn memory(&self) -> Option<usize> {
        self.memory
    }

    /// The limit that was reached, if one was, by work that has built `bytes`.
    pub fn reached_with(&self, bytes: usize) -> Option<Limit> {
        let is_over = self.memory.is_some_and(|limit| bytes > limit);
        is_over.then_some(Limit::Memory).or_else(|| self.reached())
    }

    /// The limits of a run that must end by this deadline.
    pub fn limits(&self) -> Limits {
        Limits {
            time: self.remaining(),
            clock: self.clock.clone(),
            stop: self.stop.clone(),
            memory: self.memory,
            progress: self.progress.clone(),
            ..Limits::default()
        }
    }

    /// The time that remains, if it is limited.
    pub fn remaining(&self) -> Option<Duration> {
        let (moment, clock) = (self.moment?, self.clock.as_ref()?);
        Some(moment.saturating_sub(clock.now()))
    }

    /// The limit that was reached, if one was.
    pub fn reached(&self) -> Option<Limit> {
        if self.stop.as_ref().is_some_and(Stop::is_requested) {
            return Some(Limit::Stop);
        }
        match (self.moment, &self.clock) {
            (Some(moment), Some(clock)) if clock.now() >= moment => Some(Limit::Time),
            _ => None,
        }
    }
}

/// Which limit ended a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// [`Limits::time`]
    Time,
    /// [`Limits::nodes`]
    Nodes,
    /// [`Limits::failures`]
    Failures,
    /// [`Limits::backtracks`]
    Backtracks,
    /// [`Limits::solutions`]
    Solutions,
    /// [`Limits::steps`]
    Steps,
    /// [`Limits::memory`]
    Memory,
    /// [`Limits::stop`]
    Stop,
}

impl Limit {
    /// A phrase for messages: "stopped at the time limit", "interrupted".
    pub fn describe(self) -> &'static str {
        match self {
            Limit::Time => "stopped at the time limit",
            Limit::Nodes => "stopped at the node limit",
            Limit::Failures => "stopped at the failure limit",
            Limit::Backtracks => "stopped at the backtrack limit",
            Limit::Solutions => "stopped at the solution limit",
            Limit::Steps => "stopped at the step limit",
            Limit::Memory => "stopped at the memory limit",
            Limit::Stop => "interrupted",
        }
    }
}

/// The name of the limit: "time", "nodes"; a stop request is "interrupted".
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Time => "time",
            Limit::Nodes => "nodes",
            Limit::Failures => "failures",
            Limit::Backtracks => "backtracks",
            Limit::Solutions => "solutions",
            Limit::Steps => "steps",
            Limit::Memory => "memory",
            Limit::Stop => "interrupted",
        })
    }
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The search space was searched completely; with an objective, the last solution is the best.
    Exhausted,
    /// The sink stopped the run.
    Stopped,
    /// A limit was reached first: there may be more solutions.
    LimitReached(Limit),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Exhausted => f.write_str("exhausted"),
            End::Stopped => f.write_str("stopped"),
            End::LimitReached(limit) => write!(f, "limit reached: {limit}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A clock that a test sets, in seconds.
    #[derive(Debug, Default)]
    struct TestClock(AtomicU64);

    impl Clock for TestClock {
        fn now(&self) -> Duration {
            Duration::from_secs(self.0.load(Ordering::Relaxed))
        }
    }

    #[test]
    fn a_deadline_is_reached_at_its_moment_or_by_a_stop_request() {
        let clock = Arc::new(TestClock::default());
        clock.0.store(5, Ordering::Relaxed);
        let stop = Stop::new();
        let limits = Limits {
            time: Some(Duration::from_secs(10)),
            clock: Some(clock.clone()),
            stop: Some(stop.clone()),
            ..Limits::default()
        };
        let deadline = limits.deadline();
        assert_eq!(deadline.reached(), None);
        assert_eq!(deadline.remaining(), Some(Duration::from_secs(10)));
        clock.0.store(8, Ordering::Relaxed);
        let rest = limits.until(&deadline);
        assert_eq!(rest.time, Some(Duration::from_secs(7)));
        assert_eq!(limits.until(&Deadline::never()).time, limits.time);
        clock.0.store(15, Ordering::Relaxed);
        assert_eq!(deadline.reached(), Some(Limit::Time));
        assert_eq!(deadline.remaining(), Some(Duration::ZERO));
        stop.request();
        assert_eq!(deadline.reached(), Some(Limit::Stop));
    }

    #[test]
    fn memory_is_limited_by_what_was_built() {
        let deadline = Deadline::never().memory_limit(1000);
        assert_eq!(deadline.reached(), None);
        assert_eq!(deadline.reached_with(1000), None);
        assert_eq!(deadline.reached_with(1001), Some(Limit::Memory));
        assert_eq!(deadline.limits().memory, Some(1000));
        let later = deadline.within(Duration::from_secs(1000));
        assert_eq!(later.limits().deadline().memory(), Some(1000));
        assert_eq!(Deadline::never().reached_with(usize::MAX), None);
    }

    #[test]
    fn the_runs_of_a_deadline_add_to_its_counters() {
        let progress = Progress::new();
        let deadline = Deadline::never().progress_to(progress.clone());
        let later = deadline.within(Duration::from_secs(1000));
        for limits in [later.limits(), later.limits().deadline().limits()] {
            limits.progress.expect("counters").add_nodes(2);
        }
        assert_eq!(progress.counts().nodes, 4);
    }

    #[test]
    fn a_default_deadline_is_never_reached() {
        let deadline = Deadline::default();
        assert_eq!((deadline.reached(), deadline.remaining()), (None, None));
        let stop = Stop::new();
        let deadline = Deadline::at_stop(stop.clone()).within(Duration::from_secs(1000));
        assert_eq!(deadline.reached(), None);
        assert!(deadline.remaining() > Some(Duration::from_secs(900)));
        assert!(deadline.limits().time > Some(Duration::from_secs(900)));
        stop.request();
        assert_eq!(deadline.reached(), Some(Limit::Stop));
    }
}
