//! Atoms: constraints on one variable, of which decisions, reasons and nogoods consist.

use std::fmt;
use std::ops::Not;

use crate::vars::var::{MAX_VALUE, MIN_VALUE, Var};

/// The comparison an atom makes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Op {
    /// `x >= v`
    Ge,
    /// `x <= v`
    Le,
    /// `x == v`
    Eq,
    /// `x != v`
    Ne,
}

/// An atomic constraint on one variable, `x >= v`, `x <= v`, `x == v` or `x != v`, in eight bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    code: u32,
    value: i32,
}

impl Atom {
    /// The atom that never holds. The reason of a failure is requested as the reason of this atom.
    pub const FALSE: Atom = Atom { code: 0, value: 1 };
    /// The atom that always holds.
    pub const TRUE: Atom = Atom { code: 0, value: 0 };

    /// The atom with the given parts.
    #[inline]
    pub const fn new(var: Var, op: Op, value: i32) -> Atom {
        Atom {
            code: var.0 << 2 | op as u32,
            value,
        }
    }

    /// An atom made of two raw numbers; the headers of clauses are stored as such atoms.
    pub(crate) const fn of_parts(code: u32, value: i32) -> Atom {
        Atom { code, value }
    }

    /// The first of the two numbers an atom consists of.
    pub(crate) fn code(self) -> u32 {
        self.code
    }

    /// `var >= value`
    #[inline]
    pub const fn ge(var: Var, value: i32) -> Atom {
        Atom::new(var, Op::Ge, value)
    }

    /// `var <= value`
    #[inline]
    pub const fn le(var: Var, value: i32) -> Atom {
        Atom::new(var, Op::Le, value)
    }

    /// `var == value`
    #[inline]
    pub const fn eq(var: Var, value: i32) -> Atom {
        Atom::new(var, Op::Eq, value)
    }

    /// `var != value`
    #[inline]
    pub const fn ne(var: Var, value: i32) -> Atom {
        Atom::new(var, Op::Ne, value)
    }

    /// `var >= value` for a value that may lie outside the range of values.
    #[inline]
    pub(crate) fn clamped_ge(var: Var, value: i64) -> Atom {
        Atom::ge(
            var,
            value.clamp(i64::from(MIN_VALUE), i64::from(MAX_VALUE) + 1) as i32,
        )
    }

    /// `var <= value` for a value that may lie outside the range of values.
    #[inline]
    pub(crate) fn clamped_le(var: Var, value: i64) -> Atom {
        Atom::le(
            var,
            value.clamp(i64::from(MIN_VALUE) - 1, i64::from(MAX_VALUE)) as i32,
        )
    }

    /// The variable.
    #[inline]
    pub fn var(self) -> Var {
        Var(self.code >> 2)
    }

    /// The comparison.
    #[inline]
    pub fn op(self) -> Op {
        match self.code & 3 {
            0 => Op::Ge,
            1 => Op::Le,
            2 => Op::Eq,
            _ => Op::Ne,
        }
    }

    /// The value it compares with.
    #[inline]
    pub fn value(self) -> i32 {
        self.value
    }

    /// Whether the atom holds when its variable has `value`.
    #[inline]
    pub fn admits(self, value: i32) -> bool {
        match self.op() {
            Op::Ge => value >= self.value,
            Op::Le => value <= self.value,
            Op::Eq => value == self.value,
            Op::Ne => value != self.value,
        }
    }

    /// Whether this atom implies `other`, for any domain.
    pub fn implies(self, other: Atom) -> bool {
        if self.var() != other.var() {
            return false;
        }
        let (a, b) = (self.value, other.value);
        match (self.op(), other.op()) {
            (Op::Ge, Op::Ge) => a >= b,
            (Op::Ge, Op::Ne) => a > b,
            (Op::Le, Op::Le) => a <= b,
            (Op::Le, Op::Ne) => a < b,
            (Op::Eq, _) => other.admits(a),
            (Op::Ne, Op::Ne) => a == b,
            _ => false,
        }
    }
}

impl Not for Atom {
    type Output = Atom;

    /// The atom that holds exactly when this one does not.
    #[inline]
    fn not(self) -> Atom {
        match self.op() {
            // `i32::MIN` and `i32::MAX` lie outside the range of values, so saturating keeps the truth value.
            Op::Ge => Atom::le(self.var(), self.value.saturating_sub(1)),
            Op::Le => Atom::ge(self.var(), self.value.saturating_add(1)),
            Op::Eq => Atom::ne(self.var(), self.value),
            Op::Ne => Atom::eq(self.var(), self.value),
        }
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Op::Ge => ">=",
            Op::Le => "<=",
            Op::Eq => "==",
            Op::Ne => "!=",
        })
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[x{} {} {}]", self.var().0, self.op(), self.value)
    }
}
