//! What the subtrees of a search tree contain.

use gridwright::tracing::{NodeStatus, SearchTree};

/// A node with what its subtree contains.
#[derive(Clone, Debug, Default)]
pub(crate) struct Subtree {
    pub(crate) children: Vec<usize>,
    /// The number of nodes below it.
    pub(crate) size: usize,
    /// Whether it has a solution or an unexplored part.
    pub(crate) is_alive: bool,
}

/// The subtree of every node. A parent comes before its children.
pub(crate) fn subtrees(tree: &SearchTree) -> Vec<Subtree> {
    let mut subtrees = vec![Subtree::default(); tree.nodes.len()];
    for (i, node) in tree.nodes.iter().enumerate().rev() {
        subtrees[i].children.reverse();
        subtrees[i].is_alive |= node.status == NodeStatus::Solution || node.is_cut;
        if let Some(parent) = node.parent {
            let (size, is_alive) = (subtrees[i].size + 1, subtrees[i].is_alive);
            subtrees[parent].children.push(i);
            subtrees[parent].size += size;
            subtrees[parent].is_alive |= is_alive;
        }
    }
    subtrees
}

/// A one-line summary of a tree.
pub fn tree_summary(tree: &SearchTree) -> String {
    let n = |status: NodeStatus| {
        tree.nodes
            .iter()
            .filter(|node| node.status == status)
            .count()
    };
    let counted = |n: usize, what: &str| match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    };
    let mut words = vec![
        counted(tree.nodes.len(), "node"),
        counted(n(NodeStatus::Failure), "failure"),
        counted(n(NodeStatus::Solution), "solution"),
    ];
    if tree.is_stopped {
        let n_cut = tree.nodes.iter().filter(|node| node.is_cut).count();
        words.push(format!(
            "stopped with alternatives left at {}",
            counted(n_cut, "node")
        ));
    }
    words.join(", ")
}
