//! Literals, and a view of which of them are true.

use gridwright_puzzles::Claim;

/// A claim, packed into 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Literal(u32);

impl Literal {
    pub(crate) fn new(fact: usize, holds: bool) -> Literal {
        Literal((fact as u32) << 1 | u32::from(!holds))
    }

    pub(crate) fn fact(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Its number: two per fact.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn holds(self) -> bool {
        self.0 & 1 == 0
    }

    pub(crate) fn opposite(self) -> Literal {
        Literal(self.0 ^ 1)
    }

    pub(crate) fn claim(self) -> Claim {
        Claim {
            fact: self.fact(),
            holds: self.holds(),
        }
    }
}

impl From<Claim> for Literal {
    fn from(claim: Claim) -> Literal {
        Literal::new(claim.fact, claim.holds)
    }
}

/// The claims of some literals.
pub(crate) fn claims(literals: &[Literal]) -> Vec<Claim> {
    literals.iter().map(|literal| literal.claim()).collect()
}

/// The literals that were true before a position of the trail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    /// Per fact: 0 is open, 1 true, -1 false.
    pub(crate) truth: &'a [i8],
    /// Per fact that is not open, its position on the trail.
    pub(crate) position: &'a [u32],
    pub(crate) before: u32,
}

impl View<'_> {
    pub(crate) fn is_true(&self, literal: Literal) -> bool {
        let truth = self.truth[literal.fact()];
        truth != 0 && (truth > 0) == literal.holds() && self.position(literal) < self.before
    }

    pub(crate) fn is_false(&self, literal: Literal) -> bool {
        self.is_true(literal.opposite())
    }

    pub(crate) fn is_open(&self, literal: Literal) -> bool {
        !self.is_true(literal) && !self.is_false(literal)
    }

    /// The trail position of a literal that is not open.
    pub(crate) fn position(&self, literal: Literal) -> u32 {
        self.position[literal.fact()]
    }

    /// The literal of a group that became false first.
    pub(crate) fn first_false(&self, group: &[Literal]) -> Option<Literal> {
        let falses = group.iter().copied().filter(|&one| self.is_false(one));
        falses.min_by_key(|&one| self.position(one))
    }
}
