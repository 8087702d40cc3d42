//! Detours: how strides pass on to calls, and to the general machine where something is not what they are made for.

use crate::active::{ARGS, GENERATION, OCCURRENCE, OWN_ROW, SINCE};
use crate::code::{Callee, Constraint};
use crate::machine::Machine;
use crate::pause::TICKS;
use crate::stride::{Args, At, To};
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
    pub(crate) hash: u64,
}

impl Machine<'_> {
    /// Loads words of the frame as arguments.
    #[inline(always)]
    pub(crate) fn load_words(&mut self, args: Args) {
        for (place, at) in args.at.iter().take(args.count.into()).enumerate() {
            self.args[place] = Word(self.env[self.e + usize::from(*at)]);
        }
    }

    /// Makes a constraint active with the arguments loaded, as `enter` does.
    #[inline(always)]
    pub(crate) fn begin_straight(&mut self, symbol: u32) -> Onward {
        self.steps += 1;
        if self.steps.is_multiple_of(TICKS) || self.rows.len() > self.compact_at {
            self.pause(Callee::Constraint(symbol))?;
        }
        self.counters.calls += 1;
        let code = self.code;
        let constraint = &code.constraints[symbol as usize];
        match constraint.entries.first() {
            Some(&entry) => {
                self.begin_frame(constraint, symbol.into(), 0, 0);
                Ok(entry)
            }
            None => {
                self.activate_row(symbol, 0, 0, 0)?;
                Ok(self.onward())
            }
        }
    }

    /// Lets the general machine do what a stride could not.
    #[cold]
    #[inline(never)]
    pub(crate) fn instead(&mut self, at: usize) -> Onward {
        let (code, search) = (self.code, self.search);
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
