//! Connected parts of chosen nodes: a node is chosen if its atom holds in the domains, and possible if it is not false.

use crate::constraint::NodeGraph;
use crate::domains::Domains;

impl NodeGraph {
    fn is_chosen(&self, node: usize, domains: &Domains) -> bool {
        domains.holds(self.atoms[node])
    }

    fn is_possible(&self, node: usize, domains: &Domains) -> bool {
        !domains.is_false(self.atoms[node])
    }
}

/// Chosen nodes in two parts of the possible ones are never connected.
pub(super) fn connected_fails(graph: &NodeGraph, domains: &Domains) -> bool {
    let parts = graph.parts(|node| graph.is_possible(node, domains));
    let is_needed = |part: &&Vec<usize>| part.iter().any(|&node| graph.is_chosen(node, domains));
    parts.iter().filter(is_needed).count() > 1
}

/// A part that has a chosen node cannot grow to the size, or is larger already.
pub(super) fn sizes_fail(graph: &NodeGraph, size: usize, domains: &Domains) -> bool {
    let chosen = graph.parts(|node| graph.is_chosen(node, domains));
    if chosen.iter().any(|part| part.len() > size) {
        return true;
    }
    let possible = graph.parts(|node| graph.is_possible(node, domains));
    let is_small = |part: &Vec<usize>| {
        part.len() < size && part.iter().any(|&node| graph.is_chosen(node, domains))
    };
    possible.iter().any(is_small)
}

/// A part has two roots or is too large; a root cannot grow to its size; or no root reaches a chosen node.
pub(super) fn roots_fail(
    graph: &NodeGraph,
    roots: &[(usize, Option<usize>)],
    domains: &Domains,
) -> bool {
    let n_nodes = graph.atoms.len();
    let is_chosen = |node: usize| graph.is_chosen(node, domains);
    let mut root_at: Vec<Option<usize>> = vec![None; n_nodes];
    for (i, &(node, _)) in roots.iter().enumerate() {
        if !graph.is_possible(node, domains) {
            return true;
        }
        root_at[node] = Some(i);
    }
    // The root of each chosen node's part, and the part of each root: the root itself if it is not chosen yet.
    let mut root_of: Vec<Option<usize>> = vec![None; n_nodes];
    let mut part_of: Vec<Vec<usize>> = roots.iter().map(|root| vec![root.0]).collect();
    for part in graph.parts(is_chosen) {
        let mut own = part.iter().filter_map(|&node| root_at[node]);
        let Some(root) = own.next() else {
            continue;
        };
        if own.next().is_some() || roots[root].1.is_some_and(|size| part.len() > size) {
            return true;
        }
        for &node in &part {
            root_of[node] = Some(root);
        }
        part_of[root] = part;
    }
    let may_belong = |node: usize, root: usize| {
        let is_other = |at: &usize| root_of[*at].is_some_and(|other| other != root);
        graph.is_possible(node, domains)
            && !is_other(&node)
            && !graph.neighbours[node].iter().any(is_other)
    };
    let mut is_near = vec![false; n_nodes];
    let mut reached_by = vec![usize::MAX; n_nodes];
    for (root, part) in part_of.iter().enumerate() {
        let size = roots[root].1;
        // How many steps beyond its part the root may reach; each step is a further node.
        let lacks = size.map(|size| size - part.len());
        let mut reached = part.clone();
        for &node in part {
            reached_by[node] = root;
        }
        let (mut first, mut steps) = (0, 0);
        while first < reached.len() {
            let last = reached.len();
            if lacks.is_none_or(|lacks| steps <= lacks) {
                reached[first..]
                    .iter()
                    .for_each(|&node| is_near[node] = true);
            }
            for i in first..last {
                let node = reached[i];
                for &near in &graph.neighbours[node] {
                    if reached_by[near] != root && may_belong(near, root) {
                        reached_by[near] = root;
                        reached.push(near);
                    }
                }
            }
            (first, steps) = (last, steps + 1);
        }
        if size.is_some_and(|size| reached.len() < size) {
            return true;
        }
    }
    (0..n_nodes).any(|node| is_chosen(node) && !is_near[node])
}
