//! At-most-one groups of literals.

use std::hash::{Hash, Hasher};

use crate::literal::Literal;
use crate::trail::Trail;

/// The groups, concatenated in `members`, and an index from literals to their groups.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups {
    members: Vec<Literal>,
    ends: Vec<u32>,
    /// The origin of each group, for proofs.
    origins: Vec<u32>,
    /// The groups of each literal, concatenated; those of the literal with code `i` are at `first[i]..first[i + 1]`.
    groups: Vec<u32>,
    first: Vec<u32>,
    is_indexed: bool,
}

impl Groups {
    pub(crate) fn add(&mut self, literals: &[Literal], origin: u32) {
        self.origins.push(origin);
        self.members.extend_from_slice(literals);
        self.ends.push(self.members.len() as u32);
        self.is_indexed = false;
    }

    /// Extends the index to a new variable, which is in no group.
    pub(crate) fn add_var(&mut self) {
        if let Some(&end) = self.first.last() {
            self.first.extend([end, end]);
        }
    }

    /// The groups of a literal; the index must be up to date.
    #[inline]
    pub(crate) fn of(&self, literal: Literal) -> &[u32] {
        let code = literal.code();
        &self.groups[self.first[code] as usize..self.first[code + 1] as usize]
    }

    /// The literals of a group.
    #[inline]
    pub(crate) fn members(&self, group: u32) -> &[Literal] {
        let group = group as usize;
        let start = if group == 0 { 0 } else { self.ends[group - 1] };
        &self.members[start as usize..self.ends[group] as usize]
    }

    /// The origin of a group.
    pub(crate) fn origin(&self, group: u32) -> u32 {
        self.origins[group as usize]
    }

    pub(crate) fn hash_members(&self, hasher: &mut impl Hasher) {
        self.members.hash(hasher);
        self.ends.hash(hasher);
    }

    /// Whether the index is up to date.
    pub(crate) fn is_indexed(&self) -> bool {
        self.is_indexed
    }

    /// Removes literals that are fixed at the root, drops groups with fewer than two literals left, and rebuilds the index. Called after propagation.
    pub(crate) fn shrink(&mut self, trail: &Trail) {
        let ends = std::mem::take(&mut self.ends);
        let origins = std::mem::take(&mut self.origins);
        let mut start = 0;
        let mut kept = 0;
        for (end, origin) in ends.into_iter().zip(origins) {
            let before = kept;
            for i in start..end as usize {
                let literal = self.members[i];
                if trail.value(literal) == 0 {
                    self.members[kept] = literal;
                    kept += 1;
                }
            }
            start = end as usize;
            if kept - before < 2 {
                kept = before;
            } else {
                self.ends.push(kept as u32);
                self.origins.push(origin);
            }
        }
        self.members.truncate(kept);
        self.index(trail.n_vars());
    }

    pub(crate) fn index(&mut self, n_vars: usize) {
        self.first.clear();
        self.first.resize(2 * n_vars + 1, 0);
        for literal in &self.members {
            self.first[literal.code()] += 1;
        }
        // Each entry becomes the end of its literal's groups, and moves to their start as they are filled in from the last to the first.
        let mut end = 0;
        for first in &mut self.first {
            end += *first;
            *first = end;
        }
        self.groups.clear();
        self.groups.resize(self.members.len(), 0);
        let mut end = self.members.len();
        for group in (0..self.ends.len()).rev() {
            let start = if group == 0 {
                0
            } else {
                self.ends[group - 1] as usize
            };
            for literal in &self.members[start..end] {
                let place = &mut self.first[literal.code()];
                *place -= 1;
                self.groups[*place as usize] = group as u32;
            }
            end = start;
        }
        self.is_indexed = true;
    }

    pub(crate) fn memory(&self) -> usize {
        4 * (self.members.capacity()
            + self.ends.capacity()
            + self.groups.capacity()
            + self.first.capacity())
    }
}
