//! Arithmetic as data: expressions over the slots of a frame, and comparisons.

use crate::code::atoms::Functor;

/// An arithmetic expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    Int(i64),
    Slot(u16),
    /// A variable that cannot have a value here.
    Unbound,
    /// A name or compound that is no function.
    Unknown(Functor),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<[Expr; 2]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Minus,
    Plus,
    Abs,
    Sign,
    Complement,
    Msb,
    Succ,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Truncate,
    Floor,
    Mod,
    Rem,
    Min,
    Max,
    Power,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
    Gcd,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compare {
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    NotEqual,
}

/// Functions of one argument.
pub(crate) const UNARY: &[(&str, Unary)] = &[
    ("-", Unary::Minus),
    ("+", Unary::Plus),
    ("abs", Unary::Abs),
    ("sign", Unary::Sign),
    ("\\", Unary::Complement),
    ("msb", Unary::Msb),
    ("succ", Unary::Succ),
];

/// Functions of two arguments.
pub(crate) const BINARY: &[(&str, Binary)] = &[
    ("+", Binary::Add),
    ("-", Binary::Subtract),
    ("*", Binary::Multiply),
    ("/", Binary::Divide),
    ("//", Binary::Truncate),
    ("div", Binary::Floor),
    ("mod", Binary::Mod),
    ("rem", Binary::Rem),
    ("min", Binary::Min),
    ("max", Binary::Max),
    ("**", Binary::Power),
    ("^", Binary::Power),
    ("<<", Binary::ShiftLeft),
    (">>", Binary::ShiftRight),
    ("/\\", Binary::And),
    ("\\/", Binary::Or),
    ("xor", Binary::Xor),
    ("gcd", Binary::Gcd),
];

/// Comparisons.
pub(crate) const COMPARE: &[(&str, Compare)] = &[
    ("<", Compare::Less),
    ("=<", Compare::AtMost),
    (">", Compare::Greater),
    (">=", Compare::AtLeast),
    ("=:=", Compare::Equal),
    ("=\\=", Compare::NotEqual),
];
