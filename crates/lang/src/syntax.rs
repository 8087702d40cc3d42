//! The syntax tree: statements and expressions with their spans, before names are resolved.

use gridwright_term::Span;

/// One statement, such as `Name: V(i), index: 0..8, domain: 1..9`.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The kind of statement.
    pub kind: StatementKind,
    /// The items before the first clause.
    pub items: Vec<Expr>,
    /// The clauses, such as `range: i \= j`.
    pub clauses: Vec<Clause>,
    /// Its span in the text.
    pub span: Span,
}

/// The kind of a statement, given by its keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StatementKind {
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
    pub kind: ClauseKind,
    /// The items after the keyword.
    pub items: Vec<Expr>,
    /// Its span in the text.
    pub span: Span,
}

/// The keyword of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClauseKind {
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
    Name(String),
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
    Binary(Op, Box<Expr>, Box<Expr>),
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
    NotEqual,
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
    Range,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Divide,
    /// `mod`
    Modulo,
}

impl StatementKind {
    /// Every keyword with its meaning.
    pub const NAMES: &'static [(&'static str, StatementKind)] = &[
        ("Name", StatementKind::Name),
        ("Constraint", StatementKind::Constraint),
        ("Given", StatementKind::Given),
        ("Constant", StatementKind::Constant),
        ("Data", StatementKind::Data),
        ("Minimise", StatementKind::Minimise),
        ("Maximise", StatementKind::Maximise),
        ("Show", StatementKind::Show),
    ];

    /// Its keyword.
    pub fn word(self) -> &'static str {
        word_in(StatementKind::NAMES, &self)
    }

    /// The clauses it may have.
    pub(crate) fn clauses(self) -> &'static [ClauseKind] {
        match self {
            StatementKind::Name => &[ClauseKind::Index, ClauseKind::Domain, ClauseKind::Range],
            StatementKind::Constraint => &[ClauseKind::Range],
            StatementKind::Given => &[ClauseKind::Range, ClauseKind::Values],
            StatementKind::Data => &[ClauseKind::Index, ClauseKind::Values],
            StatementKind::Show => &[ClauseKind::Columns],
            StatementKind::Constant | StatementKind::Minimise | StatementKind::Maximise => &[],
        }
    }
}

impl ClauseKind {
    /// Every keyword with its meaning.
    pub const NAMES: &'static [(&'static str, ClauseKind)] = &[
        ("index", ClauseKind::Index),
        ("domain", ClauseKind::Domain),
        ("range", ClauseKind::Range),
        ("values", ClauseKind::Values),
        ("columns", ClauseKind::Columns),
    ];

    /// Its keyword.
    pub fn word(self) -> &'static str {
        word_in(ClauseKind::NAMES, &self)
    }
}

impl Op {
    /// Every operator with its symbol, loosest first.
    pub const SYMBOLS: &'static [(&'static str, Op)] = &[
        ("<=>", Op::Iff),
        ("=>", Op::Implies),
        ("\\/", Op::Or),
        ("/\\", Op::And),
        ("=", Op::Equal),
        ("\\=", Op::NotEqual),
        ("<", Op::Less),
        (">", Op::Greater),
        ("=<", Op::AtMost),
        (">=", Op::AtLeast),
        ("in", Op::In),
        ("..", Op::Range),
        ("+", Op::Plus),
        ("-", Op::Minus),
        ("*", Op::Times),
        ("/", Op::Divide),
        ("mod", Op::Modulo),
    ];

    /// Its symbol.
    pub fn symbol(self) -> &'static str {
        word_in(Op::SYMBOLS, &self)
    }

    /// Whether it compares two numbers.
    pub(crate) fn compares(self) -> bool {
        matches!(
            self,
            Op::Equal | Op::NotEqual | Op::Less | Op::Greater | Op::AtMost | Op::AtLeast
        )
    }
}

fn word_in<T: PartialEq>(names: &[(&'static str, T)], item: &T) -> &'static str {
    let found = names.iter().find(|(_, other)| other == item);
    found.map_or("", |(name, _)| name)
}

impl Expr {
    /// The direct subexpressions; those of a call are its arguments and its range.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Call { args, range, .. } => {
                args.iter().chain(range.iter().flatten()).collect()
            }
            ExprKind::List(items) | ExprKind::Set(items) => items.iter().collect(),
            ExprKind::Minus(inner) | ExprKind::Not(inner) => vec![inner],
            ExprKind::Binary(_, left, right) => vec![left, right],
            ExprKind::Int(_) | ExprKind::Text(_) | ExprKind::Name(_) | ExprKind::Any => vec![],
        }
    }
}

impl Statement {
    /// The items of the clause with a keyword; none if there is no such clause.
    pub fn items_of(&self, kind: ClauseKind) -> &[Expr] {
        self.clause(kind).map_or(&[], |clause| &clause.items)
    }

    /// The clause with a keyword, if there is one.
    pub fn clause(&self, kind: ClauseKind) -> Option<&Clause> {
        self.clauses.iter().find(|clause| clause.kind == kind)
    }
}
