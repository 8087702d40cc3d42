//! Variables that must differ, seen to by the kernel itself: when one is fixed, its value leaves the others.
//!
//! A variable may have to differ from another under several gaps, as queens do along a row and two diagonals. What it loses to
//! them is taken away at once, as bits of one word, where its domain is kept in one and nobody may ask for reasons.

use std::ops::Range;

use crate::store::log::Tag;
use crate::vars::Var;

/// A variable that must differ from the one in whose list it stands: when that is fixed to `v`, this loses `v + gap`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Apart {
    pub(crate) var: Var,
    pub(crate) gap: i32,
    /// Who answers for it, and under which tag.
    pub(crate) propagator: u32,
    pub(crate) tag: Tag,
}

/// All that keeps one variable apart from another, as far as the gaps fit in one word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rival {
    pub(super) var: Var,
    /// The smallest gap, and all of them as bits counted from it.
    pub(super) gap: i32,
    pub(super) gaps: u64,
    /// How far above bit 0 of the domain the smallest gap leads from 0, if the domain is kept in one word; else out of all words.
    pub(super) up: i64,
    /// Its members, one for each time it was added.
    pub(super) first: u32,
    pub(super) n_members: u32,
}

/// `Rival::up` of a domain that is not kept in one word.
pub(super) const WIDE: i64 = i64::MAX;

/// Who must differ from whom.
#[derive(Clone, Debug, Default)]
pub(super) struct Aparts {
    pending: Vec<(Var, Apart)>,
    pub(super) members: Vec<Apart>,
    pub(super) rivals: Vec<Rival>,
}

impl Aparts {
    /// Notes that a variable must differ from `var`; [`Aparts::rebuild`] makes it effective.
    pub(super) fn add(&mut self, var: Var, apart: Apart) {
        self.pending.push((var, apart));
    }

    /// Groups everything by variable and rival, in order of adding; gives the places of the rivals of each variable that has any.
    /// `base` gives the value of bit 0 of a domain that is kept in one word.
    pub(super) fn rebuild(
        &mut self,
        n_vars: usize,
        base: impl Fn(Var) -> Option<i32>,
    ) -> Vec<(Var, Range<u32>)> {
        self.pending.sort_by_key(|(var, _)| *var);
        self.members.clear();
        self.rivals.clear();
        let mut places = Vec::new();
        // The last rival made for a variable, of whichever list.
        let mut last = vec![usize::MAX; n_vars];
        for list in self.pending.chunk_by(|a, b| a.0 == b.0) {
            let start = self.rivals.len();
            let mut grouped: Vec<(usize, Apart)> = Vec::with_capacity(list.len());
            for &(_, apart) in list {
                let known = last[apart.var.index()];
                let fits =
                    known != usize::MAX && known >= start && self.rivals[known].admit(apart.gap);
                if !fits {
                    last[apart.var.index()] = self.rivals.len();
                    self.rivals.push(Rival {
                        var: apart.var,
                        gap: apart.gap,
                        gaps: 1,
                        up: WIDE,
                        first: 0,
                        n_members: 0,
                    });
                }
                grouped.push((last[apart.var.index()], apart));
            }
            grouped.sort_by_key(|(rival, _)| *rival);
            for (rival, apart) in grouped {
                let rival = &mut self.rivals[rival];
                if rival.n_members == 0 {
                    rival.first = self.members.len() as u32;
                }
                rival.n_members += 1;
                self.members.push(apart);
            }
            for rival in &mut self.rivals[start..] {
                if let Some(base) = base(rival.var) {
                    rival.up = i64::from(rival.gap) - i64::from(base);
                }
            }
            places.push((list[0].0, start as u32..self.rivals.len() as u32));
        }
        places
    }

    /// How many times something was kept apart from a variable, given the places of its rivals.
    pub(super) fn count(&self, [from, to]: [u32; 2]) -> u32 {
        let rivals = &self.rivals[from as usize..to as usize];
        rivals.iter().map(|rival| rival.n_members).sum()
    }

    pub(super) fn memory(&self) -> usize {
        self.members.len() * size_of::<Apart>() + self.rivals.len() * size_of::<Rival>()
    }
}

impl Rival {
    /// Takes one more gap in, unless the gaps then lie too far apart for one word.
    fn admit(&mut self, gap: i32) -> bool {
        let up = i64::from(gap) - i64::from(self.gap);
        let highest = 63 - i64::from(self.gaps.leading_zeros());
        if up > 63 || highest - up > 63 {
            return false;
        }
        if up < 0 {
            self.gap = gap;
            self.gaps <<= -up;
        }
        self.gaps |= 1 << up.max(0);
        true
    }

    /// What a domain loses when the other is fixed to a value that is seen `up` bits above its bit 0, under the smallest gap.
    #[inline]
    pub(super) fn lost(&self, up: i64) -> u64 {
        match up {
            0..64 => self.gaps << up,
            -63..0 => self.gaps >> -up,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The gaps a rival takes in, by what it takes from a full word.
    fn check(gaps: &[i32], n_rivals: usize) {
        let mut aparts = Aparts::default();
        for (i, &gap) in gaps.iter().enumerate() {
            let apart = Apart {
                var: Var::at(2),
                gap,
                propagator: 0,
                tag: Tag(i as u32),
            };
            aparts.add(Var::at(1), apart);
        }
        let places = aparts.rebuild(3, |_| None);
        assert_eq!(places, [(Var::at(1), 0..n_rivals as u32)], "{gaps:?}");
        assert_eq!(aparts.count([0, n_rivals as u32]), gaps.len() as u32);
        for base in [-200i64, -70, -3, 0, 5, 64] {
            for value in -80..80 {
                let lost = aparts.rivals.iter().fold(0, |all, rival| {
                    let lost = rival.lost(value + i64::from(rival.gap) - base);
                    assert_eq!(all & lost, 0, "no gap stands twice");
                    all | lost
                });
                let bits = gaps.iter().filter_map(|&gap| {
                    let bit = value + i64::from(gap) - base;
                    (0..64).contains(&bit).then(|| 1u64 << bit)
                });
                assert_eq!(lost, bits.fold(0, |all, bit| all | bit), "{gaps:?} {value}");
            }
        }
    }

    #[test]
    fn gaps_are_gathered_as_far_as_they_fit_in_a_word() {
        check(&[0], 1);
        check(&[0, 3, -3], 1);
        check(&[7, -56], 1);
        check(&[7, -57], 2);
        check(&[-40, 24, 0], 2);
        check(&[i32::MAX, i32::MIN + 1], 2);
    }
}
