//! A flag that lets one thread stop the runs of another.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A stop flag shared between threads. Clones share the same flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    is_requested: AtomicBool,
    parent: Option<Stop>,
}

impl Stop {
    /// A flag that is not set.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// A child flag: it is set when this flag is set; setting it does not set this flag.
    pub fn child(&self) -> Stop {
        Stop(Arc::new(Flag {
            is_requested: AtomicBool::new(false),
            parent: Some(self.clone()),
        }))
    }

    /// Sets the flag: every run that checks it, or a child of it, stops.
    pub fn request(&self) {
        self.0.is_requested.store(true, Ordering::Relaxed);
    }

    /// Whether this flag or a parent of it was set.
    pub fn is_requested(&self) -> bool {
        let Flag {
            is_requested,
            parent,
        } = &*self.0;
        is_requested.load(Ordering::Relaxed) || parent.as_ref().is_some_and(Stop::is_requested)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_stops_with_its_parent_and_not_the_other_way_round() {
        let parent = Stop::new();
        let (first, second) = (parent.child(), parent.child());
        first.request();
        assert!(first.is_requested());
        assert!(!parent.is_requested() && !second.is_requested());
        parent.request();
        assert!(second.clone().child().is_requested());
    }
}
