//! Comparison operators, shared by sums and counts.

/// A comparison of two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Eq,
    Ne,
    Le,
    Ge,
}

impl Comparison {
    /// As it is printed.
    pub(crate) fn operator(self) -> &'static str {
        match self {
            Comparison::Eq => "#=",
            Comparison::Ne => "#\\=",
            Comparison::Le => "#=<",
            Comparison::Ge => "#>=",
        }
    }

    pub(crate) fn holds<T: Ord>(self, left: T, right: T) -> bool {
        match self {
            Comparison::Eq => left == right,
            Comparison::Ne => left != right,
            Comparison::Le => left <= right,
            Comparison::Ge => left >= right,
        }
    }

    /// The negation, as an operator and a number to add to the right side: `!(a <= b)` is `a >= b + 1`.
    pub(crate) fn negated(self) -> (Comparison, i32) {
        match self {
            Comparison::Eq => (Comparison::Ne, 0),
            Comparison::Ne => (Comparison::Eq, 0),
            Comparison::Le => (Comparison::Ge, 1),
            Comparison::Ge => (Comparison::Le, -1),
        }
    }
}
