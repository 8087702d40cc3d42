//! The agenda: stored constraints that wait for their turn, where rules have priorities.
//!
//! What is queued earlier comes first among equals.

use std::collections::BTreeSet;

/// A constraint and the occurrence it waits for; void once the constraint woke again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) suspension: u32,
    pub(crate) occurrence: u32,
    pub(crate) generation: u64,
}

/// The turns that wait, by priority and age.
#[derive(Clone, Debug, Default)]
pub(crate) struct Agenda {
    waiting: BTreeSet<(u32, u32)>,
    all: Vec<Turn>,
    /// The priority of the rules that are tried or whose body runs now; only what comes before it interrupts.
    pub(crate) level: u32,
    /// Turns that were queued or taken, and which of both.
    trail: Vec<(u32, u32, bool)>,
    /// Whether there is a choice point to go back to.
    pub(crate) trailing: bool,
}

/// How far the agenda has come, to go back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AgendaMark {
    turns: usize,
    trail: usize,
    level: u32,
}

impl Agenda {
    pub(crate) fn new() -> Agenda {
        Agenda {
            level: u32::MAX,
            ..Agenda::default()
        }
    }

    pub(crate) fn mark(&self) -> AgendaMark {
        AgendaMark {
            turns: self.all.len(),
            trail: self.trail.len(),
            level: self.level,
        }
    }

    /// Goes back to a mark.
    pub(crate) fn undo_to(&mut self, mark: AgendaMark) {
        for (priority, turn, queued) in self.trail.drain(mark.trail..).rev() {
            if queued {
                self.waiting.remove(&(priority, turn));
            } else {
                self.waiting.insert((priority, turn));
            }
        }
        self.all.truncate(mark.turns);
        self.level = mark.level;
    }

    /// Queues a turn.
    pub(crate) fn queue(&mut self, priority: u32, turn: Turn) {
        let number = self.all.len() as u32;
        self.all.push(turn);
        self.waiting.insert((priority, number));
        if self.trailing {
            self.trail.push((priority, number, true));
        }
    }

    /// Whether something waits that comes before the level.
    pub(crate) fn is_urgent(&self) -> bool {
        let first = self.waiting.first();
        first.is_some_and(|&(priority, _)| priority < self.level)
    }

    /// Takes the most urgent turn out, if it comes before the level.
    pub(crate) fn take(&mut self) -> Option<(u32, Turn)> {
        let &(priority, number) = self.waiting.first()?;
        if priority >= self.level {
            return None;
        }
        self.waiting.remove(&(priority, number));
        if self.trailing {
            self.trail.push((priority, number, false));
        }
        Some((priority, self.all[number as usize]))
    }

    /// Updates links to suspensions that were moved.
    pub(crate) fn correct(&mut self, moved: impl Fn(usize) -> usize) {
        for turn in &mut self.all {
            turn.suspension = moved(turn.suspension as usize) as u32;
        }
    }
}
