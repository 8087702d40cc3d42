//! Connected choices of nodes: nodes that cannot be reached from a chosen one are excluded, and nodes that separate chosen ones are chosen.

use crate::find::literal::{Literal, View};

/// Marks the nodes that can be reached from a node over nodes that are not excluded, without passing `but`.
fn reach(
    nodes: &[Literal],
    beside: &[Vec<u32>],
    view: View<'_>,
    start: usize,
    but: Option<usize>,
) -> Vec<bool> {
    let mut near = vec![false; nodes.len()];
    near[start] = true;
    let mut stack = vec![start];
    while let Some(node) = stack.pop() {
        for &other in &beside[node] {
            let other = other as usize;
            if !near[other] && Some(other) != but && !view.is_false(nodes[other]) {
                near[other] = true;
                stack.push(other);
            }
        }
    }
    near
}

/// Whether the chosen nodes can still be connected; collects what follows.
pub(crate) fn propagate(
    nodes: &[Literal],
    beside: &[Vec<u32>],
    view: View<'_>,
    forced: &mut Vec<Literal>,
) -> bool {
    let is_chosen = |node: usize| view.is_true(nodes[node]);
    let Some(root) = (0..nodes.len()).find(|&node| is_chosen(node)) else {
        return true;
    };
    // A depth-first search with lowlinks on an explicit stack: a node separates a subtree if no edge from the subtree leads above it.
    let mut found = vec![0_u32; nodes.len()];
    let mut low = vec![0_u32; nodes.len()];
    let mut holds_chosen = vec![false; nodes.len()];
    let mut stack: Vec<(usize, usize)> = vec![(root, 0)];
    let mut n_found = 1;
    (found[root], low[root], holds_chosen[root]) = (1, 1, true);
    while let Some((node, next)) = stack.last_mut() {
        let at = *node;
        if let Some(&other) = beside[at].get(*next) {
            *next += 1;
            let other = other as usize;
            if view.is_false(nodes[other]) {
                continue;
            }
            if found[other] == 0 {
                n_found += 1;
                (found[other], low[other]) = (n_found, n_found);
                holds_chosen[other] = is_chosen(other);
                stack.push((other, 0));
            } else {
                low[at] = low[at].min(found[other]);
            }
            continue;
        }
        stack.pop();
        if let Some(&(above, _)) = stack.last() {
            low[above] = low[above].min(low[at]);
            holds_chosen[above] |= holds_chosen[at];
            if holds_chosen[at] && low[at] >= found[above] && view.is_open(nodes[above]) {
                forced.push(nodes[above]);
            }
        }
    }
    for (node, &literal) in nodes.iter().enumerate() {
        if found[node] == 0 {
            if view.is_true(literal) {
                return false;
            }
            if view.is_open(literal) {
                forced.push(literal.opposite());
            }
        }
    }
    true
}

/// The reason: chosen nodes and the excluded nodes that separate them from each other, or from the excluded node.
pub(crate) fn reason(
    nodes: &[Literal],
    beside: &[Vec<u32>],
    view: View<'_>,
    forced: Option<Literal>,
) -> Vec<Literal> {
    let place = |literal: Literal| {
        nodes
            .iter()
            .position(|&node| node == literal || node == literal.opposite())
    };
    let node = forced.and_then(place);
    let is_out = node.is_some_and(|node| forced == Some(nodes[node].opposite()));
    let but = node.filter(|_| !is_out);
    let mut chosen =
        (0..nodes.len()).filter(|&node| view.is_true(nodes[node]) && Some(node) != but);
    // One side of the cut, and a chosen node on the other side.
    let start = match node.filter(|_| is_out) {
        Some(node) => node,
        None => chosen.next().expect("two chosen nodes are separated"),
    };
    let near = reach(nodes, beside, view, start, but);
    let far = chosen.find(|&node| !near[node]);
    let far = far.expect("a chosen node lies elsewhere");
    let mut why = vec![nodes[far]];
    if !is_out {
        why.push(nodes[start]);
    }
    // Searches from the far side whatever is excluded, up to the excluded nodes beside the near side.
    let mut met = vec![false; nodes.len()];
    met[far] = true;
    let mut stack = vec![far];
    while let Some(node) = stack.pop() {
        let touches = beside[node].iter().any(|&other| near[other as usize]);
        if touches && Some(node) != but {
            why.push(nodes[node].opposite());
            continue;
        }
        for &other in &beside[node] {
            let other = other as usize;
            if !met[other] && Some(other) != but {
                met[other] = true;
                stack.push(other);
            }
        }
    }
    why
}
