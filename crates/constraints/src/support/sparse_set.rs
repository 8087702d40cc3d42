//! A set of indices that only grows until backtracking shrinks it again.

use crate::support::prelude::*;

/// The indices below some number, the members first: backtracking only shortens the prefix, so that only its length is trailed
/// (Briggs and Torczon 1993, An Efficient Representation for Sparse Sets).
#[derive(Debug)]
pub(crate) struct SparseSet {
    entries: Vec<Entry>,
    n_members: Trailed,
}

/// Entry `i` holds the index at position `i` and the position of index `i`, in one array for locality.
#[derive(Clone, Copy, Debug)]
struct Entry {
    index: u32,
    position: u32,
}

impl SparseSet {
    /// The empty set of indices below `n`.
    pub(crate) fn new(n: usize, out: &mut Poster<'_>) -> SparseSet {
        let entry = |i| Entry {
            index: i,
            position: i,
        };
        SparseSet {
            entries: (0..n as u32).map(entry).collect(),
            n_members: out.trailed(0),
        }
    }

    /// The number of members.
    #[inline]
    pub(crate) fn len(&self, store: &Store) -> usize {
        store.get(self.n_members) as usize
    }

    #[inline]
    pub(crate) fn contains(&self, index: usize, store: &Store) -> bool {
        (self.entries[index].position as usize) < self.len(store)
    }

    /// Adds an index that is not a member.
    #[inline]
    pub(crate) fn insert(&mut self, index: usize, store: &mut Store) {
        let n = self.len(store);
        let at = self.entries[index].position as usize;
        let other = self.entries[n].index;
        self.entries[n].index = index as u32;
        self.entries[at].index = other;
        self.entries[index].position = n as u32;
        self.entries[other as usize].position = at as u32;
        store.put(self.n_members, n as i64 + 1);
    }

    /// The index at a position; those from [`SparseSet::len`] on are not members.
    #[inline]
    pub(crate) fn at(&self, position: usize) -> usize {
        self.entries[position].index as usize
    }
}
