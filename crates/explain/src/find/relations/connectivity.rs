//! Connected graphs: a bridge of the graph of possible edges is forced.

use crate::find::literal::{Literal, View};

/// An edge: its ends, and the literal that is true if it is present.
type Edge = (u32, u32, Literal);

/// Whether the graph can still be connected; collects the edges it needs.
pub(crate) fn propagate(
    nodes: usize,
    edges: &[Edge],
    view: View<'_>,
    forced: &mut Vec<Literal>,
) -> bool {
    if nodes < 2 {
        return true;
    }
    let mut graph: Vec<Vec<(u32, u32)>> = vec![Vec::new(); nodes];
    for (i, &(a, b, literal)) in edges.iter().enumerate() {
        if !view.is_false(literal) {
            graph[a as usize].push((b, i as u32));
            graph[b as usize].push((a, i as u32));
        }
    }
    // Tarjan's bridge search on an explicit stack: a tree edge is a bridge if no edge from below it leads above it.
    let mut found = vec![0_u32; nodes];
    let mut lowest = vec![0_u32; nodes];
    let mut stack: Vec<(u32, u32, usize)> = vec![(0, u32::MAX, 0)];
    let mut n_found = 1;
    (found[0], lowest[0]) = (1, 1);
    while let Some((node, by, next)) = stack.last_mut() {
        let (at, by) = (*node as usize, *by);
        if let Some(&(other, edge)) = graph[at].get(*next) {
            *next += 1;
            if edge == by {
                continue;
            }
            let o = other as usize;
            if found[o] == 0 {
                n_found += 1;
                (found[o], lowest[o]) = (n_found, n_found);
                stack.push((other, edge, 0));
            } else {
                lowest[at] = lowest[at].min(found[o]);
            }
            continue;
        }
        stack.pop();
        if let Some(&(above, _, _)) = stack.last() {
            let above = above as usize;
            lowest[above] = lowest[above].min(lowest[at]);
            let literal = edges[by as usize].2;
            if lowest[at] > found[above] && !view.is_true(literal) {
                forced.push(literal);
            }
        }
    }
    n_found as usize == nodes
}

/// The reason why an edge is forced, or why the graph is disconnected: the other edges of the cut, which are all absent.
pub(crate) fn reason(
    nodes: usize,
    edges: &[Edge],
    view: View<'_>,
    forced: Option<Literal>,
) -> Vec<Literal> {
    let is_lost = |literal: Literal| view.is_false(literal) || Some(literal) == forced;
    let start = edges
        .iter()
        .find(|(_, _, literal)| Some(*literal) == forced)
        .map_or(0, |&(a, _, _)| a as usize);
    let mut side = vec![false; nodes];
    side[start] = true;
    let mut stack = vec![start];
    let mut graph: Vec<Vec<u32>> = vec![Vec::new(); nodes];
    for &(a, b, literal) in edges {
        if !is_lost(literal) {
            graph[a as usize].push(b);
            graph[b as usize].push(a);
        }
    }
    while let Some(node) = stack.pop() {
        for &other in &graph[node] {
            if !std::mem::replace(&mut side[other as usize], true) {
                stack.push(other as usize);
            }
        }
    }
    let mut why: Vec<Literal> = edges
        .iter()
        .filter(|&&(a, b, literal)| side[a as usize] != side[b as usize] && Some(literal) != forced)
        .map(|&(_, _, literal)| literal.opposite())
        .collect();
    why.sort_unstable();
    why.dedup();
    why
}
