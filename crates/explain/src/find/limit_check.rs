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
    /// The checks that are not counted yet: there is one for each assumption that is tried.
    uncounted: u64,
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
            uncounted: 0,
        }
    }

    /// The same, with a maximum effort. It is no clock, so that a puzzle always has the same explanation.
    pub(crate) fn max_effort(mut self, max_effort: u64) -> LimitCheck {
        self.max_effort = max_effort;
        self
    }

    /// Fails once a limit is reached, or after more than the maximum effort.
    pub(crate) fn check(&mut self, effort: u64) -> Result<(), Limit> {
        if effort > self.max_effort {
            self.is_exhausted = true;
            return Err(Limit::Steps);
        }
        self.uncounted += 1;
        if effort >= self.next_clock {
            self.next_clock = effort + PER_CLOCK;
            self.count();
            self.check_now();
        }
        self.reached.map_or(Ok(()), Err)
    }

    fn count(&mut self) {
        if let Some(progress) = self.deadline.progress() {
            progress.add_nodes(std::mem::take(&mut self.uncounted));
        }
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

impl Drop for LimitCheck {
    fn drop(&mut self) {
        self.count();
    }
}

#[cfg(test)]
mod tests {
    use gridwright_fd::Progress;

    use super::*;

    #[test]
    fn every_assumption_that_is_tried_is_counted() {
        let progress = Progress::new();
        let limits = Limits {
            progress: Some(progress.clone()),
            ..Limits::default()
        };
        let mut check = LimitCheck::new(&limits);
        for effort in [0, 1, PER_CLOCK + 1, PER_CLOCK + 2] {
            assert_eq!(check.check(effort), Ok(()));
        }
        assert_eq!(progress.counts().nodes, 3);
        drop(check);
        assert_eq!(progress.counts().nodes, 4);
    }
}
