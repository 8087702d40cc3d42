//! Variables: handles into a model, and the range of their values.

/// The smallest value a variable or view may take.
pub const MIN_VALUE: i32 = -2_147_483_646;
/// The largest value a variable or view may take.
pub const MAX_VALUE: i32 = 2_147_483_646;

/// A variable: a handle that is meaningful only together with its model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(pub(crate) u32);

impl Var {
    /// The variable every model begins with; its only value is 0. Constants are views of it.
    pub const ZERO: Var = Var(0);

    /// Its index in the model, counted from 0 (which is [`Var::ZERO`]).
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The variable at an index of a model; the inverse of [`Var::index`].
    ///
    /// # Panics
    ///
    /// If the index is 2^30 or more: no model has that many variables.
    pub fn at(index: usize) -> Var {
        assert!(index < 1 << 30, "a model has fewer than 2^30 variables");
        Var(index as u32)
    }
}
