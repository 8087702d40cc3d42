//! Graphs that must hang together: an edge whose loss would part them is there.

use crate::packed::Packed;
use crate::state::Look;

/// An edge: its ends and the claim that it is there.
type Edge = (u32, u32, Packed);

/// Whether the graph can still hang together; collects the edges it cannot do without.
pub(crate) fn examine(
    nodes: usize,
    edges: &[Edge],
    look: Look<'_>,
    forced: &mut Vec<Packed>,
) -> bool {
    if nodes < 2 {
        return true;
    }
    let mut graph: Vec<Vec<(u32, u32)>> = vec![Vec::new(); nodes];
    for (i, &(a, b, claim)) in edges.iter().enumerate() {
        if !look.is_false(claim) {
            graph[a as usize].push((b, i as u32));
            graph[b as usize].push((a, i as u32));
        }
    }
    // Tarjan's bridges, on an explicit stack: an edge of the tree under which nothing reaches above it.
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
            let claim = edges[by as usize].2;
            if lowest[at] > found[above] && !look.is_true(claim) {
                forced.push(claim);
            }
        }
    }
    n_found as usize == nodes
}

/// The claims by which the graph needs an edge, or is parted: the edges that are missing between two sides.
pub(crate) fn reason(
    nodes: usize,
    edges: &[Edge],
    look: Look<'_>,
    forced: Option<Packed>,
) -> Vec<Packed> {
    let lost = |claim: Packed| look.is_false(claim) || Some(claim) == forced;
    let start = edges
        .iter()
        .find(|(_, _, claim)| Some(*claim) == forced)
        .map_or(0, |&(a, _, _)| a as usize);
    let mut side = vec![false; nodes];
    side[start] = true;
    let mut stack = vec![start];
    let mut graph: Vec<Vec<u32>> = vec![Vec::new(); nodes];
    for &(a, b, claim) in edges {
        if !lost(claim) {
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
    let mut why: Vec<Packed> = edges
        .iter()
        .filter(|&&(a, b, claim)| side[a as usize] != side[b as usize] && Some(claim) != forced)
        .map(|&(_, _, claim)| claim.opposite())
        .collect();
    why.sort_unstable();
    why.dedup();
    why
}
