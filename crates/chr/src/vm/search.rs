//! What instructions do that is more than words of a frame: frames of constraints, searches for partners, firing.

use crate::code::Callee;
use crate::code::instr::{MOST_ARGS, To};
use crate::code::layout::{ARGS, GENERATION, OCCURRENCE, OWN_SUSPENSION, SINCE};
use crate::code::{Constraint, Occurrence};
use crate::state::event::Event;
use crate::state::exception::Thrown;
use crate::state::profile::NO_RULE;
use crate::store::suspensions::LAST;
use crate::vm::frames::{Kept, window};
use crate::vm::machine::{Machine, TICKS};

/// So many arguments are copied at once, whether there are that many or not: most constraints have no more.
const AT_ONCE: usize = 4;

impl<'p> Machine<'p> {
    /// Makes a constraint active with so many arguments, which are loaded and followed, as `enter` does: its frame has a size, and instructions from
    /// `entry` on; 0 if that is not known. Returns where the machine goes on.
    #[inline(always)]
    pub(crate) fn begin_compiled(
        &mut self,
        symbol: u16,
        count: u8,
        size: u8,
        entry: To,
    ) -> Result<To, Box<Thrown>> {
        let symbol = u32::from(symbol);
        self.steps += 1;
        if self.steps.is_multiple_of(TICKS) || self.store.suspensions.len() > self.store.compact_at
        {
            self.pause(Callee::Constraint(symbol))?;
        }
        self.profile.counters.calls += 1;
        if entry == 0 || self.observed {
            return self.begin_general(symbol);
        }
        let size = usize::from(size);
        let base = self.frame(size);
        let (e, cp) = (self.e as u64, self.cp.into());
        let frame = window(&mut self.env, base);
        let size = Kept::Constraint.sized(size);
        let symbol = u64::from(symbol) | u64::from(NO_RULE) << 32;
        frame[..ARGS].copy_from_slice(&[e, cp, 0, size, symbol, 0, 0, 0, 0]);
        // One after the other, as each was loaded by itself just before; what comes after the arguments is not in use yet.
        for arg in 0..AT_ONCE {
            frame[ARGS + arg] = self.args[arg].0;
        }
        let count = usize::from(count);
        if count > AT_ONCE {
            for arg in AT_ONCE..count.min(MOST_ARGS) {
                frame[ARGS + arg] = self.args[arg].0;
            }
        }
        self.e = base;
        Ok(entry)
    }

    /// The same for a constraint with a large frame, or in a run that is traced or profiled.
    #[cold]
    #[inline(never)]
    fn begin_general(&mut self, symbol: u32) -> Result<To, Box<Thrown>> {
        self.activate_suspension(symbol, 0, 0, 0)?;
        Ok(self.pc)
    }

    /// Begins the guard of an occurrence, run as goals; false if the rule fired before.
    #[inline(never)]
    pub(crate) fn begins_guard(&mut self, at: u16) -> bool {
        let (constraint, occurrence) = self.occurrence_at(at);
        self.fire(constraint, occurrence)
    }

    /// The active constraint, and one of its occurrences.
    #[inline(always)]
    pub(crate) fn occurrence_at(&self, at: u16) -> (&'p Constraint, &'p Occurrence) {
        let code = self.code;
        let constraint = &code.constraints[self.symbol_at(self.e)];
        (constraint, &constraint.occurrences[usize::from(at)])
    }

    /// Where in the present frame the places in lists begin, and where the suspensions of partners.
    #[inline(always)]
    pub(crate) fn partners_at(&self, constraint: &Constraint) -> (usize, usize) {
        let lists = self.e + ARGS + constraint.functor.arity();
        (lists, lists + usize::from(constraint.partners))
    }

    /// Whether an occurrence can be tried, by everything that is known before its head is matched.
    #[inline(never)]
    pub(crate) fn may_try(&mut self, at: u16) -> bool {
        let (constraint, occurrence) = self.occurrence_at(at);
        let base = self.e;
        if self.rules_out(&constraint.filters[usize::from(at)], base) {
            return false;
        }
        if occurrence.stores && self.env[base + OWN_SUSPENSION] == 0 && !constraint.fleeting {
            self.store_active(base);
        }
        self.may_find(occurrence, base)
    }

    /// The first candidate for the partner of a level, with its link; 0 if there is none. Whether it is the active constraint itself is the last part.
    #[inline(never)]
    pub(crate) fn first_candidate(&mut self, at: u16, level: u8) -> (u32, usize, bool) {
        let (constraint, occurrence) = self.occurrence_at(at);
        let level = usize::from(level);
        let partner = &occurrence.partners[level];
        let (link, suspension) = self.open(partner, self.e);
        let (lists, suspensions) = self.partners_at(constraint);
        self.env[lists + level] = link.into();
        if link == 0 {
            self.profile.probes[partner.probe as usize].lookups += 1;
            return (0, 0, false);
        }
        let is_own = partner.own && suspension as u64 == self.env[self.e + OWN_SUSPENSION];
        if !is_own {
            self.env[suspensions + level] = suspension as u64;
        }
        (link, suspension, is_own)
    }

    /// The next candidate for the partner of a level, with its link; 0 if there is none. Those that the prefilter refuses are passed over if it is
    /// `filtered`; what the prefilter compares with is `prepared` once.
    #[inline(never)]
    pub(crate) fn next_candidate(
        &mut self,
        at: u16,
        level: u8,
        filtered: bool,
        prepared: &mut bool,
    ) -> (u32, usize) {
        let (constraint, occurrence) = self.occurrence_at(at);
        let (base, level) = (self.e, usize::from(level));
        let partner = &occurrence.partners[level];
        let (lists, suspensions) = self.partners_at(constraint);
        // A constraint that is not stored has suspension 0, which no other has.
        let own = if partner.own {
            self.env[base + OWN_SUSPENSION] as usize
        } else {
            0
        };
        let used = suspensions..suspensions + if partner.twin { level } else { 0 };
        let mut prefilter = partner.prefilter.as_ref().filter(|_| filtered);
        let (mut passed, mut refused) = (0, 0);
        let (mut link, mut suspension) = self.store.next_link(self.env[lists + level] as u32);
        while link != 0 {
            if let Some(prefilter) = prefilter {
                let mut checks = std::mem::take(&mut self.checks);
                if !*prepared {
                    self.prepare_checks(prefilter, base, &mut checks);
                    *prepared = true;
                }
                let scan = self.scan(&checks, (link, suspension), own, used.clone());
                self.checks = checks;
                (link, suspension) = scan.first;
                passed += scan.scanned;
                refused += scan.refused;
            }
            let is_other = suspension != own
                && !(partner.twin && self.env[used.clone()].contains(&(suspension as u64)));
            if link == 0 || is_other {
                break;
            }
            passed += 1;
            (link, suspension) = self.store.next_link(link);
            prefilter = partner.prefilter.as_ref();
        }
        let probe = &mut self.profile.probes[partner.probe as usize];
        probe.candidates += passed;
        probe.guard_failures += refused;
        if link != 0 {
            probe.later += 1;
            self.env[lists + level] = link.into();
            self.env[suspensions + level] = suspension as u64;
        }
        (link, suspension)
    }

    /// Fires a rule of a run that is traced or profiled.
    #[cold]
    #[inline(never)]
    pub(crate) fn fire_observed(&mut self, at: u16) {
        let base = self.e;
        self.env[base + OCCURRENCE] = at.into();
        let (constraint, occurrence) = self.occurrence_at(at);
        if self.tracer.on() && occurrence.guard.is_none() {
            let (_, suspensions) = self.partners_at(constraint);
            self.tell_rule(Event::Try, occurrence, base, suspensions);
        }
        self.env[base + 2] = self.choices.len() as u64;
        self.commit(constraint, occurrence, base);
    }

    /// Whether a rule fired before for the partners found.
    #[inline(always)]
    pub(crate) fn repeats(&mut self, at: u16) -> bool {
        let (constraint, fired) = self.occurrence_at(at);
        self.fired_before(constraint, fired, self.e)
    }

    /// Keeps the active constraint, which is stored if it was not and `stores` says so; the firing is remembered if that is asked for.
    #[inline(always)]
    pub(crate) fn keep(&mut self, stores: bool, remembers: bool) {
        let e = self.e;
        if stores && self.env[e + OWN_SUSPENSION] == 0 {
            self.store_active(e);
        }
        self.env[e + SINCE] = self.store.next_id;
        if remembers {
            let (constraint, fired) = self.occurrence_at(self.env[e + OCCURRENCE] as u16);
            self.remember(constraint, fired, e);
        }
    }

    /// All occurrences were tried: stores the active constraint if it is not, and leaves its frame.
    #[inline(always)]
    pub(crate) fn end(&mut self, stores: bool) {
        if stores && self.env[self.e + OWN_SUSPENSION] == 0 {
            self.store_active(self.e);
        }
        if self.observed && stores && self.tracer.on() {
            self.tell_constraint(Event::Exit, self.e);
        }
        self.exit();
    }

    /// Whether the active constraint is gone or woke while a body ran, so that its search is over.
    #[inline(always)]
    pub(crate) fn is_over(&self) -> bool {
        let suspension = self.env[self.e + OWN_SUSPENSION] as usize;
        let since = self.env[self.e + SINCE];
        suspension != 0
            && (!self.store.holds(suspension, since)
                || self.store.suspensions[suspension + 2] != self.env[self.e + GENERATION])
    }

    /// Where the search goes on after the body of a rule that kept the active constraint; its occurrence is in no group.
    #[inline(always)]
    pub(crate) fn behind_firing(&mut self) -> To {
        let base = self.own_frame();
        let at = self.env[base + OCCURRENCE] as usize;
        let (constraint, _) = self.occurrence_at(at as u16);
        self.behind(constraint, at)
    }

    /// Where the search of an occurrence that is in no group goes on after the partners of the present frame.
    pub(crate) fn behind(&self, constraint: &Constraint, at: usize) -> To {
        let occurrence = &constraint.occurrences[at];
        match self.level_behind(constraint, occurrence) {
            Some(level) => occurrence.advances[level],
            None => constraint.entries[at + 1],
        }
    }

    /// The level at which the search for the partners of an occurrence goes on; none if there are no more.
    pub(crate) fn level_behind(
        &self,
        constraint: &Constraint,
        occurrence: &Occurrence,
    ) -> Option<usize> {
        let base = self.e;
        let count = occurrence.partners.len();
        let (lists, suspensions) = self.partners_at(constraint);
        let is_last = |link: &u64| *link as u32 & LAST != 0;
        if self.env[lists..lists + count].iter().all(is_last) {
            return None;
        }
        if count == 1 {
            return Some(0);
        }
        let since = self.env[base + SINCE];
        // The active constraint may have got the suspension of a partner that the rule removed.
        let own = self.env[base + OWN_SUSPENSION];
        let is_gone =
            |suspension: u64| suspension == own || !self.store.holds(suspension as usize, since);
        let gone = (0..count).find(|&level| is_gone(self.env[suspensions + level]));
        Some(gone.unwrap_or(count - 1))
    }

    /// Goes on with a group of occurrences: after one of them was tried, or at the beginning. Returns where.
    #[inline(never)]
    pub(crate) fn next_of_group(&mut self, at: u16, begins: bool) -> To {
        let (constraint, occurrence) = self.occurrence_at(at);
        let at = usize::from(at);
        let step = if begins {
            self.begin_group(constraint, at)
        } else {
            self.after_member(constraint, at)
        };
        self.entry_of(constraint, at - usize::from(occurrence.back), &step)
    }
}
