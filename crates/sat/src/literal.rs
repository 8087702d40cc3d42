//! Literals: a Boolean variable or its negation.

use std::ops::Not;

/// A Boolean variable or its negation. Variable 0 is true in every solver, so that the constants true and false are literals too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal(u32);

impl Literal {
    /// The literal that is always true.
    pub const TRUE: Literal = Literal(0);
    /// The literal that is always false.
    pub const FALSE: Literal = Literal(1);

    /// The positive literal of a variable.
    pub(crate) fn positive(var: usize) -> Literal {
        Literal(2 * var as u32)
    }

    /// The literal with this code.
    pub(crate) const fn of_code(code: u32) -> Literal {
        Literal(code)
    }

    /// Its code, as an index: twice the variable's number, plus one for a negation.
    #[inline]
    pub fn code(self) -> usize {
        self.0 as usize
    }

    /// Its code, as it is stored in the clause arena.
    #[inline]
    pub(crate) fn word(self) -> u32 {
        self.0
    }

    /// The number of its variable.
    #[inline]
    pub fn var(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is a variable, not a negation.
    #[inline]
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }
}

impl Not for Literal {
    type Output = Literal;

    #[inline]
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}
