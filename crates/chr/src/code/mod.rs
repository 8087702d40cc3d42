//! Compiled programs: what the machine runs. Data only; `compile` makes it and `vm` reads it.

pub(crate) mod atoms;
pub(crate) mod expr;
pub(crate) mod instr;
pub(crate) mod layout;
pub(crate) mod number;
pub(crate) mod prefilter;
pub(crate) mod word;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use gridwright_term::Term;

use crate::code::atoms::{AtomTable, Functor, known};
use crate::code::expr::{Compare, Expr};
use crate::code::instr::{Instr, To};
use crate::code::prefilter::Prefilter;
use crate::code::word::{Word, mix};
use crate::syntax::types::Types;

/// A term of the source, with its variables resolved to slots of the frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// A variable that has its value in a slot.
    Slot(u16),
    /// The first mention of a variable: reading makes the slot, building makes a new variable.
    First(u16),
    /// A variable mentioned once.
    Void,
    Const(Word),
    /// A number that is not a small integer, as cells of the heap.
    Number(Box<[Word]>),
    List(Box<[Shape; 2]>),
    Compound(Functor, Box<[Shape]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Var,
    Nonvar,
    Number,
    Integer,
    Float,
    Rational,
    Atom,
    Atomic,
    Compound,
    Callable,
    String,
    List,
    Ground,
}

/// A goal that neither binds anything nor leaves a choice, run in place.
#[derive(Clone, Debug)]
pub(crate) enum Test {
    True,
    Fail,
    Compare(Compare, Expr, Expr),
    /// A new slot gets the value of an expression.
    Let(u16, Expr),
    /// An expression has the value of a term, which is not bound if it is a variable.
    Has(Shape, Expr),
    Type(Kind, Shape),
    Identical(Shape, Shape),
    Different(Shape, Shape),
    /// `\=`.
    Apart(Shape, Shape),
    Not(Box<[Test]>),
    Any(Box<[Test]>, Box<[Test]>),
    /// A builtin that leaves no choice; it fails where it would bind a variable that was there before.
    Builtin(u32, Box<[Shape]>),
    /// The builtin by which an item is selected from a list.
    Select(u32, Box<[Shape]>),
    /// Condition, then, else.
    If(Box<[Test]>, Box<[Test]>, Box<[Test]>),
    /// A slot gets the value of an aggregate, if it has one.
    Aggregate(Box<Aggregate>),
}

impl Test {
    /// Whether it can throw, so that it must not run before those written before it.
    pub(crate) fn can_throw(&self) -> bool {
        let any = |tests: &[Test]| tests.iter().any(Test::can_throw);
        match self {
            Test::Compare(..)
            | Test::Let(..)
            | Test::Has(..)
            | Test::Builtin(..)
            | Test::Select(..)
            | Test::Aggregate(_) => true,
            Test::Not(tests) => any(tests),
            Test::Any(left, right) => any(left) || any(right),
            Test::If(condition, then, other) => any(condition) || any(then) || any(other),
            _ => false,
        }
    }
}

/// How the values of an aggregate become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fold {
    Count,
    Sum,
    Min,
    Max,
}

/// One value computed from the constraints in the store that match a pattern.
#[derive(Clone, Debug)]
pub(crate) struct Aggregate {
    pub(crate) fold: Fold,
    pub(crate) partner: Partner,
    pub(crate) value: Expr,
    /// Where the result goes.
    pub(crate) slot: u16,
}

/// What is called.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Callee {
    Builtin(u32),
    /// A predicate of a native library.
    Native(u32),
    Clauses(u32),
    Constraint(u32),
    /// A constraint the types of whose arguments are checked first.
    Checked(u32),
    /// A constraint that is stored and waits for its turn, as rules have priorities.
    Waiting(u32),
    /// Nothing of that name.
    Unknown(Functor),
}

impl Callee {
    /// The constraint that is called, if it is one.
    pub(crate) fn symbol(self) -> Option<u32> {
        match self {
            Callee::Constraint(symbol) | Callee::Checked(symbol) | Callee::Waiting(symbol) => {
                Some(symbol)
            }
            _ => None,
        }
    }
}

/// Where the machine's own continuations stand at the start of the code.
pub(crate) mod fixed {
    pub(crate) const STOP: u32 = 0;
    pub(crate) const META_NEXT: u32 = 1;
    pub(crate) const META_THEN: u32 = 2;
    pub(crate) const META_SOFT_THEN: u32 = 3;
    pub(crate) const META_NOT: u32 = 4;
    pub(crate) const FINDALL_NEXT: u32 = 5;
    pub(crate) const CATCH_EXIT: u32 = 6;
    pub(crate) const WAKE_START: u32 = 7;
    pub(crate) const WAKE_NEXT: u32 = 8;
    pub(crate) const FAIL: u32 = 9;
    pub(crate) const TURN_NEXT: u32 = 10;
}

/// One clause of a predicate.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) head: Box<[Shape]>,
    /// Words of its frame, with the fixed part.
    pub(crate) size: u16,
    /// Where its body starts; a fact has none.
    pub(crate) body: Option<u32>,
}

/// A predicate defined by clauses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pred {
    pub(crate) all: Box<[u32]>,
    /// The clauses whose first argument is a variable.
    pub(crate) open: Box<[u32]>,
    /// The clauses that can match a first argument, by its key; those with a variable among them.
    pub(crate) keyed: WordMap<u64, Box<[u32]>>,
}

/// A map from words, or from numbers of atoms.
pub(crate) type WordMap<K, V> = HashMap<K, V, BuildHasherDefault<KeyHasher>>;

/// Hashes words and numbers of atoms.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.0 = mix(self.0, word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0, word);
    }
}

/// The key by which clauses are found of a first argument, or none if it is a variable.
pub(crate) fn key_of_functor(functor: Functor) -> u64 {
    Word::inner(functor.0 as usize).0
}

/// The key of a list as first argument.
pub(crate) const LIST_KEY: u64 = Word::inner(Functor::new(known::DOT, 2).0 as usize).0;

/// How candidates for a partner are found.
#[derive(Clone, Debug)]
pub(crate) struct Lookup {
    /// Variables shared with the heads matched before. If one of them is unbound, its own list is searched.
    pub(crate) shared: Box<[u16]>,
    /// The index used when everything known is ground, and what to look up in it. Without one, the whole list of the
    /// constraint is searched.
    pub(crate) index: Option<u32>,
    pub(crate) key: Box<[Sought]>,
}

/// A part of a key that is looked up.
#[derive(Clone, Debug)]
pub(crate) enum Sought {
    Term(Shape),
    /// The value that the guard says a partner's argument has.
    Value(Expr),
}

/// What arguments must look like: their places and shapes, without those that may be anything.
pub(crate) type Pattern = Box<[(u16, Shape)]>;

/// A head that an active constraint looks for.
#[derive(Clone, Debug)]
pub(crate) struct Partner {
    pub(crate) constraint: u32,
    /// Its place among the heads of the rule.
    pub(crate) head: u16,
    pub(crate) lookup: Lookup,
    pub(crate) args: Pattern,
    pub(crate) removed: bool,
    /// The parts of the guard that can be tested once this partner is there.
    pub(crate) tests: Box<[Test]>,
    /// What most candidates can be refused by.
    pub(crate) prefilter: Option<Prefilter>,
    /// Whether another partner is of the same constraint.
    pub(crate) twin: bool,
    /// Whether the active constraint is another head of the rule, of the same constraint.
    pub(crate) own: bool,
    /// Under which number its searches are counted.
    pub(crate) probe: u32,
}

/// How many constraints of a symbol a rule needs besides the active one, and whether that is one of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Need {
    pub(crate) symbol: u32,
    pub(crate) count: u32,
    pub(crate) own: bool,
}

/// A quick test that an occurrence cannot fire: symbols, by their bits, of which it needs one and none is in the store; and a word
/// of the frame that must be a constant, where `at` is not 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filter {
    pub(crate) needs: u64,
    pub(crate) rule: u32,
    pub(crate) at: u16,
    /// How many occurrences from this one on are searched for together.
    pub(crate) group: u16,
    pub(crate) word: Word,
}

/// How a rule is kept from firing twice for the same constraints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repeats {
    /// It removes one of them.
    Impossible,
    /// None of them wakes, so a partner newer than the active constraint has been there before.
    Newer,
    /// The tuple is remembered.
    Remembered,
}

/// One place in a rule where a constraint can be active.
#[derive(Clone, Debug)]
pub(crate) struct Occurrence {
    pub(crate) rule: u32,
    /// Its place among the heads of the rule.
    pub(crate) head: u16,
    /// Whether the active constraint is removed, and whether a partner is.
    pub(crate) removed: bool,
    pub(crate) takes: bool,
    /// Whether it can never fire, as an earlier one of the rule would have. It is not searched, and comes after all that are.
    pub(crate) subsumed: bool,
    /// Its variables are the arguments of the frame themselves and need no match.
    pub(crate) args: Pattern,
    pub(crate) tests: Box<[Test]>,
    pub(crate) partners: Box<[Partner]>,
    /// For how many of them it shares candidates with the occurrences before it, and how far back these begin.
    pub(crate) shared_levels: u16,
    pub(crate) back: u16,
    /// From which partner on it searches for itself, if it is in a group.
    pub(crate) own_from: u16,
    /// Of the first: how many share candidates for longest, and whether nothing is tested before these.
    pub(crate) longest: u16,
    pub(crate) prompt: bool,
    /// What must be in the store for the partners to be found, and of that what the filter does not decide.
    pub(crate) needs: Box<[Need]>,
    pub(crate) scarce: Box<[Need]>,
    /// The part of the guard that is run as goals.
    pub(crate) guard: Option<To>,
    /// Where heads are removed before the body, and the body.
    pub(crate) removal: To,
    pub(crate) body: To,
    /// Where the rule fires after a guard that was run as goals, and where the search goes on for each partner.
    pub(crate) fires: To,
    pub(crate) advances: Box<[To]>,
    /// In a group: where the active constraint and the partners that are shared are matched, and where the last of these alone.
    pub(crate) matches: [To; 2],
    /// Slots that only expressions of the guard and the body use on the way.
    pub(crate) temporaries: Box<[u16]>,
    pub(crate) repeats: Repeats,
    /// Whether it is only observed by the rule, and none of its heads.
    pub(crate) observed: bool,
    /// Whether the active constraint is stored before the rule is tried, because the rule counts it.
    pub(crate) stores: bool,
    /// Slots of what the aggregates among the heads came to.
    pub(crate) values: Box<[u16]>,
    /// The smaller, the sooner. All are 0 if rules have no priorities.
    pub(crate) priority: u32,
    /// For reports, the source of each test: of those on the active constraint alone, then of those of each partner.
    pub(crate) parts: Box<[Box<[Term]>]>,
    /// The source of the part of the guard that is run as goals.
    pub(crate) goals: Option<Term>,
}

/// The instructions of a rule for one of its occurrences: of its guard, of its body, and where they end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    pub(crate) rule: u32,
    pub(crate) guard: u32,
    pub(crate) body: u32,
    pub(crate) end: u32,
}

/// An argument of a constraint, or an argument of a compound that stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) arg: u16,
    pub(crate) inside: Option<(Functor, u16)>,
}

/// A set of arguments by which stored constraints are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Index {
    pub(crate) constraint: u32,
    pub(crate) args: Box<[Path]>,
}

/// A type of arguments as it is checked while a program runs.
#[derive(Clone, Debug)]
pub(crate) struct TypeCheck {
    /// The type as it is written, with its parameters put in.
    pub(crate) wanted: Term,
    pub(crate) values: Values,
}

/// The terms of a type.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    Any,
    Int,
    Natural,
    Number,
    Float,
    OneOf(Box<[Form]>),
    /// Checked only by [`Types::check`].
    Other,
}

/// A form of the terms of a type; the types of its parts are numbers of [`Code::type_checks`].
#[derive(Clone, Debug)]
pub(crate) enum Form {
    Const(Word),
    List([u32; 2]),
    Compound(Functor, Box<[u32]>),
}

/// One of the indexes of a constraint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Indexed {
    pub(crate) index: u32,
    /// The argument that is the key, if it is one and nothing inside it.
    pub(crate) arg: Option<u16>,
}

/// A constraint symbol.
#[derive(Clone, Debug)]
pub(crate) struct Constraint {
    pub(crate) functor: Functor,
    pub(crate) occurrences: Vec<Occurrence>,
    /// One for each occurrence that is searched.
    pub(crate) filters: Vec<Filter>,
    /// Where the instructions of each occurrence begin, and those of the end.
    pub(crate) entries: Box<[To]>,
    /// The indexes of its store, by their numbers in [`Code::indexes`].
    pub(crate) indexes: Vec<Indexed>,
    /// Arguments declared ground.
    pub(crate) ground: Vec<bool>,
    /// The types of its arguments.
    pub(crate) types: Vec<Term>,
    /// The same as numbers of [`Code::type_checks`], if types are checked while the program runs.
    pub(crate) type_checks: Box<[u32]>,
    /// Arguments declared to be ground and whole numbers.
    pub(crate) whole: Vec<bool>,
    /// Arguments whose binding can make a rule fire.
    pub(crate) watched: Vec<bool>,
    /// The place of its list in a watched variable, if there are such arguments.
    pub(crate) watch: Option<u32>,
    /// Whether it runs again when only one of two aliased variables was its own.
    pub(crate) wakes_partially: bool,
    /// Whether binding a variable can make it fire.
    pub(crate) triggers: bool,
    /// The most partners an occurrence has, and the words of its frame.
    pub(crate) partners: u16,
    pub(crate) size: u16,
    /// Whether the store keeps its whole list.
    pub(crate) listed: bool,
    /// Whether it is never stored.
    pub(crate) fleeting: bool,
}

/// A rule, for reports.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) name: String,
    pub(crate) line: usize,
    /// Its heads, the removed ones first, and whether each can be active.
    pub(crate) heads: Vec<(Term, bool)>,
}

/// A predicate of a native library.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NativePredicate {
    pub(crate) library: u32,
    pub(crate) index: u32,
    pub(crate) functor: Functor,
}

/// The head and the body of a clause as it was written; a fact has no body.
pub(crate) type ClauseSource = (Term, Option<Term>);

/// A whole program, compiled.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    /// The module of the program.
    pub(crate) module: String,
    /// The modules of its files and libraries.
    pub(crate) modules: Vec<String>,
    pub(crate) atoms: AtomTable,
    pub(crate) instrs: Vec<Instr>,
    /// For each instruction where its cold arm is, as far as one has any.
    pub(crate) cold: Vec<To>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) preds: Vec<Pred>,
    pub(crate) constraints: Vec<Constraint>,
    pub(crate) indexes: Vec<Index>,
    pub(crate) rules: Vec<Rule>,
    /// Where guards and bodies of rules stand among the instructions, in order.
    pub(crate) written: Vec<Written>,
    /// How many constraints have lists in watched variables.
    pub(crate) watches: u32,
    pub(crate) callees: HashMap<Functor, Callee>,
    /// The predicates of native libraries.
    pub(crate) natives: Vec<NativePredicate>,
    /// How many searches are counted apart.
    pub(crate) probes: u32,
    /// The aggregates: the rule of each, if it is in one, the constraint it looks for, how, and under which number it counts.
    pub(crate) aggregates: Vec<(Option<u32>, u32, Lookup, u32)>,
    /// What the program itself defines by clauses, as it was written.
    pub(crate) own: HashMap<Functor, Vec<ClauseSource>>,
    /// The dynamic predicates of the program and the clauses they begin with.
    pub(crate) dynamic: Vec<(Functor, Vec<ClauseSource>)>,
    /// Which libraries are there, as a mask.
    pub(crate) libraries: u32,
    /// The predicates of these libraries, also those that the program defines itself.
    pub(crate) library_callees: Vec<(Functor, Callee)>,
    /// Whether rules have priorities.
    pub(crate) prioritised: bool,
    /// The types the program defines, and whether they are checked when it runs.
    pub(crate) type_names: Types,
    pub(crate) type_check: bool,
    /// The types of constraints and of what is inside their terms.
    pub(crate) type_checks: Vec<TypeCheck>,
    /// Whether a call of a constraint is more than making it active.
    pub(crate) careful: bool,
}
