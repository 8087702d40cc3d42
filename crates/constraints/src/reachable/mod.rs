//! `reachable_nodes(G, r, N)`: node r is chosen by N, and every chosen node is reached from r through chosen nodes.
//! `reachable_edges(G, r, N, E)`: the same along edges chosen by E, whose ends are chosen. These are MiniZinc's `reachable` on an
//! undirected [`Graph`](crate::Graph) and `dreachable` on a [`Digraph`]. A node or an edge is chosen if its view is at least 1,
//! and excluded if its view is 0.
//!
//! All levels. What no possible root reaches is excluded; a node that does not reach every chosen node is not the root; what every path
//! from the possible roots to a chosen node passes is chosen. This is domain consistent (if no variable occurs twice) on an
//! undirected graph, and on a directed one with a fixed root: all remaining elements that are reached form a solution, and it
//! stays one if an element that some path avoids is removed, with what only it reaches.
//! Limitation: on a directed graph with several possible roots, an element may be needed for each root for a different reason;
//! that is not detected.
//! Dominators after Cooper, Harvey and Kennedy 2001, A simple, fast dominance algorithm. Linear in practice, quadratic in the
//! worst case; a directed graph with an open root is searched once more for each chosen node. On an undirected graph the
//! propagator of `connected` runs as well. Reasons are irredundant cuts.

mod dominators;
mod propagator;

use crate::connected::{EmptySubgraph, lowlinks};
use crate::reachable::propagator::ReachableDominators;
use crate::support::graph::Digraph;
use crate::support::prelude::*;
use crate::support::subgraph::Subgraph;
use crate::support::terms::view_term;
use crate::support::views::IntoViews;

/// The chosen elements are reached from a root; made by [`reachable_nodes`] and [`reachable_edges`].
#[derive(Clone, Debug)]
pub struct Reachable {
    root: View,
    subgraph: Subgraph,
}

/// The chosen nodes are reached from the root, itself chosen, through chosen nodes.
pub fn reachable_nodes(
    graph: impl Into<Digraph>,
    root: impl Into<View>,
    nodes: impl IntoViews,
) -> Reachable {
    Reachable {
        root: root.into(),
        subgraph: Subgraph::new(graph.into(), nodes, None),
    }
}

/// The chosen nodes are reached from the root, itself chosen, along chosen edges; an edge may be chosen only if both ends are.
pub fn reachable_edges(
    graph: impl Into<Digraph>,
    root: impl Into<View>,
    nodes: impl IntoViews,
    edges: impl IntoViews,
) -> Reachable {
    let edges = edges.into_views();
    Reachable {
        root: root.into(),
        subgraph: Subgraph::new(graph.into(), nodes, Some(edges)),
    }
}

impl Constraint for Reachable {
    fn name(&self) -> &'static str {
        match self.subgraph.edges {
            None => "reachable_nodes",
            Some(_) => "reachable_edges",
        }
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        let terms = [self.subgraph.graph.term(), view_term(self.root, name)];
        Term::compound(
            self.name(),
            terms.into_iter().chain(self.subgraph.terms(name)),
        )
    }

    fn views(&self) -> Vec<View> {
        [self.subgraph.views(), vec![self.root]].concat()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let chosen = |view: &View| view.of(at(view.var)) >= 1;
        let nodes: Vec<bool> = self.subgraph.nodes.iter().map(chosen).collect();
        let edges: Option<Vec<bool>> =
            (self.subgraph.edges.as_ref()).map(|views| views.iter().map(chosen).collect());
        let root = usize::try_from(self.root.of(at(self.root.var))).ok();
        let Some(root) = root.filter(|&root| nodes.get(root) == Some(&true)) else {
            return false;
        };
        let graph = &self.subgraph.graph;
        let mut reached = vec![false; nodes.len()];
        reached[root] = true;
        // One round per node is enough: each round reaches at least one more node, or none ever will.
        for _ in 0..nodes.len() {
            for (edge, (from, to)) in graph.edges().enumerate() {
                if edges.as_ref().is_some_and(|edges| !edges[edge]) || !nodes[from] || !nodes[to] {
                    continue;
                }
                reached[to] |= reached[from];
                if graph.is_undirected() {
                    reached[from] |= reached[to];
                }
            }
        }
        let dangling = graph.edges().enumerate().any(|(edge, (from, to))| {
            edges.as_ref().is_some_and(|edges| edges[edge]) && !(nodes[from] && nodes[to])
        });
        reached == nodes && !dangling
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_view(self.name(), self.root)?;
        self.subgraph.check(self.name(), model)
    }

    fn post(&self, out: &mut Poster<'_>) {
        let mut wakes = self.subgraph.wakes(out.store());
        wakes.push(Wake::on(self.root, On::Domain));
        let reach = ReachableDominators::new(self.root, &self.subgraph, out.store());
        out.add(Cost::Cubic, reach, wakes);
        if self.subgraph.graph.is_undirected() {
            lowlinks::post(&self.subgraph, EmptySubgraph::Rejected, out);
        }
    }
}
