//! Choice points: the states that a run can go back to.

use crate::code::word::Word;
use crate::heap::cells::HeapMark;
use crate::state::agenda::AgendaMark;
use crate::store::suspensions::StoreMark;

/// What is done when the machine comes back to a choice.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Other<'p> {
    /// Goes on at an instruction of the same frame.
    At(u32),
    /// Tries the next clause.
    Clause(&'p [u32]),
    /// Runs a goal, with the number of choices its cuts go back to.
    Goal(Word, usize),
    /// Binds the variable of `between/3` to the next number.
    Between(Word, i64, i64),
    /// Finds another answer of a builtin, whose state is in the arguments that were kept; so many.
    Retry(Redo, u16),
    /// Runs the cleanup of `setup_call_cleanup/3`, whose goal has failed, and fails.
    Cleanup,
    /// Takes the next solution of a host predicate with so many arguments.
    Host(u16),
    /// Looks for further partners, as the guard did not hold.
    Guard,
    /// Hands over what `findall` collected.
    Findall,
    /// Fails, as what was thrown past it did not concern it.
    Catch,
    /// Ends the run.
    End,
}

/// The place of a pending entry that is a goal that is due, not a variable that was bound.
pub(crate) const DUE: usize = usize::MAX;

/// The builtins that have several answers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Redo {
    /// The clauses of a dynamic predicate.
    Clauses(Purpose),
    /// The answers of a table.
    TableAnswer,
}

/// What is done with a clause that was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Its body is run.
    Call,
    /// Its body is unified with a term.
    Clause,
    /// The same, and it is erased.
    Retract,
}

/// A state to come back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChoicePoint<'p> {
    pub(crate) other: Other<'p>,
    pub(crate) e: usize,
    pub(crate) cp: u32,
    pub(crate) guards: u32,
    pub(crate) protect: usize,
    pub(crate) heap: HeapMark,
    pub(crate) store: StoreMark,
    pub(crate) agenda: AgendaMark,
    /// How many levels native libraries had begun.
    pub(crate) natives: usize,
    pub(crate) saved: usize,
    pub(crate) findalls: usize,
    pub(crate) solutions: usize,
    pub(crate) rule: u32,
}
