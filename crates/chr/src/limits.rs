//! Limits: how long a run may go on, and how it is told to stop. Time comes in through a clock that is passed in.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How much a run may use; `None` is without limit.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall time; needs a clock.
    pub time: Option<Duration>,
    /// Goals called, rules tried for a constraint included.
    pub steps: Option<u64>,
    /// Nodes of the search, as programs count them by `flag(nodes, N, N+1)`.
    pub nodes: Option<u64>,
    /// Bytes of heap, frames and store together.
    pub memory: Option<usize>,
    /// Where time is read.
    pub clock: Option<Arc<dyn Clock>>,
    /// Lets another thread end the run.
    pub stop: Option<Stop>,
}

impl Default for Limits {
    /// No limit but one on memory, 4 GiB, so that a recursion without end becomes a message.
    fn default() -> Limits {
        Limits {
            time: None,
            steps: None,
            nodes: None,
            memory: Some(4 << 30),
            clock: None,
            stop: None,
        }
    }
}

/// Tells the time since some fixed moment.
pub trait Clock: fmt::Debug + Send + Sync {
    /// The time since that moment; never goes back.
    fn now(&self) -> Duration;
}

/// A switch that ends a run from another thread. Clones are the same switch.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A switch that is not pressed.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Ends every run that watches it.
    pub fn press(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was pressed.
    pub fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Which limit ended a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// [`Limits::time`]
    Time,
    /// [`Limits::steps`]
    Steps,
    /// [`Limits::nodes`]
    Nodes,
    /// [`Limits::memory`]
    Memory,
    /// [`Limits::stop`]
    Stop,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Time => "the time is up",
            Limit::Steps => "the number of steps is used up",
            Limit::Nodes => "the number of nodes is used up",
            Limit::Memory => "the memory is used up; a recursion may have no end",
            Limit::Stop => "stopped from outside",
        })
    }
}

impl std::error::Error for Limit {}
