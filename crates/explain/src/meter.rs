//! Watches the limits while steps are looked for.

use std::time::Duration;

use gridwright_fd::{Limit, Limits, Stop};

/// How often the clock is passed by between two looks at it.
const TICKS: u32 = 32;

/// Watches limits.
#[derive(Debug)]
pub(crate) struct Meter<'l> {
    limits: &'l Limits,
    deadline: Option<Duration>,
    ticks: u32,
    over: Option<Limit>,
}

impl<'l> Meter<'l> {
    pub(crate) fn new(limits: &'l Limits) -> Meter<'l> {
        let now = limits.clock.as_ref().map(|clock| clock.now());
        Meter {
            limits,
            deadline: now.and_then(|now| Some(now.saturating_add(limits.time?))),
            ticks: 0,
            over: None,
        }
    }

    /// The limit that was reached, if any.
    pub(crate) fn over(&mut self) -> Option<Limit> {
        self.ticks += 1;
        if self.ticks.is_multiple_of(TICKS) && self.over.is_none() {
            if self.limits.stop.as_ref().is_some_and(Stop::is_requested) {
                self.over = Some(Limit::Stop);
            } else if let (Some(deadline), Some(clock)) = (self.deadline, &self.limits.clock)
                && clock.now() >= deadline
            {
                self.over = Some(Limit::Time);
            }
        }
        self.over
    }
}
