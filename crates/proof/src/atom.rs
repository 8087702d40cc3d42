//! Atoms: comparisons of a variable with a constant.

use std::fmt;

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// `x >= v`
    Ge,
    /// `x <= v`
    Le,
    /// `x = v`
    Eq,
    /// `x != v`
    Ne,
}

/// `x >= v`, `x <= v`, `x = v` or `x != v`, for the variable `x` with index `var`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Atom {
    /// The index of the variable.
    pub var: u32,
    /// The comparison.
    pub op: Op,
    /// The constant.
    pub value: i32,
}

impl Atom {
    /// `var >= value`
    pub fn ge(var: u32, value: i32) -> Atom {
        let op = Op::Ge;
        Atom { var, op, value }
    }

    /// `var <= value`
    pub fn le(var: u32, value: i32) -> Atom {
        let op = Op::Le;
        Atom { var, op, value }
    }

    /// `var = value`
    pub fn eq(var: u32, value: i32) -> Atom {
        let op = Op::Eq;
        Atom { var, op, value }
    }

    /// `var != value`
    pub fn ne(var: u32, value: i32) -> Atom {
        let op = Op::Ne;
        Atom { var, op, value }
    }

    /// Whether the atom holds when its variable has this value.
    pub fn admits(self, value: i32) -> bool {
        match self.op {
            Op::Ge => value >= self.value,
            Op::Le => value <= self.value,
            Op::Eq => value == self.value,
            Op::Ne => value != self.value,
        }
    }

    /// The atom that holds exactly when this one does not. The constants of atoms in a proof are neither `i32::MIN` nor
    /// `i32::MAX`, so nothing overflows.
    pub fn negated(self) -> Atom {
        let var = self.var;
        match self.op {
            Op::Ge => Atom::le(var, self.value - 1),
            Op::Le => Atom::ge(var, self.value + 1),
            Op::Eq => Atom::ne(var, self.value),
            Op::Ne => Atom::eq(var, self.value),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let op = match self.op {
            Op::Ge => ">=",
            Op::Le => "<=",
            Op::Eq => "=",
            Op::Ne => "!=",
        };
        write!(f, "x{} {op} {}", self.var, self.value)
    }
}
