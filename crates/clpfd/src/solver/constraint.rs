//! The constraints of the solver as data: posted, aliased and printed from here.

use std::sync::Arc;

use gridwright_constraints::Automaton;

/// A variable of the solver.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Id(pub(crate) u32);

impl Id {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A number or a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arg {
    Int(i64),
    Var(Id),
}

/// How a sum compares with a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    Eq,
    Ne,
    Le,
}

/// `sum of a * x (=, !=, <=) constant`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Linear {
    pub(crate) terms: Vec<(i64, Id)>,
    pub(crate) relation: Relation,
    pub(crate) constant: i64,
}

impl Linear {
    /// The relation that holds exactly when this one does not.
    pub(crate) fn negated(&self) -> Linear {
        match self.relation {
            Relation::Eq => self.with(Relation::Ne),
            Relation::Ne => self.with(Relation::Eq),
            Relation::Le => Linear {
                terms: self.terms.iter().map(|&(a, x)| (-a, x)).collect(),
                relation: Relation::Le,
                constant: -self.constant - 1,
            },
        }
    }

    fn with(&self, relation: Relation) -> Linear {
        Linear {
            relation,
            ..self.clone()
        }
    }
}

/// An operation of two numbers; those of one number ignore the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    Times,
    /// `//`, truncated.
    Quotient,
    /// `div`, rounded down.
    Div,
    /// `mod`, with the sign of the divisor.
    Mod,
    /// `rem`, with the sign of the dividend.
    Rem,
    Power,
    Min,
    Max,
    Abs,
    Msb,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
    BitNot,
}

impl Op {
    /// Whether it takes one number.
    pub(crate) fn is_unary(self) -> bool {
        matches!(self, Op::Abs | Op::Msb | Op::BitNot)
    }

    /// Whether it is undefined if the second number is 0.
    pub(crate) fn divides(self) -> bool {
        matches!(self, Op::Quotient | Op::Div | Op::Mod | Op::Rem)
    }

    /// The result; `None` if it is undefined or out of range.
    pub(crate) fn eval(self, x: i64, y: i64) -> Option<i128> {
        let (x, y) = (i128::from(x), i128::from(y));
        let in_range = |value: i128| (value.unsigned_abs() < 1 << 100).then_some(value);
        match self {
            Op::Times => Some(x * y),
            Op::Quotient => (y != 0).then(|| x / y),
            Op::Rem => (y != 0).then(|| x % y),
            Op::Div => (y != 0).then(|| floor(x, y)),
            Op::Mod => (y != 0).then(|| x - floor(x, y) * y),
            Op::Power if y >= 0 => match x {
                0 | 1 => Some(if y == 0 { 1 } else { x }),
                -1 => Some(if y % 2 == 0 { 1 } else { -1 }),
                _ => x.checked_pow(u32::try_from(y).ok()?).and_then(in_range),
            },
            Op::Power => match x {
                1 => Some(1),
                -1 => Some(if y % 2 == 0 { 1 } else { -1 }),
                _ => None,
            },
            Op::Min => Some(x.min(y)),
            Op::Max => Some(x.max(y)),
            Op::Abs => Some(x.abs()),
            Op::Msb => (x > 0).then(|| i128::from(127 - x.leading_zeros())),
            Op::ShiftLeft | Op::ShiftRight => {
                let left = if self == Op::ShiftLeft { y } else { -y };
                if left > 40 && x != 0 {
                    return None;
                }
                Some(if left >= 0 {
                    x << left.min(40)
                } else {
                    x >> (-left).min(100)
                })
            }
            Op::BitAnd => Some(x & y),
            Op::BitOr => Some(x | y),
            Op::BitXor => Some(x ^ y),
            Op::BitNot => Some(!x),
        }
    }
}

/// The quotient rounded down.
pub(crate) fn floor(x: i128, y: i128) -> i128 {
    let quotient = x / y;
    if x % y != 0 && (x < 0) != (y < 0) {
        quotient - 1
    } else {
        quotient
    }
}

/// A constraint.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Linear(Linear),
    /// `x op y = z`.
    Op {
        op: Op,
        x: Arg,
        y: Arg,
        z: Arg,
    },
    /// `b = 1` if and only if the relation holds; only if, when `half`.
    Reified {
        b: Id,
        linear: Linear,
        half: bool,
    },
    /// One of the Booleans has the value beside it.
    Clause(Vec<(Id, bool)>),
    AllDifferent {
        args: Vec<Arg>,
        strong: bool,
    },
    /// The element of an array at an index that counts from 1.
    Element {
        index: Arg,
        array: Vec<Arg>,
        value: Arg,
    },
    /// The arguments take the keys only, each as often as its count.
    Cardinality {
        args: Vec<Arg>,
        keys: Vec<i64>,
        counts: Vec<Arg>,
    },
    Table {
        args: Vec<Arg>,
        rows: Arc<Vec<Vec<i64>>>,
    },
    /// The successors form one circuit through all nodes, which count from 1.
    Circuit(Vec<Arg>),
    Cumulative {
        starts: Vec<Arg>,
        durations: Vec<Arg>,
        demands: Vec<Arg>,
        limit: Arg,
    },
    /// The first list is lexicographically not after the second.
    LexLe(Vec<Arg>, Vec<Arg>),
    Regular {
        args: Vec<Arg>,
        automaton: Arc<Automaton>,
    },
}

impl Kind {
    /// Its arguments, with repeats.
    pub(crate) fn args(&self) -> Vec<Arg> {
        let vars = |terms: &[(i64, Id)]| terms.iter().map(|term| Arg::Var(term.1)).collect();
        match self {
            Kind::Linear(linear) => vars(&linear.terms),
            Kind::Op { x, y, z, .. } => vec![*x, *y, *z],
            Kind::Reified { b, linear, .. } => {
                let mut args: Vec<Arg> = vars(&linear.terms);
                args.push(Arg::Var(*b));
                args
            }
            Kind::Clause(literals) => literals.iter().map(|&(id, _)| Arg::Var(id)).collect(),
            Kind::AllDifferent { args, .. }
            | Kind::Table { args, .. }
            | Kind::Circuit(args)
            | Kind::Regular { args, .. } => args.clone(),
            Kind::Element {
                index,
                array,
                value,
            } => [&array[..], &[*index, *value]].concat(),
            Kind::Cardinality { args, counts, .. } => [&args[..], counts].concat(),
            Kind::Cumulative {
                starts,
                durations,
                demands,
                limit,
            } => [&starts[..], durations, demands, &[*limit]].concat(),
            Kind::LexLe(left, right) => [&left[..], right].concat(),
        }
    }
}
