//! Literals: a Boolean variable, or its opposite.

use std::ops::Not;

/// A Boolean variable, or its opposite. Variable 0 is true in every solver, so that constants are literals too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal(u32);

impl Literal {
    /// What always holds.
    pub const TRUE: Literal = Literal(0);
    /// What never holds.
    pub const FALSE: Literal = Literal(1);

    /// The literal that says that a variable, by its number, is true.
    pub(crate) fn positive(var: usize) -> Literal {
        Literal(2 * var as u32)
    }

    pub(crate) const fn of_code(code: u32) -> Literal {
        Literal(code)
    }

    /// A number for it: twice its variable's, and one more if it says the opposite.
    #[inline]
    pub fn code(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) fn word(self) -> u32 {
        self.0
    }

    /// The number of its variable.
    #[inline]
    pub fn var(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it says that its variable is true.
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
