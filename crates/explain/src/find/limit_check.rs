//! Checks the limits of a run while it searches for steps, and the effort that the search may take.

use gridwright_fd::{Deadline, Limit, Limits};

/// Checks limits, and remembers which one was reached.
#[derive(Debug)]
pub(crate) struct LimitCheck {
    deadline: Deadline,
    reached: Option<Limit>,
    /// The maximum effort of propagation.
    max_effort: u64,
    is_exhausted: bool,
    /// The effort at which the clock is read next.
    next_clock: u64,
}

/// The effort between two readings of the clock. Propagation of this effort takes less than a millisecond.
const PER_CLOCK: u64 = 10_000;

impl LimitCheck {
    pub(crate) fn new(limits: &Limits) -> LimitCheck {
        LimitCheck {
            deadline: limits.deadline(),
            reached: None,
            max_effort: u64::MAX,
            is_exhausted: false,
            next_clock: 0,
        }
    }

    /// The same, with a maximum effort. It is no clock, so that a puzzle always has the same explanation.
    pub(crate) fn max_effort(self, max_effort: u64) -> LimitCheck {
        LimitCheck { max_effort, ..self }
    }

    /// Fails once a limit is reached, or after more than the maximum effort.
    pub(crate) fn check(&mut self, effort: u64) -> Result<(), Limit> {
        if effort > self.max_effort {
            self.is_exhausted = true;
            return Err(Limit::Steps);
        }
        if effort >= self.next_clock {
            self.next_clock = effort + PER_CLOCK;
            self.check_now();
        }
        self.reached.map_or(Ok(()), Err)
    }

    /// The limit that is reached, if any.
    pub(crate) fn check_now(&mut self) -> Option<Limit> {
        self.reached = self.reached.or_else(|| self.deadline.reached());
        self.reached
    }

    /// Whether the last failure was by the maximum effort.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.is_exhausted && self.reached.is_none()
    }
}
