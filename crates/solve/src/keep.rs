//! Sinks that keep what they are told, for questions about one or two solutions.

use gridwright_fd::{Assignment, Detail, Event, Flow, Sink, Stats};

/// Keeps the last solutions told, at most two.
#[derive(Debug, Default)]
pub(crate) struct Keep {
    pub(crate) before: Option<Assignment>,
    pub(crate) last: Option<Assignment>,
}

impl Sink for Keep {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.before = self.last.replace(found.clone());
        Flow::Continue
    }
}

/// Passes solutions on and keeps the last, which is the best.
pub(crate) struct Best<'s> {
    pub(crate) sink: &'s mut dyn Sink,
    pub(crate) found: Option<Assignment>,
}

impl Sink for Best<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.found = Some(found.clone());
        self.sink.solution(found)
    }

    fn stats(&mut self, stats: &Stats) {
        self.sink.stats(stats);
    }

    fn detail(&self) -> Detail {
        self.sink.detail()
    }

    fn event(&mut self, event: &Event<'_>) {
        self.sink.event(event);
    }
}
