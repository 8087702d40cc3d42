//! Words of 27 lanes, and the one implementation that every machine has. `x86` has those of wide machines.

use crate::board::{LANES, Row};

/// A word of 27 lanes of 16 bits: lane `9 * band + digit`. What is said of each operation holds lane by lane.
///
/// The operations are as small as the widest machine's instructions, and are all inlined into one function that may use these.
pub(crate) trait Lanes: Copy {
    /// The word in memory.
    fn load(from: &Row) -> Self;
    /// Puts the word into memory.
    fn store(self, to: &mut Row);
    /// The same bits in every lane.
    fn all(bits: u16) -> Self;
    /// What is in both.
    fn and(self, other: Self) -> Self;
    /// What is in one of them.
    fn or(self, other: Self) -> Self;
    /// What is in the first and not in the other.
    fn without(self, other: Self) -> Self;
    /// What is in one of three.
    fn any_of(a: Self, b: Self, c: Self) -> Self;
    /// What is in the first two, or in the last two.
    fn either_pair(a: Self, b: Self, c: Self, d: Self) -> Self;
    /// Without what is in the first and not in the second of two others.
    fn unless(self, first: Self, second: Self) -> Self;
    /// Shifted to higher bits; what leaves 16 bits is lost.
    fn left<const N: u32>(self) -> Self;
    /// Shifted to lower bits.
    fn right<const N: u32>(self) -> Self;
    /// In each lane that of the band below; below the last is the first.
    fn next_band(self) -> Self;
    /// In each lane that of the band above.
    fn last_band(self) -> Self;
    /// The bits that some lane of the same band has, and those that several have: told to all lanes of the band.
    fn over_digits(self) -> (Self, Self);
    /// The bits that at least three lanes of the same band have, told to all lanes of the band.
    fn three_digits(self) -> Self;
    /// The bits that some lane of the same band has, told to all lanes of the band.
    fn union(self) -> Self;
    /// Keeps of a lane what is in the mask, if anything is; else the lane stays as it is.
    fn where_it_meets(self, mask: Self) -> Self;
    /// Keeps the lanes that have exactly one bit, and empties the others.
    fn singles(self) -> Self;
    /// Whether some lane has no bit.
    fn has_empty(self) -> bool;
    /// Whether some lane differs.
    fn differs(self, other: Self) -> bool;
}

/// Words as plain arrays, for any machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain([u16; LANES]);

/// Lane by lane.
macro_rules! each {
    (|$at:ident| $lane:expr) => {{
        let mut lanes = [0; LANES];
        for $at in 0..LANES {
            lanes[$at] = $lane;
        }
        Plain(lanes)
    }};
}

impl Lanes for Plain {
    #[inline(always)]
    fn load(from: &Row) -> Plain {
        each!(|at| from.0[at])
    }

    #[inline(always)]
    fn store(self, to: &mut Row) {
        to.0[..LANES].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn all(bits: u16) -> Plain {
        Plain([bits; LANES])
    }

    #[inline(always)]
    fn and(self, other: Plain) -> Plain {
        each!(|at| self.0[at] & other.0[at])
    }

    #[inline(always)]
    fn or(self, other: Plain) -> Plain {
        each!(|at| self.0[at] | other.0[at])
    }

    #[inline(always)]
    fn without(self, other: Plain) -> Plain {
        each!(|at| self.0[at] & !other.0[at])
    }

    #[inline(always)]
    fn any_of(a: Plain, b: Plain, c: Plain) -> Plain {
        each!(|at| a.0[at] | b.0[at] | c.0[at])
    }

    #[inline(always)]
    fn either_pair(a: Plain, b: Plain, c: Plain, d: Plain) -> Plain {
        each!(|at| (a.0[at] & b.0[at]) | (c.0[at] & d.0[at]))
    }

    #[inline(always)]
    fn unless(self, first: Plain, second: Plain) -> Plain {
        each!(|at| self.0[at] & (!first.0[at] | second.0[at]))
    }

    #[inline(always)]
    fn left<const N: u32>(self) -> Plain {
        each!(|at| self.0[at] << N)
    }

    #[inline(always)]
    fn right<const N: u32>(self) -> Plain {
        each!(|at| self.0[at] >> N)
    }

    #[inline(always)]
    fn next_band(self) -> Plain {
        each!(|at| self.0[(at + 9) % LANES])
    }

    #[inline(always)]
    fn last_band(self) -> Plain {
        each!(|at| self.0[(at + 18) % LANES])
    }

    #[inline(always)]
    fn over_digits(self) -> (Plain, Plain) {
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
        (Plain(once), Plain(more))
    }

    #[inline(always)]
    fn three_digits(self) -> Plain {
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
        Plain(three)
    }

    #[inline(always)]
    fn union(self) -> Plain {
        self.over_digits().0
    }

    #[inline(always)]
    fn where_it_meets(self, mask: Plain) -> Plain {
        each!(|at| match self.0[at] & mask.0[at] {
            0 => self.0[at],
            met => met,
        })
    }

    #[inline(always)]
    fn singles(self) -> Plain {
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
    fn differs(self, other: Plain) -> bool {
        let mut differs = 0;
        for at in 0..LANES {
            differs |= self.0[at] ^ other.0[at];
        }
        differs != 0
    }
}
