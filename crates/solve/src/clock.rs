//! The system's clock: the only place in a library room that reads it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use gridwright_fd::{Clock, Limits};

/// The system's monotonic clock, counted from when this was made.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// A clock that starts now.
    pub fn new() -> SystemClock {
        SystemClock(Instant::now())
    }
}

impl Default for SystemClock {
    fn default() -> SystemClock {
        SystemClock::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Limits on wall time, for those who may read the clock.
pub trait TimeLimit {
    /// The same limits with this much wall time, measured by the system's clock.
    fn time_limit(self, time: Duration) -> Limits;

    /// The same limits with the system's clock, so that runs are timed.
    fn timed(self) -> Limits;
}

impl TimeLimit for Limits {
    fn time_limit(self, time: Duration) -> Limits {
        Limits {
            time: Some(time),
            ..self.timed()
        }
    }

    fn timed(self) -> Limits {
        Limits {
            clock: Some(Arc::new(SystemClock::new())),
            ..self
        }
    }
}
