//! Counters of running searches, for another thread to read.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counters summed over one or more runs. Clones share the same counters.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    nodes: AtomicU64,
    failures: AtomicU64,
    solutions: AtomicU64,
    boards: AtomicU64,
}

/// The values of the counters at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProgressCounts {
    /// Nodes of the search tree; of a search for the steps of an explanation, the assumptions that it tried.
    pub nodes: u64,
    /// Conflicts.
    pub failures: u64,
    /// Solutions.
    pub solutions: u64,
    /// Full boards of a generator.
    pub boards: u64,
}

impl Progress {
    /// Counters at zero.
    pub fn new() -> Progress {
        Progress::default()
    }

    /// The current values.
    pub fn counts(&self) -> ProgressCounts {
        ProgressCounts {
            nodes: self.0.nodes.load(Ordering::Relaxed),
            failures: self.0.failures.load(Ordering::Relaxed),
            solutions: self.0.solutions.load(Ordering::Relaxed),
            boards: self.0.boards.load(Ordering::Relaxed),
        }
    }

    /// Adds nodes.
    pub fn add_nodes(&self, n: u64) {
        self.0.nodes.fetch_add(n, Ordering::Relaxed);
    }

    /// Adds a full board.
    pub fn add_board(&self) {
        self.0.boards.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds the difference between a run's counts `now` and those it `reported` last, and sets `reported` to `now`.
    pub fn add(&self, reported: &mut ProgressCounts, now: ProgressCounts) {
        let add = |counter: &AtomicU64, reported: &mut u64, now: u64| {
            counter.fetch_add(now.saturating_sub(*reported), Ordering::Relaxed);
            *reported = now;
        };
        add(&self.0.nodes, &mut reported.nodes, now.nodes);
        add(&self.0.failures, &mut reported.failures, now.failures);
        add(&self.0.solutions, &mut reported.solutions, now.solutions);
        add(&self.0.boards, &mut reported.boards, now.boards);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_runs_add_up() {
        let progress = Progress::new();
        let counts = |nodes| ProgressCounts {
            nodes,
            ..ProgressCounts::default()
        };
        let (mut first, mut second) = (ProgressCounts::default(), ProgressCounts::default());
        progress.add(&mut first, counts(10));
        progress.add(&mut second, counts(5));
        progress.add(&mut first, counts(12));
        assert_eq!(progress.counts(), counts(17));
        assert_eq!((first, second), (counts(12), counts(5)));
    }
}
