//! Patience: until when puzzles are made. A limit of time or a switch ends making; it never changes what is made.

use std::time::Duration;

use gridwright_fd::{Clock, Limit, Limits, Stop};
use gridwright_solve::SystemClock;
use std::sync::Arc;

/// Until when puzzles are made.
#[derive(Clone, Debug)]
pub struct Patience {
    stop: Stop,
    deadline: Option<(Arc<dyn Clock>, Duration)>,
}

impl Patience {
    /// Until it is done.
    pub fn endless() -> Patience {
        Patience::until(Stop::new())
    }

    /// Until the switch is pressed.
    pub fn until(stop: Stop) -> Patience {
        Patience {
            stop,
            deadline: None,
        }
    }

    /// The same, and no longer than this from now on.
    pub fn at_most(self, time: Duration) -> Patience {
        let clock = SystemClock::new();
        let end = clock.now().saturating_add(time);
        Patience {
            deadline: Some((Arc::new(clock), end)),
            ..self
        }
    }

    /// What has ended it, if anything.
    pub fn over(&self) -> Option<Limit> {
        if self.stop.is_pressed() {
            return Some(Limit::Stop);
        }
        let late = |(clock, end): &(Arc<dyn Clock>, Duration)| clock.now() >= *end;
        let late = self.deadline.as_ref().is_some_and(late);
        late.then_some(Limit::Time)
    }

    /// The limits of one run, with at most so many failures.
    pub(crate) fn limits(&self, failures: u64) -> Limits {
        let deadline = self.deadline.as_ref();
        Limits {
            failures: Some(failures),
            stop: Some(self.stop.clone()),
            time: deadline.map(|(clock, end)| end.saturating_sub(clock.now())),
            clock: deadline.map(|(clock, _)| Arc::clone(clock)),
            ..Limits::default()
        }
    }
}
