//! `connected_parts(G, E)`: the edges of G chosen by E connect all nodes; an edge is chosen if its view is at least 1.
//!
//! The relation of `connected_spanning` with weaker propagation, as strong as forward checking. All levels: nodes that chosen
//! edges connect form a part. A part that no open edge leaves, while there are others, fails; if only one open edge leaves a
//! part, it is taken. Union-find with path halving (Tarjan and van Leeuwen 1984, Worst-case analysis of set union algorithms),
//! rebuilt in every run; nearly linear in the graph. Reasons are irredundant cuts.

use crate::connected::{Connected, connected_spanning};
use crate::support::graph::Graph;
use crate::support::prelude::*;
use crate::support::subgraph::{Cuts, Direction, ElementStates, GraphElement, Subgraph};
use crate::support::terms::{Name, call};
use crate::support::views::{IntoViews, wake_on};

/// The chosen edges connect all nodes, with propagation part by part; made by [`connected_parts`].
#[derive(Clone, Debug)]
pub struct ConnectedParts {
    /// The same relation with stronger propagation; provides the ground meaning and the checks.
    same: Connected,
    edges: Vec<View>,
}

/// The chosen edges connect all nodes of the graph. Fails when a part has no open edge left.
pub fn connected_parts(graph: &Graph, edges: impl IntoViews) -> ConnectedParts {
    let edges: Vec<View> = edges.into_views();
    ConnectedParts {
        same: connected_spanning(graph, edges.iter().copied()),
        edges,
    }
}

impl Constraint for ConnectedParts {
    fn name(&self) -> &'static str {
        "connected_parts"
    }

    fn term(&self, name: Name<'_>) -> Term {
        let graph = self.same.subgraph().graph.term();
        call(self.name(), name, &[&graph, &self.edges])
    }

    fn views(&self) -> Vec<View> {
        self.edges.clone()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        self.same.holds(at)
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        self.same.subgraph().check(self.name(), model)
    }

    fn post(&self, out: &mut Poster<'_>) {
        let mut open = self.edges.clone();
        open.retain(|&view| out.store().is_undecided(view));
        let propagator = ComponentEdges {
            subgraph: self.same.subgraph().clone(),
            parent: Vec::new(),
            leaving: Vec::new(),
            cuts: Cuts::default(),
        };
        out.add(Cost::Quadratic, propagator, wake_on(&open, On::Bounds));
    }
}

/// The tag of a part without open edges, plus a node of it. The tag of a last open edge is the edge.
const NO_EDGE_LEFT: u32 = 1 << 31;

#[derive(Debug)]
struct ComponentEdges {
    subgraph: Subgraph,
    /// The union-find parent of each node; a root is its own parent.
    parent: Vec<u32>,
    /// For each part, the number of open edges that leave it, and the last of them.
    leaving: Vec<(u32, u32)>,
    cuts: Cuts,
}

impl ComponentEdges {
    /// The root of the part of a node.
    fn root_of(&mut self, mut node: usize) -> usize {
        while self.parent[node] as usize != node {
            let above = self.parent[self.parent[node] as usize];
            self.parent[node] = above;
            node = above as usize;
        }
        node
    }
}

impl Propagator for ComponentEdges {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let n_nodes = self.subgraph.graph.n_nodes();
        let n_edges = self.subgraph.graph.n_edges();
        self.parent.clear();
        self.parent.extend(0..n_nodes as u32);
        let mut n_components = n_nodes;
        for edge in 0..n_edges {
            if store.is_chosen(self.subgraph.view(GraphElement::Edge(edge))) {
                let (a, b) = self.subgraph.graph.ends(edge);
                let (a, b) = (self.root_of(a), self.root_of(b));
                if a != b {
                    self.parent[a] = b as u32;
                    n_components -= 1;
                }
            }
        }
        if n_components <= 1 {
            return Ok(Status::Entailed);
        }
        self.leaving.clear();
        self.leaving.resize(n_nodes, (0, 0));
        for edge in 0..n_edges {
            let view = self.subgraph.view(GraphElement::Edge(edge));
            if store.is_undecided(view) {
                let (a, b) = self.subgraph.graph.ends(edge);
                let (a, b) = (self.root_of(a), self.root_of(b));
                if a != b {
                    for root in [a, b] {
                        let n_leaving = self.leaving[root].0 + 1;
                        self.leaving[root] = (n_leaving, edge as u32);
                    }
                }
            }
        }
        let mut changed = false;
        for node in 0..n_nodes {
            if self.parent[node] as usize == node {
                match self.leaving[node] {
                    (0, _) => return Err(store.fail(Tag(NO_EDGE_LEFT | node as u32))),
                    (1, edge) => {
                        let view = self.subgraph.view(GraphElement::Edge(edge as usize));
                        changed |= store.set_min(view, 1, Tag(edge))?;
                    }
                    _ => {}
                }
            }
        }
        Ok(Status::rerun_if(changed))
    }

    fn explain(&mut self, _: Atom, Tag(tag): Tag, past: &PastStore<'_>, why: &mut Reason) {
        let subgraph = &self.subgraph;
        if tag & NO_EDGE_LEFT == 0 {
            let without = Some(GraphElement::Edge(tag as usize));
            let ends = subgraph.graph.ends(tag as usize);
            self.cuts.explain_apart(subgraph, past, ends, without, why);
            return;
        }
        let node = (tag & !NO_EDGE_LEFT) as usize;
        self.cuts
            .reach(subgraph, past, Direction::Forward, [node], None);
        let near = &self.cuts.near;
        let other = (0..subgraph.graph.n_nodes())
            .find(|&other| !near[other])
            .expect("no open edge leaves the part");
        self.cuts
            .explain_apart(subgraph, past, (node, other), None, why);
    }
}
