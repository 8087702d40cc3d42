//! Rules with priorities: constraints are queued on the agenda, and take their turns.
//!
//! A called or woken constraint is queued at the priority of its first occurrence. It is active at the occurrences of one priority
//! at a time and then queued for the next.

use crate::code::fixed;
use crate::code::layout::FRAME;
use crate::code::layout::SUSPENSION_HEADER;
use crate::code::layout::{ARGS, OCCURRENCE, OWN_SUSPENSION};
use crate::code::word::Word;
use crate::state::agenda::Turn;
use crate::state::event::Event;
use crate::state::exception::Outcome;
use crate::vm::machine::Machine;

impl Machine<'_> {
    /// Stores a constraint with the arguments loaded, and queues it.
    pub(crate) fn queue(&mut self, symbol: u32) {
        self.profile.counters.calls += 1;
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
        if !self.agenda.is_urgent() {
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
