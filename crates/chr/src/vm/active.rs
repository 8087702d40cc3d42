//! The active constraint: its frame, the guards that are run as goals, the firing of rules, and the reference interpreter's loop over its
//! occurrences. Instructions search for partners in `vm/execute.rs` and `vm/search.rs`, the reference interpreter in `vm/join.rs`.
//!
//! Its frame holds, after the fixed part, its symbol, the occurrence, its suspension, the count of wakes, its arguments, one place in a
//! list and one suspension for each partner, and the slots of the rule.

use crate::code::layout::{
    ARGS, GENERATION, OCCURRENCE, OWN_SUSPENSION, SINCE, SUSPENSION_HEADER, SYMBOL,
};
use crate::code::word::{Tag, Word, follow};
use crate::code::{Constraint, Occurrence, Repeats, fixed};
use crate::heap::cells::HeapUndo;
use crate::state::choice_point::Other;
use crate::state::event::Event;
use crate::state::exception::{Blamed, Outcome, Thrown};
use crate::state::profile::NO_RULE;
use crate::store::suspensions::DEAD_SUSPENSION;
use crate::vm::frames::Kept;
use crate::vm::machine::Machine;

impl<'p> Machine<'p> {
    /// Calls a constraint with the arguments loaded.
    #[inline(always)]
    pub(crate) fn activate(&mut self, symbol: u32) -> Outcome {
        self.profile.counters.calls += 1;
        self.activate_suspension(symbol, 0, 0, 0)
    }

    /// Makes a constraint active from an occurrence on; `suspension` is 0 if it is not in the store.
    #[inline]
    pub(crate) fn activate_suspension(
        &mut self,
        symbol: u32,
        suspension: usize,
        generation: u64,
        from: usize,
    ) -> Outcome {
        let code = self.code;
        let constraint = &code.constraints[symbol as usize];
        self.begin_frame(constraint, symbol.into(), suspension as u64, generation);
        let base = self.e;
        if self.observed
            && self.tracer.on()
            && !constraint.fleeting
            && (suspension == 0 || generation > 0 && from == 0)
        {
            let event = if suspension == 0 {
                Event::Call
            } else {
                Event::Wake
            };
            self.tell_constraint(event, base);
        }
        if self.interpreted {
            return self.find(constraint, from);
        }
        self.pc = constraint.entries[from];
        Ok(true)
    }

    /// Makes the frame of a constraint whose arguments are loaded the present one.
    #[inline(always)]
    pub(crate) fn begin_frame(
        &mut self,
        constraint: &Constraint,
        symbol: u64,
        suspension: u64,
        generation: u64,
    ) {
        let base = self.frame(constraint.size.into());
        let arity = constraint.functor.arity();
        let charged = if self.observed {
            self.profile.charged()
        } else {
            NO_RULE
        };
        let charged = u64::from(charged) << 32;
        let (e, cp) = (self.e as u64, self.cp.into());
        let (fixed, rest) = self.env[base..base + ARGS + arity].split_at_mut(ARGS);
        let size = Kept::Constraint.sized(constraint.size.into());
        fixed.copy_from_slice(&[
            e,
            cp,
            0,
            size,
            symbol | charged,
            0,
            suspension,
            generation,
            0,
        ]);
        for (at, place) in rest.iter_mut().enumerate() {
            *place = follow(&self.heap, self.args[at]).0;
        }
        self.e = base;
    }

    /// Searches for a rule that fires, from an occurrence on. Without one the constraint is stored and the machine goes on.
    fn find(&mut self, constraint: &'p Constraint, mut at: usize) -> Outcome {
        let base = self.e;
        while let Some(filter) = constraint.filters.get(at) {
            if self.observed {
                let priority = constraint.occurrences[at].priority;
                if priority > self.agenda.level && !constraint.fleeting {
                    return Ok(self.wait(base, at));
                }
                self.profile.charge(filter.rule);
            }
            if self.attempt(constraint, at)? {
                return Ok(true);
            }
            at += usize::from(filter.group);
        }
        self.end(!constraint.fleeting);
        Ok(true)
    }

    /// Tries one occurrence, or the group that begins with it; false if no rule of it fires.
    fn attempt(&mut self, constraint: &'p Constraint, at: usize) -> Outcome {
        let base = self.e;
        let filter = &constraint.filters[at];
        if filter.group > 1 {
            return match self.join_group(constraint, at, None) {
                Ok(fired) => Ok(fired),
                Err(thrown) => self.blame_tried(constraint, thrown),
            };
        }
        self.profile.tallies[filter.rule as usize].tries += 1;
        if !self.may_try(at as u16) {
            return Ok(false);
        }
        let occurrence = &constraint.occurrences[at];
        match self.meets(occurrence, base) {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(thrown) => return self.blame(occurrence, thrown),
        }
        self.env[base + OCCURRENCE] = at as u64;
        let fired = match occurrence.partners.len() {
            0 => Ok(self.fire(constraint, occurrence)),
            _ => self.join(constraint, occurrence, 0, true, 0),
        };
        match fired {
            Ok(fired) => Ok(fired),
            Err(thrown) => self.blame(occurrence, thrown),
        }
    }

    /// Notes whose guard threw something.
    #[cold]
    pub(crate) fn blame(&mut self, occurrence: &Occurrence, thrown: Box<Thrown>) -> Outcome {
        self.blamed = Some(Blamed {
            rule: occurrence.rule,
            part: "guard",
        });
        Err(thrown)
    }

    /// Notes that the guard of the rule tried last threw something.
    #[cold]
    fn blame_tried(&mut self, constraint: &Constraint, thrown: Box<Thrown>) -> Outcome {
        let at = self.env[self.e + OCCURRENCE] as usize;
        self.blame(&constraint.occurrences[at], thrown)
    }

    /// Leaves the frame of a constraint; time goes to the rule in whose body it was called again.
    #[inline]
    pub(crate) fn exit(&mut self) {
        if self.observed {
            self.profile
                .charge((self.env[self.e + SYMBOL] >> 32) as u32);
        }
        self.leave();
        self.pc = self.cp;
    }

    /// The constraint whose frame is at `base`.
    #[inline(always)]
    pub(crate) fn symbol_at(&self, base: usize) -> usize {
        self.env[base + SYMBOL] as u32 as usize
    }

    /// Fires a rule for the partners found, or begins its guard; false if it fired for them before.
    #[inline(always)]
    pub(crate) fn fire(&mut self, constraint: &'p Constraint, occurrence: &'p Occurrence) -> bool {
        let base = self.e;
        if occurrence.repeats != Repeats::Impossible
            && self.fired_before(constraint, occurrence, base)
        {
            return false;
        }
        if self.observed && self.tracer.on() {
            let suspensions =
                base + ARGS + constraint.functor.arity() + usize::from(constraint.partners);
            self.tell_rule(Event::Try, occurrence, base, suspensions);
        }
        self.env[base + 2] = self.choices.len() as u64;
        match occurrence.guard {
            Some(guard) => {
                self.env[base + SINCE] = self.store.next_id;
                self.push_choice(Other::Guard, 0);
                self.guards += 1;
                self.pc = guard;
            }
            None => self.commit(constraint, occurrence, base),
        }
        true
    }

    /// A guard that was run as goals has held; false if it bound a variable it was given, unless that is an argument declared ground.
    pub(crate) fn guarded(&mut self) -> Outcome {
        let code = self.code;
        let base = self.e;
        let count = self.env[base + 2] as usize;
        let mark = self.choices[count].heap;
        let since = self.heap.trail[mark.trail..].iter();
        let bound: Vec<usize> = since
            .filter(|undo| undo.binds_below(mark.cells) && !self.only_attributes(undo))
            .filter_map(HeapUndo::place)
            .collect();
        if !bound.is_empty()
            && !self.are_still_free(&bound, mark.cells)
            && !self.are_declared_ground(&bound)
        {
            return Ok(false);
        }
        if self.asking {
            self.pc = fixed::STOP;
            return Ok(true);
        }
        self.cut_to(count);
        self.guards -= 1;
        let constraint = &code.constraints[self.symbol_at(base)];
        let occurrence = &constraint.occurrences[self.env[base + OCCURRENCE] as usize];
        self.pc = occurrence.fires;
        Ok(true)
    }

    /// Fires a rule whose guard, run as goals, or a cleanup of it removed heads of the rule: as in SWI-Prolog it fires all the same. If there is none,
    /// nothing is done.
    pub(crate) fn fire_without_gone(&mut self, at: u16) {
        let base = self.own_frame();
        let (constraint, occurrence) = self.occurrence_at(at);
        let (_, suspensions) = self.partners_at(constraint);
        let since = self.env[base + SINCE];
        let own = base + OWN_SUSPENSION;
        let partners = suspensions..suspensions + occurrence.partners.len();
        let mut any = false;
        for head in partners.chain((self.env[own] != 0).then_some(own)) {
            if !self.store.holds(self.env[head] as usize, since) {
                self.env[head] = DEAD_SUSPENSION as u64;
                any = true;
            }
        }
        if any {
            self.env[base + 2] = self.choices.len() as u64;
            self.commit(constraint, occurrence, base);
        }
    }

    /// Whether a change of a cell was not that of a variable with a mark, but of an attribute or an argument.
    #[cold]
    fn only_attributes(&self, undo: &HeapUndo) -> bool {
        match *undo {
            HeapUndo::Cell(place, old) => {
                old.tag() != Tag::Inner || self.heap[place as usize] == old
            }
            _ => false,
        }
    }

    /// Whether variables that were bound are still different variables, without constraints: each got a mark for attributes, in a cell from
    /// `floor` on, and nothing else.
    #[cold]
    fn are_still_free(&self, places: &[usize], floor: usize) -> bool {
        let mut marked: Vec<usize> = Vec::new();
        places.iter().all(|&place| {
            let end = self.deref(Word::reference(place));
            let is_new = end.is_ref() && end.place() >= floor && !marked.contains(&end.place());
            marked.push(end.place());
            is_new && self.heap[end.place()] == Word::inner(0)
        })
    }

    /// Whether all of some variables are arguments of the heads of the present rule that are declared ground: SWI-Prolog does not check that a guard
    /// leaves them alone.
    #[cold]
    fn are_declared_ground(&self, places: &[usize]) -> bool {
        let code = self.code;
        let base = self.e;
        let constraint = &code.constraints[self.symbol_at(base)];
        let occurrence = &constraint.occurrences[self.env[base + OCCURRENCE] as usize];
        let arity = constraint.functor.arity();
        let suspensions = base + ARGS + arity + usize::from(constraint.partners);
        let own = constraint.ground.iter().zip(&self.env[base + ARGS..]);
        let partners = occurrence
            .partners
            .iter()
            .enumerate()
            .flat_map(|(level, partner)| {
                let first = self.env[suspensions + level] as usize + SUSPENSION_HEADER;
                let ground = &code.constraints[partner.constraint as usize].ground;
                ground.iter().zip(&self.store.suspensions[first..])
            });
        let declared: Vec<usize> = own
            .chain(partners)
            .filter(|&(&ground, &word)| ground && Word(word).tag() == Tag::Ref)
            .map(|(_, &word)| Word(word).place())
            .collect();
        places.iter().all(|place| declared.contains(place))
    }

    /// Removes what the rule removes and goes on with its body.
    #[inline(always)]
    pub(crate) fn commit(
        &mut self,
        constraint: &'p Constraint,
        occurrence: &'p Occurrence,
        base: usize,
    ) {
        self.profile.tallies[occurrence.rule as usize].firings += 1;
        if occurrence.takes || self.observed {
            self.take_partners(constraint, occurrence, base);
        }
        if occurrence.removed {
            self.remove_head(base + OWN_SUSPENSION);
        } else {
            if self.env[base + OWN_SUSPENSION] == 0 && !constraint.fleeting {
                self.store_active(base);
            }
            self.env[base + SINCE] = self.store.next_id;
            if occurrence.repeats == Repeats::Remembered {
                self.remember(constraint, occurrence, base);
            }
        }
        self.pc = occurrence.body;
    }

    /// Removes the partners that the rule removes.
    #[inline]
    fn take_partners(&mut self, constraint: &Constraint, occurrence: &Occurrence, base: usize) {
        let suspensions =
            base + ARGS + constraint.functor.arity() + usize::from(constraint.partners);
        if self.observed && self.tracer.on() {
            self.tell_rule(Event::Apply, occurrence, base, suspensions);
        }
        for (level, partner) in occurrence.partners.iter().enumerate() {
            if partner.removed {
                self.remove_head(suspensions + level);
            }
        }
    }

    /// Removes the head whose suspension is at a place; not the active constraint if it is not stored, and none that a guard removed.
    #[inline]
    fn remove_head(&mut self, place: usize) {
        let suspension = self.env[place] as usize;
        if suspension != 0 && suspension != DEAD_SUSPENSION {
            self.tell_suspension(Event::Remove, suspension);
            self.store.remove(&self.heap, suspension);
        }
    }

    #[inline(never)]
    pub(crate) fn store_active(&mut self, base: usize) {
        let symbol = self.symbol_at(base);
        let arity = self.code.constraints[symbol].functor.arity();
        let given = &self.env[base + ARGS..base + ARGS + arity];
        let suspension = self.store.insert(&mut self.heap, symbol, given);
        self.env[base + OWN_SUSPENSION] = suspension as u64;
        self.env[base + GENERATION] = 0;
        self.tell_suspension(Event::Insert, suspension);
    }

    /// The body of a rule that kept the active constraint is done: the search goes on, unless the constraint is gone or woke.
    pub(crate) fn resume(&mut self) -> Outcome {
        if self.is_over() {
            self.exit();
            return Ok(true);
        }
        if self.code.prioritised && self.gives_way() {
            return Ok(true);
        }
        self.own_frame();
        self.advance()
    }

    /// Searches for the next partners after those of the present frame.
    pub(crate) fn advance(&mut self) -> Outcome {
        let code = self.code;
        let base = self.own_frame();
        let constraint = &code.constraints[self.symbol_at(base)];
        let at = self.env[base + OCCURRENCE] as usize;
        let occurrence = &constraint.occurrences[at];
        if self.observed {
            self.profile.charge(occurrence.rule);
        }
        let first = at - usize::from(occurrence.back);
        let group = usize::from(constraint.filters[first].group);
        if !self.interpreted {
            self.pc = match group {
                1 => self.behind(constraint, at),
                _ => self.behind_member(constraint, at),
            };
            return Ok(true);
        }
        let found = if group > 1 {
            self.join_group(constraint, first, Some(at))
        } else {
            match self.level_behind(constraint, occurrence) {
                Some(level) => self.join(constraint, occurrence, level, false, 0),
                None => Ok(false),
            }
        };
        match found {
            Ok(true) => Ok(true),
            Ok(false) => self.find(constraint, first + group),
            Err(thrown) => self.blame_tried(constraint, thrown),
        }
    }

    /// Notes that the guard of the present frame, run as goals, did not hold.
    pub(crate) fn guard_failed(&mut self) {
        let constraint = &self.code.constraints[self.symbol_at(self.e)];
        let occurrence = &constraint.occurrences[self.env[self.e + OCCURRENCE] as usize];
        self.profile.tallies[occurrence.rule as usize].guard_failures += 1;
    }
}
