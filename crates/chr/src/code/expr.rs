//! Arithmetic as data: expressions over the slots of a frame, the functions and their names, and comparisons.

use gridwright_term::Number;

use crate::code::atoms::Functor;

/// An arithmetic expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    Int(i64),
    /// A number that is not an integer of 64 bits.
    Number(Box<Number>),
    Slot(u16),
    /// A variable that cannot have a value here.
    Unbound,
    /// A name or compound that is no function.
    Unknown(Functor),
    Constant(Constant),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<[Expr; 2]>),
    Ternary(Ternary, Box<[Expr; 3]>),
}

/// A function without arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    E,
    Pi,
    Inf,
    Nan,
    Epsilon,
    MaxTaggedInteger,
    MinTaggedInteger,
    MaxInteger,
    MinInteger,
    Random,
    CpuTime,
    RealTime,
}

/// A function of one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Minus,
    Plus,
    Abs,
    Sign,
    Complement,
    Succ,
    Msb,
    Lsb,
    Popcount,
    Eval,
    Sqrt,
    Sin,
    Cos,
    Tan,
    Cot,
    Asin,
    Acos,
    Atan,
    Acot,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Exp,
    Log,
    Log2,
    Log10,
    Erf,
    Erfc,
    Lgamma,
    Ceiling,
    Floor,
    Truncate,
    Round,
    Integer,
    Float,
    FloatIntegerPart,
    FloatFractionalPart,
    Rational,
    Rationalize,
    Numerator,
    Denominator,
    Random,
}

/// A function of two arguments.
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
    Lcm,
    Rdiv,
    Atan2,
    LogBase,
    Copysign,
    Nexttoward,
    Getbit,
}

/// A function of three arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ternary {
    Powm,
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

/// Functions without arguments.
const CONSTANTS: &[(&str, Constant)] = &[
    ("e", Constant::E),
    ("pi", Constant::Pi),
    ("inf", Constant::Inf),
    ("infinite", Constant::Inf),
    ("nan", Constant::Nan),
    ("epsilon", Constant::Epsilon),
    ("max_tagged_integer", Constant::MaxTaggedInteger),
    ("min_tagged_integer", Constant::MinTaggedInteger),
    ("max_integer", Constant::MaxInteger),
    ("min_integer", Constant::MinInteger),
    ("random", Constant::Random),
    ("random_float", Constant::Random),
    ("cputime", Constant::CpuTime),
    ("realtime", Constant::RealTime),
];

/// Functions of one argument.
const UNARY: &[(&str, Unary)] = &[
    ("-", Unary::Minus),
    ("+", Unary::Plus),
    ("abs", Unary::Abs),
    ("sign", Unary::Sign),
    ("\\", Unary::Complement),
    ("succ", Unary::Succ),
    ("msb", Unary::Msb),
    ("lsb", Unary::Lsb),
    ("popcount", Unary::Popcount),
    ("eval", Unary::Eval),
    ("sqrt", Unary::Sqrt),
    ("sin", Unary::Sin),
    ("cos", Unary::Cos),
    ("tan", Unary::Tan),
    ("cot", Unary::Cot),
    ("asin", Unary::Asin),
    ("acos", Unary::Acos),
    ("atan", Unary::Atan),
    ("acot", Unary::Acot),
    ("sinh", Unary::Sinh),
    ("cosh", Unary::Cosh),
    ("tanh", Unary::Tanh),
    ("asinh", Unary::Asinh),
    ("acosh", Unary::Acosh),
    ("atanh", Unary::Atanh),
    ("exp", Unary::Exp),
    ("log", Unary::Log),
    ("log2", Unary::Log2),
    ("log10", Unary::Log10),
    ("erf", Unary::Erf),
    ("erfc", Unary::Erfc),
    ("lgamma", Unary::Lgamma),
    ("ceiling", Unary::Ceiling),
    ("ceil", Unary::Ceiling),
    ("floor", Unary::Floor),
    ("truncate", Unary::Truncate),
    ("trunc", Unary::Truncate),
    ("round", Unary::Round),
    ("integer", Unary::Integer),
    ("float", Unary::Float),
    ("float_integer_part", Unary::FloatIntegerPart),
    ("float_fractional_part", Unary::FloatFractionalPart),
    ("rational", Unary::Rational),
    ("rationalize", Unary::Rationalize),
    ("numerator", Unary::Numerator),
    ("denominator", Unary::Denominator),
    ("random", Unary::Random),
];

/// Functions of two arguments.
const BINARY: &[(&str, Binary)] = &[
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
    ("lcm", Binary::Lcm),
    ("rdiv", Binary::Rdiv),
    ("atan2", Binary::Atan2),
    ("atan", Binary::Atan2),
    ("log", Binary::LogBase),
    ("copysign", Binary::Copysign),
    ("nexttoward", Binary::Nexttoward),
    ("getbit", Binary::Getbit),
    ("plus", Binary::Add),
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

/// Functions of three arguments.
const TERNARY: &[(&str, Ternary)] = &[("powm", Ternary::Powm)];

/// The function of a name in one of the tables.
fn named<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    let found = table.iter().find(|entry| entry.0 == name);
    found.map(|entry| entry.1)
}

/// A function, whatever the number of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Constant(Constant),
    Unary(Unary),
    Binary(Binary),
    Ternary(Ternary),
}

impl Function {
    /// The function of a name and a number of arguments.
    pub(crate) fn named(name: &str, arity: usize) -> Option<Function> {
        match arity {
            0 => named(CONSTANTS, name).map(Function::Constant),
            1 => named(UNARY, name).map(Function::Unary),
            2 => named(BINARY, name).map(Function::Binary),
            3 => named(TERNARY, name).map(Function::Ternary),
            _ => None,
        }
    }
}
