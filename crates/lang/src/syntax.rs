//! The syntax tree: statements and expressions with their spans, before names are resolved.

use gridwright_term::Span;

/// One statement, such as `Name: V(i), index: 0..8, domain: 1..9`.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The kind of statement.
    pub kind: Kind,
    /// The items before the first clause.
    pub items: Vec<Expr>,
    /// The clauses, such as `range: i \= j`.
    pub clauses: Vec<Clause>,
    /// Its span in the text.
    pub span: Span,
}

/// The kind of a statement, given by its keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Declares variables.
    Name,
    /// States formulas that hold.
    Constraint,
    /// States formulas that hold, or values of variables: the givens of one puzzle.
    Given,
    /// Names a number.
    Constant,
    /// Names numbers by index.
    Data,
    /// Minimises an expression.
    Minimise,
    /// Maximises an expression.
    Maximise,
    /// Selects what to show of a solution, and how.
    Show,
}

/// A clause of a statement, or of a function over a range.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Its keyword.
    pub key: Key,
    /// The items after the keyword.
    pub items: Vec<Expr>,
    /// Its span in the text.
    pub span: Span,
}

/// The keyword of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// The values of each index.
    Index,
    /// The domain of each variable.
    Domain,
    /// The conditions on indices.
    Range,
    /// Numbers in the order of the indices.
    Values,
    /// The number of values per line of output.
    Columns,
}

/// An expression, with its span.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The kind of expression.
    pub kind: ExprKind,
    /// Its span in the text.
    pub span: Span,
}

/// The kind of an expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number.
    Int(i64),
    /// A text in quotes.
    Text(String),
    /// A name without arguments.
    Word(String),
    /// `_`: any value, or an omitted one.
    Any,
    /// A name with arguments: `V(i)`, or `sum(V(i), range: i > 3)`.
    Call {
        /// The name.
        name: String,
        /// The arguments.
        args: Vec<Expr>,
        /// The items of `range:`, if there is one.
        range: Option<Vec<Expr>>,
    },
    /// `[a, b]`.
    List(Vec<Expr>),
    /// `{a, b..c}`.
    Set(Vec<Expr>),
    /// `-a`.
    Minus(Box<Expr>),
    /// `not a`.
    Not(Box<Expr>),
    /// An operator with two operands.
    Pair(Op, Box<Expr>, Box<Expr>),
}

/// An operator between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// `<=>`
    Iff,
    /// `=>`
    Implies,
    /// `\/`
    Or,
    /// `/\`
    And,
    /// `=`
    Equal,
    /// `\=`
    Differs,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `=<`
    AtMost,
    /// `>=`
    AtLeast,
    /// `in`
    In,
    /// `..`
    To,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Over,
    /// `mod`
    Modulo,
}

impl Kind {
    /// Every keyword with its meaning.
    pub const NAMES: &'static [(&'static str, Kind)] = &[
        ("Name", Kind::Name),
        ("Constraint", Kind::Constraint),
        ("Given", Kind::Given),
        ("Constant", Kind::Constant),
        ("Data", Kind::Data),
        ("Minimise", Kind::Minimise),
        ("Maximise", Kind::Maximise),
        ("Show", Kind::Show),
    ];

    /// Its keyword.
    pub fn word(self) -> &'static str {
        word_in(Kind::NAMES, &self)
    }

    /// The clauses it may have.
    pub(crate) fn keys(self) -> &'static [Key] {
        match self {
            Kind::Name => &[Key::Index, Key::Domain, Key::Range],
            Kind::Constraint => &[Key::Range],
            Kind::Given => &[Key::Range, Key::Values],
            Kind::Data => &[Key::Index, Key::Values],
            Kind::Show => &[Key::Columns],
            Kind::Constant | Kind::Minimise | Kind::Maximise => &[],
        }
    }
}

impl Key {
    /// Every keyword with its meaning.
    pub const NAMES: &'static [(&'static str, Key)] = &[
        ("index", Key::Index),
        ("domain", Key::Domain),
        ("range", Key::Range),
        ("values", Key::Values),
        ("columns", Key::Columns),
    ];

    /// Its keyword.
    pub fn word(self) -> &'static str {
        word_in(Key::NAMES, &self)
    }
}

impl Op {
    /// Every operator with its sign, loosest first.
    pub const SIGNS: &'static [(&'static str, Op)] = &[
        ("<=>", Op::Iff),
        ("=>", Op::Implies),
        ("\\/", Op::Or),
        ("/\\", Op::And),
        ("=", Op::Equal),
        ("\\=", Op::Differs),
        ("<", Op::Less),
        (">", Op::Greater),
        ("=<", Op::AtMost),
        (">=", Op::AtLeast),
        ("in", Op::In),
        ("..", Op::To),
        ("+", Op::Plus),
        ("-", Op::Minus),
        ("*", Op::Times),
        ("/", Op::Over),
        ("mod", Op::Modulo),
    ];

    /// Its sign.
    pub fn sign(self) -> &'static str {
        word_in(Op::SIGNS, &self)
    }

    /// Whether it compares two numbers.
    pub(crate) fn compares(self) -> bool {
        matches!(
            self,
            Op::Equal | Op::Differs | Op::Less | Op::Greater | Op::AtMost | Op::AtLeast
        )
    }
}

fn word_in<T: PartialEq>(names: &[(&'static str, T)], item: &T) -> &'static str {
    let found = names.iter().find(|(_, other)| other == item);
    found.map_or("", |(name, _)| name)
}

impl Statement {
    /// The clause with a keyword, if there is one.
    pub fn clause(&self, key: Key) -> Option<&Clause> {
        self.clauses.iter().find(|clause| clause.key == key)
    }
}
