//! Search trees as SVG: a circle for a choice, a square for a failure, a diamond for a solution, a triangle for a folded failed subtree, and a dashed
//! hexagon for an unexplored part of a stopped search. No meaning depends on colour alone.

use std::fmt::Write as _;

use gridwright::tracing::{NodeStatus, SearchTree};

use crate::report::escape;

/// Options of the drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeStyle {
    /// Whether to fold failed subtrees.
    pub fold_failures: bool,
    /// Whether to label edges with decisions.
    pub labels: bool,
}

const X_STEP: f64 = 26.0;
const Y_STEP: f64 = 44.0;

/// The layout of a node.
#[derive(Clone, Debug, Default)]
struct Layout {
    children: Vec<usize>,
    /// The number of nodes below it.
    size: usize,
    /// Whether its subtree has a solution or an unexplored part.
    is_alive: bool,
    x: f64,
    /// The position of an unexplored part beside its children.
    unexplored: Option<f64>,
    depth: usize,
}

/// Draws a tree.
pub fn tree_svg(tree: &SearchTree, style: TreeStyle) -> String {
    let mut layouts = layouts(tree);
    let folded =
        |layout: &Layout| style.fold_failures && !layout.is_alive && !layout.children.is_empty();
    // Leaves are side by side in the order of the search; a parent is centred above its children.
    let mut drawn = Vec::new();
    let mut open = vec![(0, false)];
    let mut next = 0.0;
    let mut deepest = 0;
    while let Some((node, is_below_done)) = open.pop() {
        let is_end = layouts[node].children.is_empty() || folded(&layouts[node]);
        if is_end {
            layouts[node].x = next;
            next += 1.0;
        } else if is_below_done {
            let children = &layouts[node].children;
            let (first, last) = (children[0], children[children.len() - 1]);
            let (first, mut last) = (layouts[first].x, layouts[last].x);
            if tree.nodes[node].is_cut {
                last = next;
                layouts[node].unexplored = Some(next);
                deepest = deepest.max(layouts[node].depth + 1);
                next += 1.0;
            }
            layouts[node].x = f64::midpoint(first, last);
        } else {
            open.push((node, true));
            open.extend(
                layouts[node]
                    .children
                    .iter()
                    .rev()
                    .map(|&child| (child, false)),
            );
            continue;
        }
        deepest = deepest.max(layouts[node].depth);
        drawn.push(node);
    }
    let at = |layout: &Layout| {
        (
            30.0 + layout.x * X_STEP,
            30.0 + layout.depth as f64 * Y_STEP,
        )
    };
    let mut body = String::new();
    for &node in &drawn {
        let Some(beside) = layouts[node].unexplored else {
            continue;
        };
        let (above, top) = at(&layouts[node]);
        let (x, y) = (30.0 + beside * X_STEP, top + Y_STEP);
        let _ = write!(
            body,
            "<path class='edge' stroke-dasharray='3 3' d='M{above:.1} {top:.1}L{x:.1} {y:.1}'/>\
             <g><title>not explored: the search stopped before this part</title>{}</g>",
            hexagon(x, y)
        );
    }
    for &node in &drawn {
        let Some(parent) = tree.nodes[node].parent else {
            continue;
        };
        let ((x, y), (above, top)) = (at(&layouts[node]), at(&layouts[parent]));
        let _ = write!(
            body,
            "<path class='edge' d='M{above:.1} {top:.1}L{x:.1} {y:.1}'/>"
        );
        if style.labels {
            let _ = write!(
                body,
                "<text x='{:.1}' y='{:.1}' text-anchor='middle'>{}</text>",
                f64::midpoint(x, above),
                f64::midpoint(y, top),
                escape(&tree.nodes[node].decision)
            );
        }
    }
    for &node in &drawn {
        let (x, y) = at(&layouts[node]);
        let title = format!(
            "node {node}: {}, {} facts found",
            match &*tree.nodes[node].decision {
                "" => "the root",
                decision => decision,
            },
            tree.nodes[node].prunings
        );
        let shape = match tree.nodes[node].status {
            _ if folded(&layouts[node]) => {
                let below = layouts[node].size;
                format!(
                    "<path class='failed' d='M{x:.1} {:.1}l11 20h-22z'/><text x='{x:.1}' y='{:.1}' text-anchor='middle'>{below}</text>",
                    y - 8.0,
                    y + 26.0
                )
            }
            NodeStatus::Choice if tree.nodes[node].is_cut && layouts[node].children.is_empty() => {
                hexagon(x, y)
            }
            NodeStatus::Choice => format!("<circle class='choice' cx='{x:.1}' cy='{y:.1}' r='7'/>"),
            NodeStatus::Failure => format!(
                "<rect class='failed' x='{:.1}' y='{:.1}' width='12' height='12'/>",
                x - 6.0,
                y - 6.0
            ),
            NodeStatus::Solution => format!(
                "<path class='solution' d='M{x:.1} {:.1}l9 9l-9 9l-9 -9z'/>",
                y - 9.0
            ),
        };
        let _ = write!(body, "<g><title>{}</title>{shape}</g>", escape(&title));
    }
    let width = 60.0 + (next - 1.0).max(0.0) * X_STEP;
    let height = 90.0 + deepest as f64 * Y_STEP;
    let summary = tree_summary(tree);
    let width = width.max(8.0 * summary.chars().count() as f64);
    let _ = write!(
        body,
        "<text x='12' y='{:.0}'>{summary}</text>",
        height - 8.0
    );
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:.0} {height:.0}' width='{width:.0}' height='{height:.0}' font-family='DejaVu Sans, sans-serif' font-size='11' fill='#222'>\
         <style>.edge{{stroke:#999;fill:none}}.choice{{fill:#56b4e9;stroke:#0072b2}}.failed{{fill:#d55e00;stroke:#7a3600}}.solution{{fill:#009e73;stroke:#00503a}}.cut{{fill:#fff;stroke:#555;stroke-width:1.5;stroke-dasharray:3 2}}</style>\
         <rect width='{width:.0}' height='{height:.0}' fill='#fff'/>{body}</svg>\n"
    )
}

/// The shape of an unexplored part.
fn hexagon(x: f64, y: f64) -> String {
    let left = x - 8.0;
    format!("<path class='cut' d='M{left:.1} {y:.1}l4 -7h8l4 7l-4 7h-8z'/>")
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

/// The nodes with their children, sizes and depths. A parent comes before its children.
fn layouts(tree: &SearchTree) -> Vec<Layout> {
    let mut layouts: Vec<Layout> = vec![Layout::default(); tree.nodes.len()];
    for (i, node) in tree.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            layouts[parent].children.push(i);
            layouts[i].depth = layouts[parent].depth + 1;
        }
    }
    for (i, node) in tree.nodes.iter().enumerate().rev() {
        layouts[i].is_alive |= node.status == NodeStatus::Solution || node.is_cut;
        if let Some(parent) = node.parent {
            let (size, is_alive) = (layouts[i].size + 1, layouts[i].is_alive);
            layouts[parent].size += size;
            layouts[parent].is_alive |= is_alive;
        }
    }
    layouts
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright::tracing::Node;

    fn node(parent: Option<usize>, status: NodeStatus) -> Node {
        Node {
            parent,
            decision: "x < 3".to_owned(),
            status,
            prunings: 0,
            alternatives: Some(2),
            restart: 0,
            is_cut: false,
        }
    }

    #[test]
    fn an_unexplored_part_is_not_folded() {
        let mut nodes = vec![
            node(None, NodeStatus::Choice),
            node(Some(0), NodeStatus::Choice),
            node(Some(1), NodeStatus::Failure),
        ];
        let style = TreeStyle {
            fold_failures: true,
            labels: false,
        };
        let mut drawn = |is_cut: bool| {
            nodes[0].is_cut = is_cut;
            nodes[1].is_cut = is_cut;
            let tree = SearchTree {
                nodes: nodes.clone(),
                is_stopped: is_cut,
                known: None,
            };
            (tree_svg(&tree, style), tree_summary(&tree))
        };
        let (whole, summary) = drawn(false);
        assert_eq!(whole.matches("class='choice'").count(), 0);
        assert_eq!(whole.matches("class='cut'").count(), 0);
        assert_eq!(summary, "3 nodes, 1 failure, 0 solutions");
        let (cut, summary) = drawn(true);
        assert_eq!(cut.matches("class='choice'").count(), 2);
        assert_eq!(cut.matches("class='failed'").count(), 1);
        assert_eq!(cut.matches("class='cut'").count(), 2);
        assert_eq!(cut.matches("class='edge'").count(), 4);
        assert!(summary.ends_with("stopped with alternatives left at 2 nodes"));
    }

    #[test]
    fn failed_subtrees_are_folded() {
        let tree = SearchTree {
            nodes: vec![
                node(None, NodeStatus::Choice),
                node(Some(0), NodeStatus::Choice),
                node(Some(1), NodeStatus::Failure),
                node(Some(1), NodeStatus::Failure),
                node(Some(0), NodeStatus::Solution),
            ],
            is_stopped: false,
            known: None,
        };
        let style = TreeStyle {
            fold_failures: true,
            labels: true,
        };
        let folded = tree_svg(&tree, style);
        let whole = tree_svg(
            &tree,
            TreeStyle {
                fold_failures: false,
                ..style
            },
        );
        assert_eq!(folded.matches("class='failed'").count(), 1);
        assert_eq!(whole.matches("class='failed'").count(), 2);
        assert_eq!(whole.matches("class='edge'").count(), 4);
        assert!(whole.contains("x &lt; 3"));
        assert!(whole.contains("5 nodes, 2 failures, 1 solution"));
    }
}
