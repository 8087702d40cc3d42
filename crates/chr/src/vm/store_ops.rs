//! Store operations: instructions that change more than the words of a frame, the store most of all.

use crate::code::bytecode::{At, To};
use crate::code::layout::{OWN_SUSPENSION, SINCE};
use crate::code::word::Word;
use crate::state::exception::Thrown;
use crate::vm::machine::Machine;

/// What comes after one.
pub(crate) enum Then {
    /// Instructions from one on; the interpreter if that is 0.
    On(To),
    /// No instructions: the interpreter goes on, or goes back if something failed.
    Done(bool),
}

impl Machine<'_> {
    /// Keeps the active constraint, which is stored if it was not; the firing is remembered if that is asked for.
    #[inline(always)]
    pub(crate) fn keep(&mut self, occurrence: u16, remembered: bool) {
        let e = self.e;
        if self.env[e + OWN_SUSPENSION] == 0 {
            self.store_active(e);
        }
        self.env[e + SINCE] = self.store.next_id;
        if remembered {
            let code = self.code;
            let constraint = &code.constraints[self.symbol_at(e)];
            let fired = &constraint.occurrences[usize::from(occurrence)];
            self.remember(constraint, fired, e);
        }
    }

    /// Whether a rule fired before for the partners found, which then is no firing.
    #[inline(always)]
    pub(crate) fn repeats(&mut self, rule: u32, occurrence: u16) -> bool {
        let code = self.code;
        let constraint = &code.constraints[self.symbol_at(self.e)];
        let fired = &constraint.occurrences[usize::from(occurrence)];
        let before = self.fired_before(constraint, fired, self.e);
        self.profile.tallies[rule as usize].firings -= u64::from(before);
        before
    }

    /// Makes a word a new variable.
    #[inline(always)]
    pub(crate) fn fresh(&mut self, to: At) {
        let var = self.new_var();
        self.env[self.e + usize::from(to)] = var.0;
    }

    /// Tries an occurrence, or a group of them, that has no bytecode.
    #[inline(always)]
    pub(crate) fn general(&mut self, occurrence: u16, next: usize) -> Result<Then, Box<Thrown>> {
        let code = self.code;
        let constraint = &code.constraints[self.symbol_at(self.e)];
        let fired = self.attempt_apart(constraint, occurrence.into())?;
        Ok(Then::On(if fired { self.onward() } else { next as To }))
    }

    /// Goes on with the search after a body.
    #[inline(always)]
    pub(crate) fn go_on(
        &mut self,
        occurrence: u16,
        alone: bool,
        behind: To,
        next: usize,
    ) -> Result<Then, Box<Thrown>> {
        if self.is_over() {
            return Ok(self.left());
        }
        if self.e < self.protect {
            return Ok(Then::On(self.slow_path(next - 1)?));
        }
        if !alone {
            let code = self.code;
            let constraint = &code.constraints[self.symbol_at(self.e)];
            if self.find_more(constraint, occurrence.into())? {
                return Ok(Then::On(self.onward()));
            }
        }
        Ok(Then::On(behind))
    }

    /// Stores the active constraint, if it is not, as no rule removed it, and leaves its frame.
    #[inline(always)]
    pub(crate) fn end(&mut self) -> Then {
        if self.env[self.e + OWN_SUSPENSION] == 0 {
            self.store_active(self.e);
        }
        self.left()
    }

    /// Goes on in general with what has no bytecode.
    #[inline(always)]
    pub(crate) fn general_from(&mut self, next: usize) -> Then {
        self.pc = self.code.bytecode.slow_path[next - 1].instr;
        Then::Done(true)
    }

    /// Leaves the frame; what called it goes on.
    #[inline(always)]
    pub(crate) fn left(&mut self) -> Then {
        self.leave();
        self.pc = self.cp;
        Then::On(self.onward())
    }

    /// Unifies in a body; the instruction after it is `next`.
    #[inline(always)]
    pub(crate) fn unify_at(&mut self, left: Word, right: Word, next: usize) -> Then {
        self.profile.counters.unifications += 1;
        if !self.unify(left, right) {
            return Then::Done(false);
        }
        if self.heap.pending.is_empty() {
            return Then::On(next as To);
        }
        self.pc = self.code.bytecode.slow_path[next - 1].instr + 1;
        Then::Done(true)
    }
}
