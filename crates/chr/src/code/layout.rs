//! The layout of frames and suspensions: what compiled code and the machine agree on.

/// Words before the slots of a frame.
pub(crate) const FRAME: usize = 4;

/// Words of the frame of an active constraint, after those of every frame.
pub(crate) const SYMBOL: usize = 4;
pub(crate) const OCCURRENCE: usize = 5;
pub(crate) const OWN_SUSPENSION: usize = 6;
pub(crate) const GENERATION: usize = 7;
/// The number that the next constraint would have had when a rule fired for the suspensions of the frame.
pub(crate) const SINCE: usize = 8;
pub(crate) const ARGS: usize = 9;

/// Where the parts of a constraint's frame begin.
pub(crate) fn slots_at(arity: usize, partners: usize) -> usize {
    ARGS + arity + 2 * partners
}

/// Words before the arguments of a suspension.
pub(crate) const SUSPENSION_HEADER: usize = 3;

/// The most indexes a constraint can have: a header has no bit for more.
pub(crate) const MOST_INDEXES: usize = 30;

/// The most heads a rule can have.
pub(crate) const HEADS: usize = 32;

/// The bit of a symbol among those that filters know; those after the first 64 have none.
#[inline(always)]
pub(crate) const fn bit_of(symbol: usize) -> u64 {
    if symbol < 64 { 1 << symbol } else { 0 }
}
