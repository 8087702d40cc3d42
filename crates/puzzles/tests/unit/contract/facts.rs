//! Tests of `facts`.

use gridwright_puzzles::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use gridwright_fd::{Atom, Var};

#[test]
fn facts_are_made_on_first_use_and_once() {
    let times = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&times);
    let facts = Facts::lazy(move || {
        counted.fetch_add(1, Ordering::Relaxed);
        [Some(Atom::eq(Var::ZERO, 0)), None]
    });
    assert_eq!(times.load(Ordering::Relaxed), 0);
    assert_eq!(facts.len(), 2);
    assert_eq!(facts[0], Some(Atom::eq(Var::ZERO, 0)));
    assert_eq!(times.load(Ordering::Relaxed), 1);
    let same: Facts = facts.iter().copied().collect();
    assert_eq!(*same, *facts);
}
