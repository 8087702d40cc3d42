//! Checks the limits of a run while it searches for steps.

use gridwright_fd::{Deadline, Limit, Limits};

/// Checks limits, and remembers which one was reached.
#[derive(Debug)]
pub(crate) struct LimitCheck {
    deadline: Deadline,
    reached: Option<Limit>,
}

impl LimitCheck {
    pub(crate) fn new(limits: &Limits) -> LimitCheck {
        LimitCheck {
            deadline: limits.deadline(),
            reached: None,
        }
    }

    /// Fails once a limit is reached.
    pub(crate) fn check(&mut self) -> Result<(), Limit> {
        self.check_now().map_or(Ok(()), Err)
    }

    /// The limit that is reached, if any.
    pub(crate) fn check_now(&mut self) -> Option<Limit> {
        self.reached = self.reached.or_else(|| self.deadline.reached());
        self.reached
    }
}
