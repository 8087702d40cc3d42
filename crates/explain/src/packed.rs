//! A claim in one word: the trail and the nodes of the network are full of them.

use gridwright_puzzles::Claim;

/// A claim in one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Packed(u32);

impl Packed {
    pub(crate) fn new(fact: usize, holds: bool) -> Packed {
        Packed((fact as u32) << 1 | u32::from(!holds))
    }

    pub(crate) fn fact(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn holds(self) -> bool {
        self.0 & 1 == 0
    }

    pub(crate) fn opposite(self) -> Packed {
        Packed(self.0 ^ 1)
    }

    pub(crate) fn claim(self) -> Claim {
        Claim {
            fact: self.fact(),
            holds: self.holds(),
        }
    }
}

impl From<Claim> for Packed {
    fn from(claim: Claim) -> Packed {
        Packed::new(claim.fact, claim.holds)
    }
}
