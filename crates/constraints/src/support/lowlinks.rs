//! A depth-first search with lowlinks (Tarjan 1972, Depth-First Search and Linear Graph Algorithms), which finds what separates nodes: shared by
//! `connected` and `single_loop`. Linear in the graph.

use crate::support::graph::{Digraph, Incidence};

/// No node, edge or number.
pub(crate) const NONE: u32 = u32::MAX;

/// The number of a node that is not to be discovered; it is above all others.
const CLOSED: u32 = u32::MAX - 1;

/// A node that the search has discovered, indexed by its number in the order of discovery.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreeNode {
    pub(crate) node: u32,
    /// The number of its parent in the search tree, and the edge from there.
    pub(crate) parent: u32,
    pub(crate) by: u32,
    /// The next step to try.
    next: u32,
    /// The lowest number reached from its subtree by one edge off the tree.
    pub(crate) low: u32,
}

/// A search; keeps its memory between uses.
#[derive(Debug, Default)]
pub(crate) struct LowlinkSearch {
    /// Each node's number in the order of discovery; [`NONE`] if it was not discovered, `CLOSED` if it must not be.
    pub(crate) found: Vec<u32>,
    pub(crate) tree: Vec<TreeNode>,
    has_closed: bool,
}

impl LowlinkSearch {
    /// Forgets the last search; discovers a first node.
    pub(crate) fn begin(&mut self, n_nodes: usize, root: usize) {
        if self.found.len() == n_nodes && !self.has_closed && self.tree.len() < n_nodes / 8 {
            for node in &self.tree {
                self.found[node.node as usize] = NONE;
            }
        } else {
            self.found.clear();
            self.found.resize(n_nodes, NONE);
            self.has_closed = false;
        }
        self.tree.clear();
        self.enter(root as u32, NONE, NONE);
    }

    /// Keeps a node that was not discovered from being discovered.
    pub(crate) fn close(&mut self, node: usize) {
        self.found[node] = CLOSED;
        self.has_closed = true;
    }

    /// Discovers a node; returns its number.
    pub(crate) fn enter(&mut self, node: u32, parent: u32, by: u32) -> u32 {
        let number = self.tree.len() as u32;
        self.found[node as usize] = number;
        self.tree.push(TreeNode {
            node,
            parent,
            by,
            next: 0,
            low: number,
        });
        number
    }

    /// Searches on from the node that was discovered last. `follow` says where a step from a node leads, or that it may not be taken; `leave` is called with each node and its
    /// parent, when the subtree of the node is complete.
    pub(crate) fn run(
        &mut self,
        graph: &Digraph,
        follow: impl Fn(u32, Incidence) -> Option<u32>,
        mut leave: impl FnMut(TreeNode, TreeNode),
    ) {
        let mut at = self.tree.len() as u32 - 1;
        let mut here = self.tree[at as usize];
        loop {
            let mut child = None;
            let steps = &graph.out_edges(here.node as usize)[here.next as usize..];
            for &step in steps {
                here.next += 1;
                if step.edge == here.by {
                    continue;
                }
                let Some(next) = follow(here.node, step) else {
                    continue;
                };
                let number = self.found[next as usize];
                if number == NONE {
                    child = Some((next, step.edge));
                    break;
                }
                here.low = here.low.min(number);
            }
            self.tree[at as usize] = here;
            if let Some((next, by)) = child {
                at = self.enter(next, at, by);
                here = self.tree[at as usize];
                continue;
            }
            if here.parent == NONE {
                return;
            }
            let above = &mut self.tree[here.parent as usize];
            above.low = above.low.min(here.low);
            leave(here, *above);
            at = here.parent;
            here = *above;
        }
    }
}
