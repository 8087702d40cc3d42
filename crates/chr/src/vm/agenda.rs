//! The agenda: stored constraints that wait for their turn, where rules have priorities.
//!
//! A called or woken constraint is queued at the priority of its first occurrence. It is active at the occurrences of one priority
//! at a time and then queued for the next. What is queued earlier comes first among equals.

use std::collections::BTreeSet;

use crate::code::fixed;
use crate::code::layout::FRAME;
use crate::code::layout::SUSPENSION_HEADER;
use crate::code::layout::{ARGS, OCCURRENCE, OWN_SUSPENSION};
use crate::code::word::Word;
use crate::vm::events::Event;
use crate::vm::exceptions::Outcome;
use crate::vm::machine::Machine;

/// A constraint and the occurrence it waits for; void once the constraint woke again.
#[derive(Clone, Copy, Debug)]
struct Turn {
    suspension: u32,
    occurrence: u32,
    generation: u64,
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
    fn queue(&mut self, priority: u32, turn: Turn) {
        let number = self.all.len() as u32;
        self.all.push(turn);
        self.waiting.insert((priority, number));
        if self.trailing {
            self.trail.push((priority, number, true));
        }
    }

    /// Takes the most urgent turn out, if it comes before the level.
    fn take(&mut self) -> Option<(u32, Turn)> {
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

    /// Tells of suspensions that were moved.
    pub(crate) fn correct(&mut self, moved: impl Fn(usize) -> usize) {
        for turn in &mut self.all {
            turn.suspension = moved(turn.suspension as usize) as u32;
        }
    }
}

impl Machine<'_> {
    /// Stores a constraint with the arguments loaded, and queues it.
    pub(crate) fn queue(&mut self, symbol: u32) {
        self.counters.calls += 1;
        let arity = self.code.constraints[symbol as usize].functor.arity();
        let from = self.frame(ARGS + arity) + ARGS;
        for at in 0..arity {
            self.env[from + at] = self.deref(self.args[at]).0;
        }
        let given = &self.env[from..from + arity];
        let suspension = self.store.insert(&mut self.heap, symbol as usize, given);
        if self.tracer.on() {
            self.tell_suspension(Event::Call, suspension);
        }
        self.tell_suspension(Event::Insert, suspension);
        self.schedule(suspension, 0);
    }

    /// Calls a constraint whose types are checked, or that comes from outside a rule's body where rules have priorities: then all that is more urgent
    /// than what runs now is done at once.
    pub(crate) fn post(&mut self, symbol: u32) -> Outcome {
        self.check_types(symbol)?;
        if !self.code.prioritised || self.code.constraints[symbol as usize].fleeting {
            return self.activate(symbol);
        }
        self.pc = self.cp;
        self.queue(symbol);
        self.take_turns();
        Ok(true)
    }

    /// Queues a stored constraint for the first of its occurrences from `at` on.
    pub(crate) fn schedule(&mut self, suspension: usize, at: usize) {
        let constraint = &self.code.constraints[self.store.symbol_of(suspension)];
        let Some(occurrence) = constraint.occurrences.get(at) else {
            return;
        };
        let turn = Turn {
            suspension: suspension as u32,
            occurrence: at as u32,
            generation: self.store.suspensions[suspension + 2],
        };
        self.agenda.queue(occurrence.priority, turn);
    }

    /// The active constraint has been tried at all occurrences of one priority, and waits for the next.
    pub(crate) fn wait(&mut self, base: usize, at: usize) -> bool {
        let suspension = self.env[base + OWN_SUSPENSION] as usize;
        if suspension != 0 {
            self.schedule(suspension, at);
        }
        self.exit();
        true
    }

    /// Arranges that what is more urgent than the present level is done before the machine goes on.
    pub(crate) fn take_turns(&mut self) {
        self.cp = self.pc;
        self.push_frame(0, &[Word::count(self.agenda.level as usize).0]);
        self.pc = fixed::TURN_NEXT;
    }

    /// Whether something more urgent than the active constraint's rule waits; it is then done before the search goes on.
    pub(crate) fn gives_way(&mut self) -> bool {
        let symbol = self.symbol_at(self.e);
        let at = self.env[self.e + OCCURRENCE] as usize;
        self.agenda.level = self.code.constraints[symbol].occurrences[at].priority;
        let first = self.agenda.waiting.first();
        if first.is_none_or(|&(priority, _)| priority >= self.agenda.level) {
            return false;
        }
        self.take_turns();
        true
    }

    /// Takes the most urgent turn that comes before the level of the present frame, or leaves the frame.
    pub(crate) fn turn_next(&mut self) -> Outcome {
        self.agenda.level = Word(self.env[self.e + FRAME]).value() as u32;
        loop {
            let Some((priority, turn)) = self.agenda.take() else {
                self.leave();
                self.pc = self.cp;
                return Ok(true);
            };
            let suspension = turn.suspension as usize;
            if !self.store.is_alive(suspension)
                || self.store.suspensions[suspension + 2] != turn.generation
            {
                continue;
            }
            let symbol = self.store.symbol_of(suspension);
            for at in 0..self.code.constraints[symbol].functor.arity() {
                self.args[at] = Word(self.store.suspensions[suspension + SUSPENSION_HEADER + at]);
            }
            self.cp = fixed::TURN_NEXT;
            self.agenda.level = priority;
            return self.activate_suspension(
                symbol as u32,
                suspension,
                turn.generation,
                turn.occurrence as usize,
            );
        }
    }
}
