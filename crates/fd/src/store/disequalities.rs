//! Disequalities that the kernel propagates itself: when a variable is fixed, its value is removed from the others.
//!
//! A variable may differ from another under several offsets, as queens do along a row and two diagonals. If its
//! domain is kept in one word and no log is kept, all those values are removed at once as bits.

use std::ops::Range;

use crate::store::log::Tag;
use crate::vars::Var;

/// `var != x + gap`, where `x` is the variable in whose list this is: when `x` is fixed to `v`, `var` loses `v + gap`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disequality {
    pub(crate) var: Var,
    pub(crate) gap: i32,
    /// The propagator that explains it, and its tag.
    pub(crate) propagator: u32,
    pub(crate) tag: Tag,
}

/// All disequalities between two variables whose gaps fit in one word.
#[derive(Clone, Copy, Debug)]
pub(super) struct DisequalityGroup {
    pub(super) var: Var,
    /// The smallest gap, and all of them as bits counted from it.
    pub(super) gap: i32,
    pub(super) gaps: u64,
    /// If the domain of `var` is kept in one word: its bit for the value `gap`, so that `v + up` is the bit of `v + gap`.
    /// Otherwise `WIDE`.
    pub(super) up: i64,
    /// Its disequalities in `Disequalities::members`.
    pub(super) first: u32,
    pub(super) n_members: u32,
}

/// `DisequalityGroup::up` of a domain that is not kept in one word.
pub(super) const WIDE: i64 = i64::MAX;

/// All disequalities, grouped by pairs of variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Disequalities {
    pending: Vec<(Var, Disequality)>,
    pub(super) members: Vec<Disequality>,
    pub(super) groups: Vec<DisequalityGroup>,
}

impl Disequalities {
    /// Adds a disequality; [`Disequalities::rebuild`] makes it effective.
    pub(super) fn add(&mut self, var: Var, disequality: Disequality) {
        self.pending.push((var, disequality));
    }

    /// Groups the disequalities by pairs of variables, in order of adding; returns the range of groups of each
    /// variable that has any. `base` returns the value of bit 0 of a domain kept in one word.
    pub(super) fn rebuild(
        &mut self,
        n_vars: usize,
        base: impl Fn(Var) -> Option<i32>,
    ) -> Vec<(Var, Range<u32>)> {
        self.pending.sort_by_key(|(var, _)| *var);
        self.members.clear();
        self.groups.clear();
        let mut ranges = Vec::new();
        // The last group made for a variable, in any list.
        let mut last = vec![usize::MAX; n_vars];
        for list in self.pending.chunk_by(|a, b| a.0 == b.0) {
            let start = self.groups.len();
            let mut grouped: Vec<(usize, Disequality)> = Vec::with_capacity(list.len());
            for &(_, disequality) in list {
                let known = last[disequality.var.index()];
                let fits = known != usize::MAX
                    && known >= start
                    && self.groups[known].admit(disequality.gap);
                if !fits {
                    last[disequality.var.index()] = self.groups.len();
                    self.groups.push(DisequalityGroup {
                        var: disequality.var,
                        gap: disequality.gap,
                        gaps: 1,
                        up: WIDE,
                        first: 0,
                        n_members: 0,
                    });
                }
                grouped.push((last[disequality.var.index()], disequality));
            }
            grouped.sort_by_key(|(group, _)| *group);
            for (group, disequality) in grouped {
                let group = &mut self.groups[group];
                if group.n_members == 0 {
                    group.first = self.members.len() as u32;
                }
                group.n_members += 1;
                self.members.push(disequality);
            }
            for group in &mut self.groups[start..] {
                if let Some(base) = base(group.var) {
                    group.up = i64::from(group.gap) - i64::from(base);
                }
            }
            ranges.push((list[0].0, start as u32..self.groups.len() as u32));
        }
        ranges
    }

    /// The number of disequalities in a range of groups.
    pub(super) fn count(&self, [from, to]: [u32; 2]) -> u32 {
        let groups = &self.groups[from as usize..to as usize];
        groups.iter().map(|group| group.n_members).sum()
    }

    pub(super) fn memory(&self) -> usize {
        self.members.len() * size_of::<Disequality>()
            + self.groups.len() * size_of::<DisequalityGroup>()
    }
}

impl DisequalityGroup {
    /// Adds a gap, unless the gaps would no longer fit in one word.
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

    /// The bits a domain loses when the other variable is fixed to a value whose smallest gap falls on bit `up`.
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

    /// Compares what groups remove from a full word with the gaps given one by one.
    fn check(gaps: &[i32], n_groups: usize) {
        let mut disequalities = Disequalities::default();
        for (i, &gap) in gaps.iter().enumerate() {
            let disequality = Disequality {
                var: Var::at(2),
                gap,
                propagator: 0,
                tag: Tag(i as u32),
            };
            disequalities.add(Var::at(1), disequality);
        }
        let ranges = disequalities.rebuild(3, |_| None);
        assert_eq!(ranges, [(Var::at(1), 0..n_groups as u32)], "{gaps:?}");
        assert_eq!(disequalities.count([0, n_groups as u32]), gaps.len() as u32);
        for base in [-200i64, -70, -3, 0, 5, 64] {
            for value in -80..80 {
                let lost = disequalities.groups.iter().fold(0, |all, group| {
                    let lost = group.lost(value + i64::from(group.gap) - base);
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
    fn gaps_that_fit_in_one_word_are_grouped() {
        check(&[0], 1);
        check(&[0, 3, -3], 1);
        check(&[7, -56], 1);
        check(&[7, -57], 2);
        check(&[-40, 24, 0], 2);
        check(&[i32::MAX, i32::MIN + 1], 2);
    }
}
