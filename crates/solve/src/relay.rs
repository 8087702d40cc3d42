//! Passes solutions on from two runs in turn, so that none is told twice.

use std::collections::HashSet;

use gridwright_fd::{Assignment, Detail, Event, Flow, Sink, Stats, Var};

use crate::spent;

/// A sink between two runs and the sink they serve.
pub(crate) struct Relay<'s> {
    sink: &'s mut dyn Sink,
    keys: &'s [Var],
    told: HashSet<Vec<i32>>,
    /// What the runs that are over have counted.
    pub(crate) before: Stats,
    /// What was counted in all up to the next solution.
    counted: Stats,
    /// How many solutions are wanted in all.
    wanted: Option<u64>,
    /// Whether that many were told.
    pub(crate) full: bool,
    /// Whether the sink said stop.
    pub(crate) stopped: bool,
}

impl<'s> Relay<'s> {
    pub(crate) fn new(sink: &'s mut dyn Sink, keys: &'s [Var], wanted: Option<u64>) -> Relay<'s> {
        Relay {
            sink,
            keys,
            told: HashSet::new(),
            before: Stats::default(),
            counted: Stats::default(),
            wanted,
            full: false,
            stopped: false,
        }
    }

    /// How many solutions were told.
    pub(crate) fn n_told(&self) -> u64 {
        self.told.len() as u64
    }
}

impl Sink for Relay<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        if !self.told.insert(found.values(self.keys)) {
            return Flow::Continue;
        }
        self.sink.stats(&self.counted);
        self.stopped = self.sink.solution(found) == Flow::Stop;
        self.full = self.wanted.is_some_and(|wanted| self.n_told() >= wanted);
        if self.stopped || self.full {
            Flow::Stop
        } else {
            Flow::Continue
        }
    }

    fn stats(&mut self, stats: &Stats) {
        self.counted = self.before.clone();
        spent::add_stats(&mut self.counted, stats);
        // The sink counts what it is told.
        self.counted.solutions = self.n_told() + 1;
    }

    fn detail(&self) -> Detail {
        self.sink.detail()
    }

    fn event(&mut self, event: &Event<'_>) {
        if let Event::Solution { found } = event
            && self.told.contains(&found.values(self.keys))
        {
            return;
        }
        self.sink.event(event);
    }
}
