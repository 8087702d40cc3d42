//! Clocks. [`SystemClock`] is the only place in a library crate that reads the system's clock.

use std::fmt;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A monotonic clock.
pub trait Clock: fmt::Debug + Send + Sync {
    /// The time since a fixed moment; it never decreases.
    fn now(&self) -> Duration;

    /// The time since the start of 1970, if the clock knows it.
    fn unix_time(&self) -> Option<Duration> {
        None
    }
}

/// The system's monotonic clock, counted from when this value was created.
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

    fn unix_time(&self) -> Option<Duration> {
        SystemTime::now().duration_since(UNIX_EPOCH).ok()
    }
}
