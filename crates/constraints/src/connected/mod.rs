//! `connected_nodes(G, N)`: the nodes of G chosen by N induce a connected subgraph.
//! `connected_edges(G, N, E)`: the ends of chosen edges are chosen, and chosen edges connect all chosen nodes; this is MiniZinc's
//! `connected`.
//! `connected_spanning(G, E)`: the chosen edges connect all nodes.
//!
//! A node or an edge is chosen if its view is at least 1, and excluded if its view is 0. [`EmptySubgraph`] decides whether nothing at all may
//! be chosen.
//!
//! All levels, domain consistent if no variable occurs twice: elements that cannot be reached from a chosen node are excluded; a node
//! or edge that lies on every path between two chosen nodes is chosen. This is complete: choosing the whole
//! component of the chosen nodes is a solution, and it stays one without any undecided element that does not separate chosen
//! nodes. One depth-first search with lowlinks finds both (Tarjan 1972, Depth-first search and linear graph algorithms;
//! Hopcroft and Tarjan 1973, Efficient algorithms for graph manipulation). Linear in the graph, run after cheaper propagators.
//! If all nodes are chosen, the search is local to the edges that have been removed. Without edge variables, it is often enough to search the nodes near those that
//! have been removed. Reasons are cuts close to one side.
//!
//! Limitation: while nodes and edges are undecided, every run searches the whole graph.

pub(crate) mod lowlinks;
mod separations;
mod spanning;

use crate::support::graph::{Digraph, Graph};
use crate::support::prelude::*;
use crate::support::subgraph::{ElementStates, Subgraph};
use crate::support::views::IntoViews;

/// Whether an empty choice counts as connected. MiniZinc's `connected` rejects it, because it needs a root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmptySubgraph {
    /// Nothing may be chosen.
    Allowed,
    /// At least one node is chosen.
    Rejected,
}

/// A connected choice of nodes, or of nodes and edges; made by [`connected_nodes`], [`connected_edges`] and [`connected_spanning`].
#[derive(Clone, Debug)]
pub struct Connected {
    subgraph: Subgraph,
    empty: EmptySubgraph,
}

/// The chosen nodes induce a connected subgraph.
pub fn connected_nodes(graph: &Graph, nodes: impl IntoViews, empty: EmptySubgraph) -> Connected {
    Connected {
        subgraph: Subgraph::new(Digraph::from(graph), nodes, None),
        empty,
    }
}

/// The chosen nodes and edges form a connected subgraph; an edge may be chosen only if both ends are.
pub fn connected_edges(
    graph: &Graph,
    nodes: impl IntoViews,
    edges: impl IntoViews,
    empty: EmptySubgraph,
) -> Connected {
    let edges = edges.into_views();
    Connected {
        subgraph: Subgraph::new(Digraph::from(graph), nodes, Some(edges)),
        empty,
    }
}

/// The chosen edges join all nodes of the graph.
pub fn connected_spanning(graph: &Graph, edges: impl IntoViews) -> Connected {
    let nodes = vec![View::constant(1); graph.n_nodes()];
    connected_edges(graph, nodes, edges, EmptySubgraph::Allowed)
}

impl Connected {
    /// The chosen nodes and edges.
    pub(crate) fn subgraph(&self) -> &Subgraph {
        &self.subgraph
    }
}

impl Constraint for Connected {
    fn name(&self) -> &'static str {
        match self.subgraph.edges {
            None => "connected_nodes",
            Some(_) => "connected_edges",
        }
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        let empty = Term::name(match self.empty {
            EmptySubgraph::Allowed => "empty_allowed",
            EmptySubgraph::Rejected => "empty_refused",
        });
        let terms = [self.subgraph.graph.term()]
            .into_iter()
            .chain(self.subgraph.terms(name));
        Term::compound(self.name(), terms.chain([empty]))
    }

    fn views(&self) -> Vec<View> {
        self.subgraph.views()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let chosen = |view: &View| view.of(at(view.var)) >= 1;
        let nodes: Vec<bool> = self.subgraph.nodes.iter().map(chosen).collect();
        let mut edges = vec![true; self.subgraph.graph.n_edges()];
        if let Some(views) = &self.subgraph.edges {
            edges = views.iter().map(chosen).collect();
            let ends = self.subgraph.graph.edges();
            if ends
                .zip(&edges)
                .any(|((a, b), &edge)| edge && !(nodes[a] && nodes[b]))
            {
                return false;
            }
        }
        // Propagates the smallest node number along chosen edges until nothing changes.
        let mut lowest: Vec<usize> = (0..nodes.len()).collect();
        let mut still = false;
        while !still {
            still = true;
            for ((a, b), &edge) in self.subgraph.graph.edges().zip(&edges) {
                if edge && nodes[a] && nodes[b] && lowest[a] != lowest[b] {
                    let low = lowest[a].min(lowest[b]);
                    (lowest[a], lowest[b]) = (low, low);
                    still = false;
                }
            }
        }
        let mut groups: Vec<usize> = (0..nodes.len())
            .filter(|&node| nodes[node])
            .map(|node| lowest[node])
            .collect();
        groups.sort_unstable();
        groups.dedup();
        groups.len() == 1 || groups.is_empty() && self.empty == EmptySubgraph::Allowed
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        self.subgraph.check(self.name(), model)
    }

    fn post(&self, out: &mut Poster<'_>) {
        // Without nodes `all` is vacuously true, but nothing is chosen.
        let all_in = !self.subgraph.nodes.is_empty()
            && self
                .subgraph
                .nodes
                .iter()
                .all(|&view| out.store().is_chosen(view));
        if all_in && self.subgraph.edges.is_some() && !self.subgraph.is_aliased(out.store()) {
            spanning::post(&self.subgraph, out);
        } else {
            lowlinks::post(&self.subgraph, self.empty, out);
        }
    }
}
