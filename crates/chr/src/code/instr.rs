//! The instruction set: one, for goals of clauses and bodies, and for the search of an active constraint.
//!
//! Every goal, test and match has a general instruction, whose operands are shapes and expressions. Where operands are words of the frame there are
//! specialised instructions and superinstructions for small numbers and constants. A specialised instruction that meets another operand, such as an
//! unbound variable or a wide number, has changed nothing yet; the machine then goes on at its cold arm, which is the general instruction of the
//! same goal and a jump behind it ([`crate::code::Code::cold`]). So each goal has one meaning, that of its general instruction.
//!
//! An active constraint has the instructions of its occurrences one after the other. An occurrence is tried (`Try`), each partner is looked
//! up (`Open`), matched and tested; a candidate that fails goes to `Miss` and `Advance`, which takes the next one; `Fire` goes on with the removal of
//! heads and the body. `compile/emitter.rs` and `compile/specialise.rs` make instructions, `vm/execute.rs` carries them out. Data only.

use crate::code::expr::{Binary, Expr};
use crate::code::word::Word;
use crate::code::{Callee, Shape, Test, fixed};

/// A word of the frame, counted from its beginning.
pub(crate) type At = u8;

/// The place of an instruction.
pub(crate) type To = u32;

/// The number of no probe.
pub(crate) const NO_PROBE: u32 = u32::MAX;

/// The place of no instruction: the cold arm of an instruction that has none. To go on there panics.
pub(crate) const NO_ARM: To = To::MAX;

/// The most arguments of a specialised call, and parts of a key.
pub(crate) const MOST_ARGS: usize = 10;

/// Words of a frame that are the arguments of a call or the parts of a key.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Args {
    pub(crate) count: u8,
    pub(crate) at: [At; MOST_ARGS],
}

/// A call: what is called, and its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub(crate) callee: Callee,
    pub(crate) args: Box<[Shape]>,
}

/// How a search for a partner begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    /// The number under which the search is counted.
    pub(crate) probe: u16,
    /// The word that gets the candidate's place in its list.
    pub(crate) link: At,
    /// The word that gets the candidate's suspension.
    pub(crate) suspension: At,
    /// Where the machine goes on if the candidate is the active constraint; 0 if it cannot be.
    pub(crate) if_active: To,
    /// Where the machine goes on if there is no candidate.
    pub(crate) no: To,
}

/// The rule of an occurrence that is tried, and where to go on if it cannot be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tried {
    pub(crate) rule: u32,
    pub(crate) no: To,
}

/// One instruction. `no` is where the machine goes on if it does not hold.
#[derive(Clone, Debug)]
pub(crate) enum Instr {
    // Goals, with any operands.
    Call(Box<Goal>),
    /// A call after which the frame is no longer needed.
    Exec(Box<Goal>),
    Unify(Box<[Shape; 2]>),
    Is(Box<(Shape, Expr)>),
    Test(Box<Test>, To),
    /// Makes the variable of a slot that branches share.
    Make(u16),
    Cut,
    /// Notes the number of choices in a slot.
    Mark(u16),
    /// Forgets the choices made since a mark.
    CutTo(u16),
    /// Forgets the one choice at a mark, but not those above it.
    SoftCut(u16),
    /// Adds a choice that goes on at another place.
    Alternative(To),
    Jump(To),
    Fail,
    /// The end of a clause.
    Proceed,
    /// The end of the body of a rule whose active constraint stays: the search for partners goes on.
    Resume,
    /// The end of a guard that is run as goals.
    Guarded,
    /// Continuations of the machine's own frames.
    MetaNext,
    MetaThen,
    MetaSoftThen,
    MetaNot,
    FindallNext,
    CatchExit,
    WakeStart,
    WakeNext,
    TurnNext,
    Stop,

    // Tests of words.
    /// A word is a constant.
    IsConst(At, Word, To),
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
    /// `left < right` has this truth value; the second form compares with a constant.
    Below(bool, At, At, To),
    BelowWith(bool, At, Word, To),
    /// `left =:= right` has this truth value; the second form compares with a constant.
    Equal(bool, At, At, To),
    EqualWith(bool, At, Word, To),

    // Values of words.
    /// Sums and differences; a constant has its value where a number has it. Results are small numbers.
    Add(At, At, At),
    AddWith(At, At, i64),
    Subtract(At, At, At),
    /// Other arithmetic.
    Compute(Binary, At, At, At),
    ComputeWith(Binary, At, At, i64),
    ComputeFrom(Binary, At, i64, At),
    /// Unification.
    UnifyWords(At, At),
    UnifyWith(At, Word),
    Copy(At, At),
    /// A word becomes a constant, or a new variable.
    Put(At, Word),
    Fresh(At),
    /// The arguments of a constraint have their types.
    CheckTypes(u16, Args),
    /// Calls a constraint with a frame of so many words, whose instructions begin at `entry`; 0 if that is not known.
    CallConstraint {
        entry: To,
        symbol: u16,
        size: u8,
        args: Args,
    },
    /// The same, and the frame is left.
    ExecConstraint {
        entry: To,
        symbol: u16,
        size: u8,
        args: Args,
    },

    // The search of an active constraint.
    /// Where rules have priorities: the constraint waits for its turn if that of an occurrence has not come.
    Turn(u16),
    /// An occurrence is tried, with everything that can rule it out before its head is matched.
    TryAny(u16, To),
    /// An occurrence is tried; of none of the symbols with these bits the store is empty.
    Try(Tried, u64),
    /// An occurrence is tried; a word is a constant.
    TryConst(Tried, At, Word),
    /// An occurrence is tried; so many constraints of a symbol are in the store, and one more if the active one is and counts.
    TryEnough(Tried, u16, u8, bool),
    /// The same, and then the first candidate in the list of the symbol.
    TryList(u32, u16, u8, bool, Open),
    /// So many constraints of a symbol are in the store, and one more if the active one is and counts.
    Enough(u32, u8, bool, To),
    /// A word of the frame matches a shape.
    MatchOwn(Box<(u16, Shape)>, To),
    /// Tests on the active constraint refused it.
    Refuse(u32, To),
    /// The first candidate for the partner of a level.
    OpenAny {
        occurrence: u16,
        level: u8,
        if_active: To,
        no: To,
    },
    /// The search for a partner begins, and these words are its key.
    Mix(Args),
    /// The first candidate in the list of a symbol.
    OpenList(u32, Open),
    /// The first candidate whose key is one word.
    OpenKey(u16, At, Open),
    /// The first candidate with the key that was mixed.
    OpenMixed(u16, Open),
    /// The candidate of a level is no partner of an earlier level.
    Unused {
        level: u8,
        no: To,
    },
    /// The candidate is not the suspension at a place.
    NotSuspension(At, To),
    /// An argument of the candidate matches a shape.
    MatchShape(Box<(u16, Shape)>, To),
    /// An argument of the candidate is a compound with a functor.
    MatchFunctor(u8, Word, To),
    /// An argument of the candidate is taken, or is a word known before.
    Take(u8, At),
    TakeTwo(u8, At, u8, At),
    /// The same of one argument, and then a number is below another, or it is not.
    TakeBelow(u8, At, bool, At, At, To),
    Match(u8, At, To),
    MatchWith(u8, Word, To),
    /// The candidate is a partner.
    Hit(u32),
    /// It is none, and whether tests refused it. The search goes on at `to` if there are more.
    Miss {
        probe: u32,
        refused: bool,
        to: To,
        no: To,
    },
    /// The next candidate for a partner.
    Advance {
        /// The occurrence, and the level of the partner.
        occurrence: u16,
        level: u8,
        /// The word that has the place in the list; 0 if the frame is too large for that.
        link: At,
        /// Whether candidates that the prefilter refuses are passed over, as the last one did not match.
        filtered: bool,
        /// Where the candidate is matched.
        again: To,
        no: To,
    },
    /// The same where no candidate is passed over.
    Step {
        probe: u32,
        link: At,
        suspension: At,
        again: To,
        no: To,
    },
    /// The guard of an occurrence is run as goals, from an instruction on, unless the rule fired before.
    Guard {
        occurrence: u16,
        goals: To,
        no: To,
    },
    /// A rule fires that cannot have fired before.
    Fire {
        rule: u32,
        /// The search that found the last partner, if it is counted here; else `NO_PROBE`.
        probe: u32,
        occurrence: u16,
        /// Whether the active constraint is removed.
        removed: bool,
        /// Where partners are removed and the body begins.
        to: To,
    },
    /// Another rule fires, unless it did so before.
    FireOnce {
        rule: u32,
        occurrence: u16,
        to: To,
        no: To,
    },
    /// The guard of an occurrence, run as goals, has held. If it removed heads of the rule, the rule fires here and removes the others.
    Held(u16),
    /// The partner of a level is removed.
    RemoveAny(u8),
    /// The partner whose suspension is at a place is removed.
    Remove(At),
    /// The active constraint stays; whether it is stored if it was not, and whether the firing is remembered.
    Keep {
        stores: bool,
        remembers: bool,
    },
    /// Occurrences that are searched for together, from the first on. Candidates that they share are found by `vm/rule_group.rs`, which says which of them
    /// is tried next: from its first instruction on, or for the last candidate it shares alone.
    Group(u16),
    /// The next of them is tried after one.
    GroupNext(u16),
    /// One of them, by its number in the group, is tried next if that is known at a glance; whether prefilters were asked about it.
    GroupTry {
        member: u16,
        filtered: bool,
        whole: To,
        last: To,
    },
    /// One of them matches the active constraint and the candidates that it shares, without the last.
    GroupKnown(u16),
    /// Of none of the symbols with these bits the store is empty.
    Present(u64, To),
    /// The candidate is the one whose suspension is at a place.
    Candidate(u16),
    /// The same, and it is counted.
    CandidateCounted(u16, u32),
    /// It is a partner, or tests refused it.
    Matched(u32),
    RefuseCandidate(u32, To),
    /// All occurrences were tried; whether the constraint is stored.
    End(bool),
}

// Three words: where one begins is found by a shift and a sum.
const _: () = assert!(size_of::<Instr>() == 24);

impl Instr {
    /// A test that makes the run go back if it does not hold.
    pub(crate) fn test(test: Test) -> Instr {
        Instr::Test(Box::new(test), fixed::FAIL)
    }

    /// Where it leads if it does not hold, or if a search finds nothing; none if it always goes on.
    pub(crate) fn no(&mut self) -> Option<&mut To> {
        match self {
            Instr::Test(_, no)
            | Instr::IsConst(_, _, no)
            | Instr::Same(_, _, no)
            | Instr::Different(_, _, no)
            | Instr::IsNot(_, _, no)
            | Instr::Tagged(_, _, no)
            | Instr::Integer(_, no)
            | Instr::Below(_, _, _, no)
            | Instr::BelowWith(_, _, _, no)
            | Instr::Equal(_, _, _, no)
            | Instr::EqualWith(_, _, _, no)
            | Instr::TryAny(_, no)
            | Instr::Try(Tried { no, .. }, _)
            | Instr::TryConst(Tried { no, .. }, _, _)
            | Instr::TryEnough(Tried { no, .. }, _, _, _)
            | Instr::TryList(_, _, _, _, Open { no, .. })
            | Instr::Enough(_, _, _, no)
            | Instr::MatchOwn(_, no)
            | Instr::Refuse(_, no)
            | Instr::OpenAny { no, .. }
            | Instr::OpenList(_, Open { no, .. })
            | Instr::OpenKey(_, _, Open { no, .. })
            | Instr::OpenMixed(_, Open { no, .. })
            | Instr::Unused { no, .. }
            | Instr::NotSuspension(_, no)
            | Instr::MatchShape(_, no)
            | Instr::TakeBelow(_, _, _, _, _, no)
            | Instr::Match(_, _, no)
            | Instr::MatchWith(_, _, no)
            | Instr::Miss { no, .. }
            | Instr::Present(_, no)
            | Instr::MatchFunctor(_, _, no)
            | Instr::Step { no, .. }
            | Instr::RefuseCandidate(_, no)
            | Instr::Advance { no, .. }
            | Instr::Guard { no, .. }
            | Instr::FireOnce { no, .. } => Some(no),
            _ => None,
        }
    }

    /// Where a search leads that found the active constraint.
    pub(crate) fn if_active(&mut self) -> Option<&mut To> {
        match self {
            Instr::OpenAny { if_active, .. }
            | Instr::OpenList(_, Open { if_active, .. })
            | Instr::OpenKey(_, _, Open { if_active, .. })
            | Instr::TryList(_, _, _, _, Open { if_active, .. })
            | Instr::OpenMixed(_, Open { if_active, .. }) => Some(if_active),
            _ => None,
        }
    }
}
