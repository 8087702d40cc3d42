//! Detours: how strides pass on to calls, and to the general machine where something is not what they are made for.

use crate::active::{ARGS, GENERATION, OCCURRENCE, OWN_ROW, SINCE};
use crate::code::{Callee, Constraint};
use crate::frames::{Kept, window};
use crate::heap::follow;
use crate::machine::Machine;
use crate::pause::TICKS;
use crate::profile::NO_RULE;
use crate::stride::{At, To};
use crate::thrown::Thrown;
use crate::word::Word;

/// Where strides go on; 0 if the general machine does.
pub(crate) type Onward = Result<To, Box<Thrown>>;

/// The search of the active constraint, as far as it is not in its frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Search {
    pub(crate) occurrence: u16,
    /// Where the place in the list of the partner that is looked for will be noted; 0 if none is.
    pub(crate) level: At,
    pub(crate) link: u32,
    pub(crate) row: usize,
}

impl Machine<'_> {
    /// Makes a constraint active with the arguments loaded, as `enter` does.
    #[inline(always)]
    pub(crate) fn begin_straight(&mut self, symbol: u32, count: u8) -> Onward {
        self.steps += 1;
        if self.steps.is_multiple_of(TICKS) || self.rows.len() > self.compact_at {
            self.pause(Callee::Constraint(symbol))?;
        }
        self.counters.calls += 1;
        let (entry, size) = self.code.strides.starts[symbol as usize];
        if entry == 0 {
            self.activate_row(symbol, 0, 0, 0)?;
            return Ok(self.onward());
        }
        let base = self.frame(size as usize);
        let (e, cp) = (self.e as u64, self.cp.into());
        let frame = window(&mut self.env, base);
        let size = Kept::Constraint.sized(size as usize);
        let symbol = u64::from(symbol) | u64::from(NO_RULE) << 32;
        frame[..ARGS].copy_from_slice(&[e, cp, 0, size, symbol, 0, 0, 0, 0]);
        let mut arg = 0;
        while arg < usize::from(count) && ARGS + arg < frame.len() {
            frame[ARGS + arg] = follow(&self.heap, self.args[arg]).0;
            arg += 1;
        }
        self.e = base;
        Ok(entry)
    }

    /// Lets the general machine do what a stride could not.
    #[cold]
    #[inline(never)]
    pub(crate) fn instead(&mut self, at: usize, search: Search) -> Onward {
        let code = self.code;
        let instr = code.strides.instead[at];
        if instr != 0 {
            self.pc = instr;
            return Ok(0);
        }
        if search.level != 0 {
            return self.search_on_from(search.occurrence, search.level, true);
        }
        let constraint = &code.constraints[self.symbol_at(self.e)];
        let at = usize::from(search.occurrence);
        // It counts as tried only once.
        self.tallies[constraint.occurrences[at].rule as usize].tries -= 1;
        if self.attempt_apart(constraint, at)? {
            return Ok(self.onward());
        }
        Ok(constraint.entries[at + 1])
    }

    /// Unifies in a body, as the stride `at` says; says how it ended unless strides go on.
    #[inline(always)]
    pub(crate) fn unify_at(&mut self, left: Word, right: Word, at: usize) -> Option<bool> {
        self.counters.unifications += 1;
        if !self.unify(left, right) {
            return Some(false);
        }
        if self.pending.is_empty() {
            return None;
        }
        self.pc = self.code.strides.instead[at] + 1;
        Some(true)
    }

    /// Searches on in general for the partner whose place in its list is noted at `link`, or begins to.
    #[inline(never)]
    pub(crate) fn search_on_from(&mut self, occurrence: u16, link: At, open: bool) -> Onward {
        let code = self.code;
        let constraint = &code.constraints[self.symbol_at(self.e)];
        let at = usize::from(occurrence);
        self.env[self.e + OCCURRENCE] = at as u64;
        let level = usize::from(link) - ARGS - constraint.functor.arity();
        let tried = &constraint.occurrences[at];
        match self.join(constraint, tried, level, open, 0) {
            Ok(true) => Ok(self.onward()),
            Ok(false) => Ok(constraint.entries[at + 1]),
            Err(thrown) => self.blame(tried, thrown).map(|_| 0),
        }
    }

    /// Whether the active constraint is gone or woke while a body ran, so that its search is over.
    #[inline(always)]
    pub(crate) fn is_over(&self) -> bool {
        let row = self.env[self.e + OWN_ROW] as usize;
        let since = self.env[self.e + SINCE];
        row != 0 && (!self.holds(row, since) || self.rows[row + 2] != self.env[self.e + GENERATION])
    }

    /// Whether the constraint whose frame begins now is carried out in strides.
    #[inline(always)]
    pub(crate) fn entry_of(&self, constraint: &Constraint, from: usize) -> To {
        match constraint.entries.first() {
            Some(&entry) if self.straight && from == 0 => entry,
            _ => 0,
        }
    }

    /// The strides from the present instruction on.
    #[inline(always)]
    pub(crate) fn onward(&self) -> To {
        self.code.strides.of_instr[self.pc as usize]
    }
}
