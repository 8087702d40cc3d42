//! Single loops: at every node there are no edges of the loop or two, no closed loop leaves out an edge that must be on it, and all such edges
//! lie in one block of the possible edges: two edges with a node that separates them are on no common loop.

use crate::domains::Domains;

/// The state of an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    On,
    Open,
    Off,
}

pub(super) fn fails(n_nodes: usize, edges: &[(usize, usize, u32)], domains: &Domains) -> bool {
    let state = |&(_, _, x): &(usize, usize, u32)| match (domains.min(x), domains.max(x)) {
        (1.., _) => Edge::On,
        (_, ..=0) => Edge::Off,
        _ => Edge::Open,
    };
    let states: Vec<Edge> = edges.iter().map(state).collect();
    let (mut n_on, mut n_open) = (vec![0; n_nodes], vec![0; n_nodes]);
    for (&(a, b, _), &state) in edges.iter().zip(&states) {
        for node in [a, b] {
            n_on[node] += usize::from(state == Edge::On);
            n_open[node] += usize::from(state == Edge::Open);
        }
    }
    if (0..n_nodes).any(|node| n_on[node] > 2 || n_on[node] == 1 && n_open[node] == 0) {
        return true;
    }
    states.iter().all(|&state| state == Edge::Off)
        || closes_early(n_nodes, edges, &states)
        || n_blocks_on(n_nodes, edges, &states) > 1
}

/// Whether edges that are on form a loop without all of them. No node has more than two.
fn closes_early(n_nodes: usize, edges: &[(usize, usize, u32)], states: &[Edge]) -> bool {
    let mut parent: Vec<usize> = (0..n_nodes).collect();
    let root = |parent: &mut Vec<usize>, mut node: usize| {
        while parent[node] != node {
            parent[node] = parent[parent[node]];
            node = parent[node];
        }
        node
    };
    let on = || {
        let both = edges.iter().zip(states);
        both.filter(|(_, state)| **state == Edge::On)
            .map(|(&(a, b, _), _)| (a, b))
    };
    let mut closed = None;
    for (a, b) in on() {
        let (a, b) = (root(&mut parent, a), root(&mut parent, b));
        match a == b {
            true => closed = Some(a),
            false => parent[a] = b,
        }
    }
    closed.is_some_and(|closed| {
        let closed = root(&mut parent, closed);
        on().any(|(a, _)| root(&mut parent, a) != closed)
    })
}

/// In how many blocks of the edges that are not off an edge is on: the maximal sets of edges any two of which are on a common loop, by depth-first search with
/// lowlinks (Hopcroft and Tarjan).
fn n_blocks_on(n_nodes: usize, edges: &[(usize, usize, u32)], states: &[Edge]) -> usize {
    let mut edges_at: Vec<Vec<usize>> = vec![Vec::new(); n_nodes];
    for (edge, &(a, b, _)) in edges.iter().enumerate() {
        if states[edge] != Edge::Off {
            edges_at[a].push(edge);
            edges_at[b].push(edge);
        }
    }
    let mut n_blocks = 0;
    // The order of discovery, from 1; 0 is undiscovered. The lowest order that a subtree reaches.
    let (mut order, mut low) = (vec![0; n_nodes], vec![0; n_nodes]);
    let mut n_found = 0;
    // The edges of blocks that are not complete, and the path: node, edge to it, and the next edge to try.
    let mut stack: Vec<usize> = Vec::new();
    let mut path: Vec<(usize, usize, usize)> = Vec::new();
    for start in 0..n_nodes {
        if order[start] > 0 {
            continue;
        }
        path.push((start, usize::MAX, 0));
        n_found += 1;
        (order[start], low[start]) = (n_found, n_found);
        while let Some(&mut (node, by, ref mut next)) = path.last_mut() {
            if let Some(&edge) = edges_at[node].get(*next) {
                *next += 1;
                let (a, b, _) = edges[edge];
                let other = if a == node { b } else { a };
                if order[other] == 0 {
                    stack.push(edge);
                    n_found += 1;
                    (order[other], low[other]) = (n_found, n_found);
                    path.push((other, edge, 0));
                } else if edge != by && order[other] < order[node] {
                    stack.push(edge);
                    low[node] = low[node].min(order[other]);
                }
                continue;
            }
            path.pop();
            let Some(&(above, _, _)) = path.last() else {
                continue;
            };
            low[above] = low[above].min(low[node]);
            if low[node] >= order[above] {
                // The edges since the one to this node are a block.
                let mut is_on = false;
                while let Some(edge) = stack.pop() {
                    is_on |= states[edge] == Edge::On;
                    if edge == by {
                        break;
                    }
                }
                n_blocks += usize::from(is_on);
            }
        }
    }
    n_blocks
}
