//! A union-find structure that backtracking restores.

use crate::support::prelude::*;

/// A trailed union-find of the nodes that chosen edges connect. The entry of a node is its parent; that of a root is minus the
/// size of its part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrailedUnionFind(pub(crate) Trailed);

impl TrailedUnionFind {
    /// The root of the part of a node.
    pub(crate) fn find(self, store: &Store, mut node: usize) -> usize {
        loop {
            let above = store.get(self.0.at(node));
            if above < 0 {
                return node;
            }
            node = above as usize;
        }
    }

    /// Joins the parts of two nodes, the smaller under the larger.
    pub(crate) fn union(self, store: &mut Store, (a, b): (usize, usize)) {
        let (a, b) = (self.find(store, a), self.find(store, b));
        if a != b {
            let (sizes, cell) = (self.0.at(a), self.0.at(b));
            let (size_a, size_b) = (store.get(sizes), store.get(cell));
            let (small, large) = if size_a < size_b { (b, a) } else { (a, b) };
            store.put(self.0.at(small), large as i64);
            store.put(self.0.at(large), size_a + size_b);
        }
    }
}
