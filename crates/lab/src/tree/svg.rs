//! Search trees as SVG: a circle for a choice, a square for a failure, a diamond for a solution, a triangle for a folded failed subtree, and a dashed
//! hexagon for an unexplored part of a stopped search. No meaning depends on colour alone.

use std::fmt::Write as _;

use gridwright::tracing::{Node, NodeStatus, SearchTree};

use crate::report::escape;
use crate::tree::layout::tree_layout;
use crate::tree::subtrees::{subtrees, tree_summary};

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

/// The vertical step with labels, which stand below the sizes of folded subtrees.
const LABELLED_Y_STEP: f64 = 58.0;

/// The average width of a character of a label, the gap between two labels, and the most characters of one; the title of the node has all of them.
const LETTER: f64 = 6.9;
const LABEL_GAP: f64 = 10.0;
const MAX_LABEL: usize = 24;

/// The label of a decision.
fn label(decision: &str) -> String {
    match decision.chars().count() > MAX_LABEL {
        true => decision.chars().take(MAX_LABEL - 1).chain(['…']).collect(),
        false => decision.to_owned(),
    }
}

/// A shape of the drawing.
struct Shape {
    /// Its node; `None` for an unexplored part beside the children of its parent.
    node: Option<usize>,
    /// The index of the shape above it.
    parent: Option<usize>,
    depth: usize,
}

/// Draws a tree.
pub fn tree_svg(tree: &SearchTree, style: TreeStyle) -> String {
    let subtrees = subtrees(tree);
    let is_folded = |node: usize| {
        let subtree = &subtrees[node];
        style.fold_failures && !subtree.is_alive && !subtree.children.is_empty()
    };
    let mut shapes: Vec<Shape> = Vec::new();
    let mut open = vec![(Some(0), None)];
    while let Some((node, parent)) = open.pop() {
        let index = shapes.len();
        let depth = parent.map_or(0, |parent: usize| shapes[parent].depth + 1);
        shapes.push(Shape {
            node,
            parent,
            depth,
        });
        let Some(node) = node.filter(|node| !is_folded(*node)) else {
            continue;
        };
        let children = &subtrees[node].children;
        if tree.nodes[node].is_cut && !children.is_empty() {
            open.push((None, Some(index)));
        }
        let children = children.iter().rev();
        open.extend(children.map(|&child| (Some(child), Some(index))));
    }
    let parents: Vec<Option<usize>> = shapes.iter().map(|shape| shape.parent).collect();
    let positions = tree_layout(&parents);
    // A label stands above its node, and neighbours are a step apart: with steps as wide as the widest label, no two overlap.
    let labels = shapes
        .iter()
        .filter_map(|shape| shape.node.filter(|_| style.labels));
    let widest = labels.map(|node| label(&tree.nodes[node].decision).chars().count());
    let widest = widest.max().unwrap_or(0) as f64 * LETTER;
    let x_step = X_STEP.max(if style.labels {
        widest + LABEL_GAP
    } else {
        0.0
    });
    let y_step = match style.labels {
        true => LABELLED_Y_STEP,
        false => Y_STEP,
    };
    let margin = 30.0_f64.max(widest / 2.0 + 4.0);
    let at = |index: usize| {
        let depth = shapes[index].depth as f64;
        (margin + positions[index] * x_step, 30.0 + depth * y_step)
    };
    let mut label_texts = String::new();
    let mut body = String::new();
    for (index, shape) in shapes.iter().enumerate() {
        let Some(parent) = shape.parent else { continue };
        let ((x, y), (above, top)) = (at(index), at(parent));
        let dashes = match shape.node {
            Some(_) => "",
            None => " stroke-dasharray='3 3'",
        };
        let _ = write!(
            body,
            "<path class='edge'{dashes} d='M{above:.1} {top:.1}L{x:.1} {y:.1}'/>"
        );
        if let Some(node) = shape.node.filter(|_| style.labels) {
            // The edge ends behind the label, which has the colour of the paper around it.
            let _ = write!(
                label_texts,
                "<text class='label' x='{x:.1}' y='{:.1}' text-anchor='middle' stroke='#fff' stroke-width='3' paint-order='stroke'>{}</text>",
                y - 13.0,
                escape(&label(&tree.nodes[node].decision))
            );
        }
    }
    body += &label_texts;
    for (index, shape) in shapes.iter().enumerate() {
        let (x, y) = at(index);
        let (title, shape) = match shape.node {
            Some(node) => {
                let decision = match &*tree.nodes[node].decision {
                    "" => "the root",
                    decision => decision,
                };
                let prunings = tree.nodes[node].prunings;
                let title = format!("node {node}: {decision}, {prunings} facts found");
                let size = is_folded(node).then_some(subtrees[node].size);
                let is_leaf = subtrees[node].children.is_empty();
                (title, node_shape(&tree.nodes[node], is_leaf, size, x, y))
            }
            None => (
                "not explored: the search stopped before this part".to_owned(),
                hexagon(x, y),
            ),
        };
        let _ = write!(body, "<g><title>{}</title>{shape}</g>", escape(&title));
    }
    let rightmost = positions.iter().copied().fold(0.0, f64::max);
    let deepest = shapes.iter().map(|shape| shape.depth).max().unwrap_or(0);
    let width = 2.0 * margin + rightmost * x_step;
    let height = 90.0 + deepest as f64 * y_step;
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

/// The shape of a node; `folded` is the number of nodes below a folded one.
fn node_shape(node: &Node, is_leaf: bool, folded: Option<usize>, x: f64, y: f64) -> String {
    if let Some(size) = folded {
        return format!(
            "<path class='failed' d='M{x:.1} {:.1}l11 20h-22z'/><text x='{x:.1}' y='{:.1}' text-anchor='middle'>{size}</text>",
            y - 8.0,
            y + 26.0
        );
    }
    match node.status {
        NodeStatus::Choice if node.is_cut && is_leaf => hexagon(x, y),
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
    }
}

/// The shape of an unexplored part.
fn hexagon(x: f64, y: f64) -> String {
    let left = x - 8.0;
    format!("<path class='cut' d='M{left:.1} {y:.1}l4 -7h8l4 7l-4 7h-8z'/>")
}

#[cfg(test)]
mod tests {
    use super::*;

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
                limit: None,
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
    fn labels_do_not_overlap() {
        let mut nodes = vec![node(None, NodeStatus::Choice)];
        for parent in 0..40_usize {
            for child in 0..1 + parent % 3 {
                let mut below = node(Some(parent), NodeStatus::Choice);
                below.decision = format!("row_{parent}_column_{child} >= {}", "9".repeat(parent));
                nodes.push(below);
            }
        }
        let tree = SearchTree {
            nodes,
            is_stopped: false,
            limit: None,
            known: None,
        };
        let style = TreeStyle {
            fold_failures: false,
            labels: true,
        };
        let picture = tree_svg(&tree, style);
        let number = |text: &str, name: &str| -> f64 {
            let (_, rest) = text.split_once(&format!(" {name}='")).expect("it is there");
            let (number, _) = rest.split_once('\'').expect("it ends");
            number.parse().expect("a number")
        };
        let mut boxes = Vec::new();
        for text in picture.split("<text class='label'").skip(1) {
            let (_, rest) = text.split_once('>').expect("a text");
            let (words, _) = rest.split_once('<').expect("its end");
            let half = words.replace("&gt;", ">").chars().count() as f64 * LETTER / 2.0;
            let (x, y) = (number(text, "x"), number(text, "y"));
            assert!(
                x - half >= 0.0 && x + half <= number(&picture, "width"),
                "{words}"
            );
            boxes.push((x - half, x + half, y));
        }
        assert_eq!(boxes.len(), tree.nodes.len() - 1);
        for (i, a) in boxes.iter().enumerate() {
            for b in &boxes[..i] {
                let apart = a.2 != b.2 || a.1 <= b.0 || b.1 <= a.0;
                assert!(apart, "{a:?} {b:?}");
            }
        }
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
            limit: None,
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
