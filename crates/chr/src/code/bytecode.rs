//! The bytecode of rules: a second code, of small steps over the words of a frame, for what rules do most often.
//!
//! An instruction does what the interpreter would do with numbers and constants, on the same frames, suspensions and counters. Where something else turns
//! up, such as an unbound variable, a wide number, a suspension that is gone or an error, nothing has happened yet that could be seen, and
//! the interpreter takes over: in the search for partners at the candidate or the occurrence that was tried, in a body at
//! the instruction. So there is one account of every rule, that of `vm/active.rs`, `vm/join.rs` and `vm/machine.rs`; this one is only faster.
//! `compile/emitter.rs` makes instructions, `vm/execute.rs` takes them, with those in `vm/store_ops.rs` that change more than a frame. Data only.

use crate::code::expr::Binary;
use crate::code::word::Word;

/// A word of the frame, counted from its beginning.
pub(crate) type At = u8;

/// The number of a instruction; 0 is none.
pub(crate) type To = u32;

/// The number of no probe.
pub(crate) const NO_PROBE: u32 = u32::MAX;

/// The most arguments of a call, and parts of a key.
pub(crate) const MOST_ARGS: usize = 10;

/// Words of a frame that are the arguments of a call or the parts of a key.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Args {
    pub(crate) count: u8,
    pub(crate) at: [At; MOST_ARGS],
}

/// How a search for a partner begins: under which number it is counted, where its place in the list and its suspension are noted, and where to go on if there
/// is no candidate, or if it is the active constraint itself; 0 if it cannot be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    pub(crate) probe: u16,
    pub(crate) link: At,
    pub(crate) suspension: At,
    pub(crate) own: To,
    pub(crate) no: To,
}

/// The rule of an occurrence that is tried, and where to go on if it cannot be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tried {
    pub(crate) rule: u32,
    pub(crate) no: To,
}

/// Where the interpreter goes on instead of a instruction: with an instruction, or, if that is 0, in the search of an occurrence for the partner whose
/// place in its list is noted at `link`; 0 if there is none yet.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SlowPath {
    pub(crate) instr: u32,
    pub(crate) occurrence: u16,
    pub(crate) link: At,
}

/// One step. In the search of an active constraint, `no` is where it goes on if the step does not hold.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    /// A test of a body does not hold.
    Fail,
    /// An occurrence is tried; of none of the symbols with these bits the store is empty.
    Try(Tried, u64),
    /// An occurrence is tried; a word is a constant.
    TryIs(Tried, At, Word),
    /// An occurrence is tried; so many constraints of a symbol are in the store, and one more if the active one is and counts.
    TryEnough(Tried, u16, u8, bool),
    /// The same, and then the first candidate in the list of the symbol.
    TryList(u32, u16, u8, bool, Open),
    /// So many constraints of a symbol are in the store, and one more if the active one is and counts.
    Enough(u16, u8, bool, To),
    /// A word is a constant.
    Is(At, Word, To),
    /// Two words are the same term.
    Same(At, At, To),
    /// Two words are different terms.
    Different(At, At, To),
    /// A word is a different term from a constant.
    IsNot(At, Word, To),
    /// A word has one of the tags whose bits are set.
    Tagged(At, u8, To),
    /// A word is an integer.
    Integer(At, To),
    /// A number is below another, or it is not, as is said; the same of a number and a constant one.
    Below(bool, At, At, To),
    BelowWith(bool, At, Word, To),
    /// Two numbers are equal, or they are not.
    Equal(bool, At, At, To),
    EqualWith(bool, At, Word, To),
    /// Tests on the active constraint refused it.
    Refuse(u32, To),
    /// The search for a partner begins, and these words are its key.
    Mix(Args),
    /// The first candidate in the list of a symbol.
    OpenList(u32, Open),
    /// The first candidate whose key is one word.
    OpenKey(u16, At, Open),
    /// The first candidate with the key that was mixed.
    OpenMixed(u16, Open),
    /// The candidate is not the suspension at a place.
    NotSuspension(At, To),
    /// An argument of the candidate is taken, or is a word known before.
    Take(u8, At),
    TakeTwo(u8, At, u8, At),
    /// The same of one argument, and then a number is below another, or it is not.
    TakeBelow(u8, At, bool, At, At, To),
    Match(u8, At, To),
    MatchWith(u8, Word, To),
    /// The candidate is a partner.
    Hit(u32),
    /// It is none, and whether tests refused it.
    Miss(u32, bool, To),
    /// The search goes on behind a partner that is of no use with those after it.
    Next(At, To),
    /// A rule that removes something fires, the active constraint too if it is `removed`. The last partner is the one of a search, if
    /// there is any.
    Fire {
        rule: u32,
        probe: u32,
        occurrence: u16,
        removed: bool,
    },
    /// Another rule fires, unless it did so before.
    FireOnce(u32, u16, To),
    /// The partner whose suspension is at a place is removed.
    Remove(At),
    /// The active constraint stays, and is stored if it was not; whether the firing is remembered.
    Keep(u16, bool),
    /// An occurrence without a bytecode is passed over, as the store is empty of a symbol with one of these bits.
    Pass {
        needs: u64,
        rule: u32,
        no: To,
    },
    /// An occurrence, or a group of them, that has no bytecode.
    General(u16),
    /// All occurrences were tried.
    End,

    /// Sums and differences; a constant has its value where a number has it. Results are small numbers.
    Add(At, At, At),
    AddWith(At, At, i64),
    Subtract(At, At, At),
    /// Other arithmetic.
    Compute(Binary, At, At, At),
    ComputeWith(Binary, At, At, i64),
    ComputeFrom(Binary, At, i64, At),
    /// Unification.
    Unify(At, At),
    UnifyWith(At, Word),
    Copy(At, At),
    /// A word becomes a constant, or a new variable.
    Put(At, Word),
    Fresh(At),
    /// Calls a constraint with a frame of so many words, whose instructions begin at `entry`, unless it has none; the instruction `next` follows.
    Call {
        next: u32,
        entry: To,
        symbol: u16,
        size: u8,
        args: Args,
    },
    /// The same, and the frame is left.
    Exec {
        entry: To,
        symbol: u16,
        size: u8,
        args: Args,
    },
    Proceed,
    /// The search goes on after a body; where, if the rule has no partners, or no more of them are found.
    Resume(u16, bool, To),
    /// An instruction that has no bytecode.
    Leave,
}

// Three words: where one begins is found by a shift and a sum.
const _: () = assert!(size_of::<Op>() == 24);

impl Op {
    /// Says where a step leads that does not hold, or a search that goes on.
    pub(crate) fn set_no(&mut self, to: To) {
        match self {
            Op::Try(Tried { no, .. }, _)
            | Op::TryIs(Tried { no, .. }, _, _)
            | Op::TryEnough(Tried { no, .. }, _, _, _)
            | Op::Pass { no, .. }
            | Op::Enough(_, _, _, no)
            | Op::Is(_, _, no)
            | Op::Same(_, _, no)
            | Op::Different(_, _, no)
            | Op::IsNot(_, _, no)
            | Op::Tagged(_, _, no)
            | Op::Integer(_, no)
            | Op::Below(_, _, _, no)
            | Op::BelowWith(_, _, _, no)
            | Op::Equal(_, _, _, no)
            | Op::EqualWith(_, _, _, no)
            | Op::Refuse(_, no)
            | Op::OpenList(_, Open { no, .. })
            | Op::OpenKey(_, _, Open { no, .. })
            | Op::OpenMixed(_, Open { no, .. })
            | Op::TryList(_, _, _, _, Open { no, .. })
            | Op::TakeBelow(_, _, _, _, _, no)
            | Op::NotSuspension(_, no)
            | Op::Match(_, _, no)
            | Op::MatchWith(_, _, no)
            | Op::Miss(_, _, no)
            | Op::Next(_, no)
            | Op::FireOnce(_, _, no)
            | Op::Resume(_, _, no) => *no = to,
            _ => {}
        }
    }

    /// Says where a search leads that found the active constraint.
    pub(crate) fn set_own(&mut self, to: To) {
        match self {
            Op::OpenList(_, Open { own, .. })
            | Op::OpenKey(_, _, Open { own, .. })
            | Op::TryList(_, _, _, _, Open { own, .. })
            | Op::OpenMixed(_, Open { own, .. }) => *own = to,
            _ => {}
        }
    }
}

/// The instructions of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bytecode {
    pub(crate) all: Vec<Op>,
    /// For each instruction how the interpreter goes on instead.
    pub(crate) slow_path: Vec<SlowPath>,
    /// The instructions that can be taken from an instruction on.
    pub(crate) of_instr: Vec<To>,
}
