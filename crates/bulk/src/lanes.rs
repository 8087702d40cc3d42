//! Vectors of 27 lanes, and the scalar implementation for every machine. `x86` has the SIMD ones.

use crate::board::{LANES, Row};

/// A vector of 27 lanes of 16 bits: lane `9 * band + digit`. Operations work lane by lane.
///
/// Operations correspond to single instructions of the widest machine, and are all inlined into one function compiled
/// for it.
pub(crate) trait Lanes: Copy {
    /// Loads a vector.
    fn load(from: &Row) -> Self;
    /// Stores a vector.
    fn store(self, to: &mut Row);
    /// The same bits in every lane.
    fn splat(bits: u16) -> Self;
    /// `self & other`
    fn and(self, other: Self) -> Self;
    /// `self | other`
    fn or(self, other: Self) -> Self;
    /// `self & !other`
    fn and_not(self, other: Self) -> Self;
    /// `a | b | c`
    #[inline(always)]
    fn or3(a: Self, b: Self, c: Self) -> Self {
        a.or(b).or(c)
    }
    /// `(a & b) | (c & d)`
    #[inline(always)]
    fn and_or_and(a: Self, b: Self, c: Self, d: Self) -> Self {
        a.and(b).or(c.and(d))
    }
    /// `self & !(first & !second)`
    #[inline(always)]
    fn unless(self, first: Self, second: Self) -> Self {
        self.and_not(first.and_not(second))
    }
    /// Shifts left; bits beyond 16 are lost.
    fn left<const N: u32>(self) -> Self;
    /// Shifts right.
    fn right<const N: u32>(self) -> Self;
    /// Each lane takes that of the band below, cyclically.
    fn next_band(self) -> Self;
    /// Each lane takes that of the band above, cyclically.
    fn previous_band(self) -> Self;
    /// The bits set in at least one lane and in at least two lanes of the same band, in all lanes of the band.
    fn one_and_two_digits(self) -> (Self, Self);
    /// The bits set in at least three lanes of the same band, in all lanes of the band.
    fn three_digits(self) -> Self;
    /// The bits set in at least one lane of the same band, in all lanes of the band.
    #[inline(always)]
    fn union(self) -> Self {
        self.one_and_two_digits().0
    }
    /// `self & mask` in lanes where that is not empty; other lanes stay.
    fn intersect_or_keep(self, mask: Self) -> Self;
    /// Keeps the lanes with exactly one bit, and clears the others.
    fn singles(self) -> Self;
    /// Whether some lane is empty.
    fn has_empty(self) -> bool;
    /// Whether some lane differs.
    fn differs(self, other: Self) -> bool;
}

/// Vectors as arrays, for any machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scalar([u16; LANES]);

/// Lane by lane.
macro_rules! each {
    (|$at:ident| $lane:expr) => {{
        let mut lanes = [0; LANES];
        for $at in 0..LANES {
            lanes[$at] = $lane;
        }
        Scalar(lanes)
    }};
}

impl Lanes for Scalar {
    #[inline(always)]
    fn load(from: &Row) -> Scalar {
        each!(|at| from.0[at])
    }

    #[inline(always)]
    fn store(self, to: &mut Row) {
        to.0[..LANES].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn splat(bits: u16) -> Scalar {
        Scalar([bits; LANES])
    }

    #[inline(always)]
    fn and(self, other: Scalar) -> Scalar {
        each!(|at| self.0[at] & other.0[at])
    }

    #[inline(always)]
    fn or(self, other: Scalar) -> Scalar {
        each!(|at| self.0[at] | other.0[at])
    }

    #[inline(always)]
    fn and_not(self, other: Scalar) -> Scalar {
        each!(|at| self.0[at] & !other.0[at])
    }

    #[inline(always)]
    fn or3(a: Scalar, b: Scalar, c: Scalar) -> Scalar {
        each!(|at| a.0[at] | b.0[at] | c.0[at])
    }

    #[inline(always)]
    fn and_or_and(a: Scalar, b: Scalar, c: Scalar, d: Scalar) -> Scalar {
        each!(|at| (a.0[at] & b.0[at]) | (c.0[at] & d.0[at]))
    }

    #[inline(always)]
    fn unless(self, first: Scalar, second: Scalar) -> Scalar {
        each!(|at| self.0[at] & (!first.0[at] | second.0[at]))
    }

    #[inline(always)]
    fn left<const N: u32>(self) -> Scalar {
        each!(|at| self.0[at] << N)
    }

    #[inline(always)]
    fn right<const N: u32>(self) -> Scalar {
        each!(|at| self.0[at] >> N)
    }

    #[inline(always)]
    fn next_band(self) -> Scalar {
        each!(|at| self.0[(at + 9) % LANES])
    }

    #[inline(always)]
    fn previous_band(self) -> Scalar {
        each!(|at| self.0[(at + 18) % LANES])
    }

    #[inline(always)]
    fn one_and_two_digits(self) -> (Scalar, Scalar) {
        let (mut once, mut more) = ([0; LANES], [0; LANES]);
        for band in 0..3 {
            let (mut some, mut several) = (0, 0);
            for lane in &self.0[9 * band..9 * band + 9] {
                several |= some & lane;
                some |= lane;
            }
            once[9 * band..9 * band + 9].fill(some);
            more[9 * band..9 * band + 9].fill(several);
        }
        (Scalar(once), Scalar(more))
    }

    #[inline(always)]
    fn three_digits(self) -> Scalar {
        let mut three = [0; LANES];
        for band in 0..3 {
            let (mut some, mut two, mut more) = (0, 0, 0);
            for lane in &self.0[9 * band..9 * band + 9] {
                more |= two & lane;
                two |= some & lane;
                some |= lane;
            }
            three[9 * band..9 * band + 9].fill(more);
        }
        Scalar(three)
    }

    #[inline(always)]
    fn intersect_or_keep(self, mask: Scalar) -> Scalar {
        each!(|at| match self.0[at] & mask.0[at] {
            0 => self.0[at],
            met => met,
        })
    }

    #[inline(always)]
    fn singles(self) -> Scalar {
        each!(|at| match self.0[at] & self.0[at].wrapping_sub(1) {
            0 => self.0[at],
            _ => 0,
        })
    }

    #[inline(always)]
    fn has_empty(self) -> bool {
        let mut empty = false;
        for lane in self.0 {
            empty |= lane == 0;
        }
        empty
    }

    #[inline(always)]
    fn differs(self, other: Scalar) -> bool {
        let mut differs = 0;
        for at in 0..LANES {
            differs |= self.0[at] ^ other.0[at];
        }
        differs != 0
    }
}
