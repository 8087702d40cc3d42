//! Slow path: how instructions pass on to calls, and to the interpreter where something is not what they are made for.

use crate::code::bytecode::{MOST_ARGS, SlowPath, To};
use crate::code::layout::{ARGS, GENERATION, OCCURRENCE, OWN_SUSPENSION, SINCE};
use crate::code::{Callee, Constraint};
use crate::state::exception::Thrown;
use crate::state::profile::NO_RULE;
use crate::vm::frames::{Kept, window};
use crate::vm::machine::Machine;
use crate::vm::machine::TICKS;

/// Where instructions go on; 0 if the interpreter does.
pub(crate) type Onward = Result<To, Box<Thrown>>;

/// So many arguments are copied at once, whether there are that many or not: most constraints have no more.
const AT_ONCE: usize = 4;

impl Machine<'_> {
    /// Makes a constraint active with so many arguments, which are loaded and followed, as `enter` does: its frame has a size, and instructions from
    /// `entry` on, unless it has none.
    #[inline(always)]
    pub(crate) fn begin_compiled(&mut self, symbol: u16, count: u8, size: u8, entry: To) -> Onward {
        let symbol = u32::from(symbol);
        self.steps += 1;
        if self.steps.is_multiple_of(TICKS) || self.store.suspensions.len() > self.store.compact_at
        {
            self.pause(Callee::Constraint(symbol))?;
        }
        self.profile.counters.calls += 1;
        if entry == 0 {
            self.activate_suspension(symbol, 0, 0, 0)?;
            return Ok(self.onward());
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

    /// Lets the interpreter do what a instruction could not.
    #[cold]
    #[inline(never)]
    pub(crate) fn slow_path(&mut self, at: usize) -> Onward {
        let code = self.code;
        let SlowPath {
            instr,
            occurrence,
            link,
        } = code.bytecode.slow_path[at];
        if instr != 0 {
            self.pc = instr;
            return Ok(0);
        }
        if link != 0 {
            return self.search_on_from(at, true);
        }
        let constraint = &code.constraints[self.symbol_at(self.e)];
        let at = usize::from(occurrence);
        // It counts as tried only once.
        self.profile.tallies[constraint.occurrences[at].rule as usize].tries -= 1;
        if self.attempt_apart(constraint, at)? {
            return Ok(self.onward());
        }
        Ok(constraint.entries[at + 1])
    }

    /// Searches on in general for the partner of a instruction, or begins to.
    #[inline(never)]
    pub(crate) fn search_on_from(&mut self, op: usize, open: bool) -> Onward {
        let code = self.code;
        let SlowPath {
            occurrence, link, ..
        } = code.bytecode.slow_path[op];
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
        let suspension = self.env[self.e + OWN_SUSPENSION] as usize;
        let since = self.env[self.e + SINCE];
        suspension != 0
            && (!self.store.holds(suspension, since)
                || self.store.suspensions[suspension + 2] != self.env[self.e + GENERATION])
    }

    /// Whether the constraint whose frame begins now is carried out in instructions.
    #[inline(always)]
    pub(crate) fn entry_of(&self, constraint: &Constraint, from: usize) -> To {
        match constraint.entries.first() {
            Some(&entry) if self.compiled && from == 0 => entry,
            _ => 0,
        }
    }

    /// The instructions from the present instruction on; 0 in code of a query, which the interpreter runs.
    #[inline(always)]
    pub(crate) fn onward(&self) -> To {
        let of_instr = &self.code.bytecode.of_instr;
        of_instr.get(self.pc as usize).copied().unwrap_or(0)
    }
}
