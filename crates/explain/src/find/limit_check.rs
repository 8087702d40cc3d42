//! Checks the limits of a run while it searches for steps.

use gridwright_fd::{Deadline, Limit, Limits};

/// The clock is read once per this many checks.
const CHECKS_PER_READING: u32 = 32;

/// Checks limits, and remembers which one was reached.
#[derive(Debug)]
pub(crate) struct LimitCheck {
    deadline: Deadline,
    checks: u32,
    reached: Option<Limit>,
}

impl LimitCheck {
    pub(crate) fn new(limits: &Limits) -> LimitCheck {
        LimitCheck {
            deadline: limits.deadline(),
            checks: 0,
            reached: None,
        }
    }

    /// Fails once a limit is reached.
    pub(crate) fn check(&mut self) -> Result<(), Limit> {
        self.checks += 1;
        if self.checks.is_multiple_of(CHECKS_PER_READING) && self.reached.is_none() {
            self.reached = self.deadline.reached();
        }
        self.reached.map_or(Ok(()), Err)
    }

    /// The limit that is reached, if any.
    pub(crate) fn check_now(&mut self) -> Option<Limit> {
        self.reached = self.reached.or_else(|| self.deadline.reached());
        self.reached
    }
}
