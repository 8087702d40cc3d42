//! The connected parts of some nodes of a graph, and searches from a node: shared by `part_sizes` and `rooted_parts`.

use crate::support::graph::{Digraph, Incidence};
use crate::support::prelude::*;
use crate::support::subgraph::Subgraph;

/// No part.
pub(crate) const NONE: u32 = u32::MAX;

/// For each node that is chosen in an assignment, the first node of its part.
pub(crate) fn ground_parts(subgraph: &Subgraph, at: &dyn Fn(Var) -> i32) -> Vec<Option<usize>> {
    let first = |(node, view): (usize, &View)| (view.of(at(view.var)) >= 1).then_some(node);
    let mut parts: Vec<Option<usize>> = subgraph.nodes.iter().enumerate().map(first).collect();
    // Propagates the smallest node number along edges between chosen nodes until nothing changes.
    let mut is_done = false;
    while !is_done {
        is_done = true;
        for (a, b) in subgraph.graph.edges() {
            if let (Some(one), Some(other)) = (parts[a], parts[b])
                && one != other
            {
                (parts[a], parts[b]) = (Some(one.min(other)), Some(one.min(other)));
                is_done = false;
            }
        }
    }
    parts
}

/// The connected parts of the nodes that pass a test, numbered from 0; keeps its memory between uses.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    /// The part of each node, or [`NONE`].
    of: Vec<u32>,
    /// The nodes, part by part.
    members: Vec<u32>,
    /// Where each part begins in `members`.
    starts: Vec<u32>,
}

impl Parts {
    /// Finds the parts of the nodes that pass a test.
    pub(crate) fn find(&mut self, graph: &Digraph, is_in: impl Fn(usize) -> bool) {
        let n_nodes = graph.n_nodes();
        self.of.clear();
        self.of.resize(n_nodes, NONE);
        self.members.clear();
        self.starts.clear();
        for start in 0..n_nodes {
            if self.of[start] != NONE || !is_in(start) {
                continue;
            }
            let number = self.starts.len() as u32;
            let mut next = self.members.len();
            self.starts.push(next as u32);
            self.of[start] = number;
            self.members.push(start as u32);
            while let Some(&node) = self.members.get(next) {
                next += 1;
                for step in graph.out_edges(node as usize) {
                    let other = step.node as usize;
                    if self.of[other] == NONE && is_in(other) {
                        self.of[other] = number;
                        self.members.push(step.node);
                    }
                }
            }
        }
    }

    /// The number of parts.
    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The part of a node, or [`NONE`].
    #[inline]
    pub(crate) fn of(&self, node: usize) -> u32 {
        self.of[node]
    }

    /// The nodes of a part.
    pub(crate) fn members(&self, part: u32) -> &[u32] {
        let part = part as usize;
        let end = self.starts.get(part + 1);
        let end = end.map_or(self.members.len(), |&end| end as usize);
        &self.members[self.starts[part] as usize..end]
    }

    /// The parts that a node touches, each once.
    pub(crate) fn around<'a>(
        &'a self,
        graph: &'a Digraph,
        node: usize,
    ) -> impl Iterator<Item = u32> + 'a {
        let steps = graph.out_edges(node);
        let parts = steps.iter().map(|step| self.of[step.node as usize]);
        parts.enumerate().filter_map(move |(i, part)| {
            let is_new = |step: &Incidence| self.of[step.node as usize] != part;
            (part != NONE && steps[..i].iter().all(is_new)).then_some(part)
        })
    }

    /// The size of the part of a node, or of the part that it would join.
    pub(crate) fn joined_size(&self, graph: &Digraph, node: usize) -> usize {
        match self.of[node] {
            NONE => {
                let sizes = self
                    .around(graph, node)
                    .map(|part| self.members(part).len());
                1 + sizes.sum::<usize>()
            }
            part => self.members(part).len(),
        }
    }

    /// Collects the nodes beside a part that pass a test, each once.
    pub(crate) fn neighbours_of(
        &self,
        graph: &Digraph,
        part: u32,
        passes: impl Fn(usize) -> bool,
        neighbours: &mut Vec<u32>,
    ) {
        neighbours.clear();
        for &member in self.members(part) {
            let steps = graph.out_edges(member as usize).iter();
            neighbours.extend(
                steps
                    .map(|step| step.node)
                    .filter(|&node| passes(node as usize)),
            );
        }
        neighbours.sort_unstable();
        neighbours.dedup();
    }
}

/// A breadth-first search over some nodes; keeps its memory between uses.
#[derive(Debug, Default)]
pub(crate) struct BreadthFirst {
    reached: Vec<u32>,
    /// For each node reached, the place in `reached` from which it was.
    parents: Vec<u32>,
    /// The number of the search that reached each node last.
    stamps: Vec<u32>,
    stamp: u32,
}

impl BreadthFirst {
    /// Begins a search over a graph.
    fn begin(&mut self, n_nodes: usize) {
        self.stamps.resize(n_nodes, 0);
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.reached.clear();
        self.parents.clear();
    }

    fn push(&mut self, node: u32, parent: u32) {
        self.stamps[node as usize] = self.stamp;
        self.reached.push(node);
        self.parents.push(parent);
    }

    /// Reaches up to `n` nodes from a node over nodes that pass a test; the first is reached whatever it is.
    pub(crate) fn run(
        &mut self,
        graph: &Digraph,
        start: usize,
        n: usize,
        may_pass: impl Fn(usize) -> bool,
    ) -> &[u32] {
        self.begin(graph.n_nodes());
        self.push(start as u32, NONE);
        let mut at = 0;
        while let Some(&node) = self.reached.get(at) {
            for step in graph.out_edges(node as usize) {
                if self.reached.len() >= n {
                    return &self.reached;
                }
                let other = step.node as usize;
                if self.stamps[other] != self.stamp && may_pass(other) {
                    self.push(step.node, at as u32);
                }
            }
            at += 1;
        }
        &self.reached
    }

    /// The nodes that the last search reached, nearest first.
    pub(crate) fn reached(&self) -> &[u32] {
        &self.reached
    }

    /// The node from which the node at a place in `reached`, not the first, was reached.
    pub(crate) fn parent(&self, place: usize) -> usize {
        self.reached[self.parents[place] as usize] as usize
    }

    /// Calls a function with the nodes on the path from a place in `reached` to the start, which is left out.
    pub(crate) fn path_to_start(&self, mut place: usize, mut visit: impl FnMut(usize)) {
        while self.parents[place] != NONE {
            visit(self.reached[place] as usize);
            place = self.parents[place] as usize;
        }
    }
}
