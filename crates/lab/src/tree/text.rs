//! Search trees as text, one line per node.

use gridwright::tracing::{NodeStatus, SearchTree};

use crate::tree::subtrees::subtrees;

/// Draws a tree with lines: a decision per line, then how its node ended. Failed subtrees are one line each if they are folded.
pub fn tree_text(tree: &SearchTree, fold_failures: bool) -> String {
    let subtrees = subtrees(tree);
    let mut text = String::from("root");
    // Each entry: the node, or `None` for an unexplored part; the lines to its left; whether it is the last child.
    let mut open: Vec<(Option<usize>, String, bool)> = vec![(Some(0), String::new(), true)];
    while let Some((node, left, is_last)) = open.pop() {
        let is_root = node == Some(0);
        if !is_root {
            text += &left;
            text += if is_last { "└─ " } else { "├─ " };
        }
        let Some(node) = node else {
            text += "… not searched\n";
            continue;
        };
        let subtree = &subtrees[node];
        let is_folded = fold_failures && !subtree.is_alive && !subtree.children.is_empty();
        text += &tree.nodes[node].decision;
        text += &match tree.nodes[node].status {
            _ if is_folded => format!("  ✗ fails, {} nodes below", subtree.size),
            NodeStatus::Failure => "  ✗ fails".to_owned(),
            NodeStatus::Solution => "  ✓ solution".to_owned(),
            NodeStatus::Choice if subtree.children.is_empty() => "  … not searched".to_owned(),
            NodeStatus::Choice => String::new(),
        };
        text.push('\n');
        if is_folded {
            continue;
        }
        let below = match (is_root, is_last) {
            (true, _) => String::new(),
            (false, true) => format!("{left}   "),
            (false, false) => format!("{left}│  "),
        };
        let is_cut = tree.nodes[node].is_cut && !subtree.children.is_empty();
        if is_cut {
            open.push((None, below.clone(), true));
        }
        for (i, &child) in subtree.children.iter().rev().enumerate() {
            open.push((Some(child), below.clone(), i == 0 && !is_cut));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright::tracing::Node;

    fn node(parent: Option<usize>, decision: &str, status: NodeStatus) -> Node {
        Node {
            parent,
            decision: decision.to_owned(),
            status,
            prunings: 0,
            alternatives: Some(2),
            restart: 0,
            is_cut: false,
        }
    }

    #[test]
    fn nodes_are_lines_and_failures_are_folded() {
        let choice = NodeStatus::Choice;
        let mut tree = SearchTree {
            nodes: vec![
                node(None, "", choice),
                node(Some(0), "x = 1", choice),
                node(Some(1), "y = 1", NodeStatus::Failure),
                node(Some(1), "y = 2", NodeStatus::Failure),
                node(Some(0), "x = 2", choice),
                node(Some(4), "y = 1", NodeStatus::Solution),
            ],
            is_stopped: false,
            limit: None,
            known: None,
        };
        let folded = "root\n├─ x = 1  ✗ fails, 2 nodes below\n└─ x = 2\n   └─ y = 1  ✓ solution\n";
        assert_eq!(tree_text(&tree, true), folded);
        let whole = "root\n├─ x = 1\n│  ├─ y = 1  ✗ fails\n│  └─ y = 2  ✗ fails\n└─ x = 2\n   └─ y = 1  ✓ solution\n";
        assert_eq!(tree_text(&tree, false), whole);
        tree.nodes[4].is_cut = true;
        let cut = "root\n├─ x = 1  ✗ fails, 2 nodes below\n└─ x = 2\n   ├─ y = 1  ✓ solution\n   └─ … not searched\n";
        assert_eq!(tree_text(&tree, true), cut);
    }
}
