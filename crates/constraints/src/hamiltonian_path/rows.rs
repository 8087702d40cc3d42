//! Which nodes can have which places, seen both ways, as rows of bits that are restored when the search goes back.

use gridwright_fd::{Poster, Store, Trailed};

/// The pairs of a node and a place that were possible when last looked at.
#[derive(Debug)]
pub(super) struct Rows {
    /// Words in a row.
    pub(super) width: usize,
    /// The nodes that can have each place.
    nodes: Trailed,
    /// The places each node can have.
    places: Trailed,
}

/// The numbers of the bits set in a word, counted from the first of the word.
pub(super) fn bits(word: usize, bits: u64) -> impl Iterator<Item = usize> {
    let mut left = bits;
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(word * 64 + bit)
    })
}

impl Rows {
    pub(super) fn new(n_nodes: usize, out: &mut Poster<'_>) -> Rows {
        let width = n_nodes.div_ceil(64);
        Rows {
            width,
            nodes: out.trailed_array(n_nodes * width, 0),
            places: out.trailed_array(n_nodes * width, 0),
        }
    }

    /// One word of the nodes that can have a place.
    #[inline]
    pub(super) fn nodes(&self, store: &Store, place: usize, word: usize) -> u64 {
        store.get(self.nodes.at(place * self.width + word)) as u64
    }

    /// The nodes that can have a place.
    #[inline]
    pub(super) fn all_nodes(&self, store: &Store, place: usize) -> impl Iterator<Item = usize> {
        (0..self.width).flat_map(move |word| bits(word, self.nodes(store, place, word)))
    }

    /// One word of the places a node can have.
    #[inline]
    pub(super) fn places(&self, store: &Store, node: usize, word: usize) -> u64 {
        store.get(self.places.at(node * self.width + word)) as u64
    }

    /// Notes that a node can have a place.
    pub(super) fn note(&self, store: &mut Store, node: usize, place: usize) {
        for (rows, row, bit) in [(self.nodes, place, node), (self.places, node, place)] {
            let cell = rows.at(row * self.width + bit / 64);
            let word = store.get(cell) as u64 | 1 << (bit % 64);
            store.put(cell, word as i64);
        }
    }

    /// Notes that a node cannot have a place.
    pub(super) fn forget(&self, store: &mut Store, node: usize, place: usize) {
        for (rows, row, bit) in [(self.nodes, place, node), (self.places, node, place)] {
            let cell = rows.at(row * self.width + bit / 64);
            let word = store.get(cell) as u64 & !(1 << (bit % 64));
            store.put(cell, word as i64);
        }
    }
}
