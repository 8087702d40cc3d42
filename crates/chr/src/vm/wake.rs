//! Waking: what happens after a watched variable was bound.
//!
//! As in SWI-Prolog, each bound variable is taken in turn: its lists are sorted by age and join those of the other variable, if it
//! was bound to one, and then the constraints wake, symbol by symbol as declared, the oldest first.

use crate::code::fixed;
use crate::code::layout::FRAME;
use crate::code::layout::SUSPENSION_HEADER;
use crate::code::word::{Tag, Word};
use crate::state::choice_point::DUE;
use crate::state::exception::Outcome;
use crate::vm::frames::Kept;
use crate::vm::machine::Machine;

impl Machine<'_> {
    /// Arranges that constraints wake before the machine goes on; false if they must not, because a guard bound a variable that it was given.
    pub(crate) fn wake(&mut self) -> bool {
        let floor = self.guarded_below();
        // A variable that no constraint watches and nothing else waits for is left to the end of the guard.
        let is_given = |&(place, lists): &(usize, usize)| {
            place != DUE && place < floor && (lists != 0 || !self.heap.has_only_types(place))
        };
        if self.heap.pending.iter().any(is_given) {
            return false;
        }
        let pending = std::mem::take(&mut self.heap.pending);
        self.cp = self.pc;
        for &(place, lists) in pending.iter().rev() {
            if place == DUE {
                let goal = self.due[lists];
                let goal = self.call_of("$cleanup", &[goal]);
                self.push_frame(0, &[goal.0]);
                self.cp = fixed::META_NEXT;
                continue;
            }
            // The attributes come with the variable, so that they stay where they are.
            let slots = [
                Word::reference(place).0,
                Word::count(lists).0,
                Word::reference(place + 1).0,
            ];
            self.push_frame(0, &slots);
            self.cp = fixed::WAKE_START;
        }
        self.pc = self.cp;
        self.heap.pending = pending;
        self.heap.pending.clear();
        self.due.clear();
        true
    }

    /// Joins the lists of a variable that was bound with what it was bound to, and begins to wake.
    pub(crate) fn wake_start(&mut self) -> Outcome {
        let place = Word(self.env[self.e + FRAME]).place();
        let lists = Word(self.env[self.e + FRAME + 1]).value() as usize;
        self.leave();
        if self.heap[place + 1] != Word::NIL {
            return self.wake_attributes(place, lists);
        }
        let value = self.deref(self.heap[place]);
        Ok(self.wake_constraints(value, lists))
    }

    /// Wakes the constraints of a variable that was bound.
    pub(crate) fn wake_constraints(&mut self, value: Word, lists: usize) -> bool {
        if value.is_constant() {
            return self.wake_bound(lists);
        }
        let watches = self.code.watches as usize;
        let own: Vec<Vec<usize>> = (0..watches)
            .map(|watch| self.by_age(lists + watch))
            .collect();
        let mut wakes = own.clone();
        match value.tag() {
            Tag::Ref => {
                let other = self.store.watched_at(&mut self.heap, value);
                self.join_lists(other, &own, &mut wakes);
            }
            Tag::List | Tag::Compound => {
                for var in self.heap.vars(value) {
                    let other = self.store.watched_at(&mut self.heap, var);
                    self.join_lists(other, &own, &mut wakes.clone());
                }
            }
            _ => {}
        }
        let is_var = value.is_ref();
        let code = self.code;
        let mut slots = vec![0, self.store.next_id];
        for constraint in &code.constraints {
            let Some(watch) = constraint.watch else {
                continue;
            };
            if !is_var {
                for &suspension in &own[watch as usize] {
                    self.store.settle(&self.heap, suspension);
                }
            }
            if constraint.triggers {
                let all = if constraint.wakes_partially {
                    &own
                } else {
                    &wakes
                };
                slots.extend(
                    all[watch as usize]
                        .iter()
                        .map(|&suspension| suspension as u64),
                );
            }
        }
        if slots.len() == 2 {
            self.pc = self.cp;
        } else {
            let base = self.push_frame(0, &slots);
            self.env[base + 3] = Kept::Woken.sized(FRAME + slots.len());
            self.pc = fixed::WAKE_NEXT;
        }
        true
    }

    /// Begins to wake the constraints of a variable that was bound to a constant.
    fn wake_bound(&mut self, lists: usize) -> bool {
        let code = self.code;
        let mut slots = std::mem::take(&mut self.woken);
        slots.clear();
        slots.extend([0, self.store.next_id]);
        for constraint in &code.constraints {
            let Some(watch) = constraint.watch else {
                continue;
            };
            let list = lists + watch as usize;
            if self.store.watched[list] == 0 {
                continue;
            }
            let from = slots.len();
            let mut link = self.store.watched[list];
            while link != 0 {
                let suspension = self.store.suspension_of(link);
                if self.store.is_alive(suspension) {
                    slots.push(suspension as u64);
                }
                link = self.store.next_of(link);
            }
            // They stand there with the newest first, unless variables were made equal.
            slots[from..].reverse();
            if !slots[from..].is_sorted_by_key(|&suspension| self.store.id_of(suspension as usize))
            {
                slots[from..]
                    .sort_unstable_by_key(|&suspension| self.store.id_of(suspension as usize));
            }
            let mut kept = from;
            for at in from..slots.len() {
                if at == from || slots[at] != slots[kept - 1] {
                    slots[kept] = slots[at];
                    kept += 1;
                }
            }
            slots.truncate(kept);
            for &suspension in &slots[from..] {
                self.store.settle(&self.heap, suspension as usize);
            }
            if !constraint.triggers {
                slots.truncate(from);
            }
        }
        if slots.len() == 2 {
            self.pc = self.cp;
        } else {
            let base = self.push_frame(0, &slots);
            self.env[base + 3] = Kept::Woken.sized(FRAME + slots.len());
            self.pc = fixed::WAKE_NEXT;
        }
        self.woken = slots;
        true
    }

    /// Adds suspensions to the lists of a variable, all sorted by age; `joined` gets the new lists.
    fn join_lists(&mut self, other: usize, own: &[Vec<usize>], joined: &mut [Vec<usize>]) {
        for (watch, suspensions) in own.iter().enumerate() {
            let mut all = self.by_age(other + watch);
            all.extend(suspensions);
            // Of two runs in order this one makes one in a single pass.
            all.sort_by_key(|&suspension| self.store.id_of(suspension));
            all.dedup();
            let mut head = 0;
            for &suspension in all.iter().rev() {
                head = self.store.link(suspension, head);
            }
            if head != self.store.watched[other + watch] {
                self.store.set_watched(other + watch, head);
            }
            joined[watch] = all;
        }
    }

    /// The constraints of a list of a variable, the oldest first.
    fn by_age(&self, list: usize) -> Vec<usize> {
        let mut suspensions = self.store.alive_by_age(self.store.watched[list]);
        suspensions.dedup();
        suspensions
    }

    /// Wakes the next constraint of the present frame.
    pub(crate) fn wake_next(&mut self) -> Outcome {
        let base = self.own_frame();
        let size = self.env[base + 3] as u32 as usize;
        loop {
            let next = self.env[base + FRAME] as usize;
            let at = FRAME + 2 + next;
            if at >= size {
                self.leave();
                self.pc = self.cp;
                if self.code.prioritised {
                    self.take_turns();
                }
                return Ok(true);
            }
            self.env[base + FRAME] += 1;
            let suspension = self.env[base + at] as usize;
            if !self.store.holds(suspension, self.env[base + FRAME + 1]) {
                continue;
            }
            self.profile.counters.wakes += 1;
            if self.code.prioritised {
                let generation = self.store.suspensions[suspension + 2] + 1;
                self.store.set_suspension(suspension, 2, generation);
                self.schedule(suspension, 0);
                continue;
            }
            if at + 1 == size {
                self.leave();
            } else {
                self.cp = fixed::WAKE_NEXT;
            }
            let symbol = self.store.symbol_of(suspension);
            let arity = self.code.constraints[symbol].functor.arity();
            for i in 0..arity {
                self.args[i] = Word(self.store.suspensions[suspension + SUSPENSION_HEADER + i]);
            }
            let generation = self.store.suspensions[suspension + 2] + 1;
            self.store.set_suspension(suspension, 2, generation);
            return self.activate_suspension(symbol as u32, suspension, generation, 0);
        }
    }
}
