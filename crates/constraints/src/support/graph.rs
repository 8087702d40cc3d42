//! Graphs as data: the arguments of `connected`, `reachable` and `hamiltonian_path`.
//!
//! Nodes are numbers from 0, edges are numbered in the order given; loops and parallel edges are allowed and distinguished by number.
//! The adjacency lists are stored once and shared, so a clone is cheap.

use std::ops::Deref;
use std::sync::Arc;

use crate::support::prelude::*;

/// An undirected graph: a [`Digraph`] whose edges can be traversed in both directions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    digraph: Digraph,
}

/// A directed or undirected graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Digraph {
    data: Arc<GraphData>,
}

/// An entry of the adjacency list of a node: an edge, and the node at its other end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Incidence {
    /// The node at the other end.
    pub node: u32,
    /// The edge.
    pub edge: u32,
}

#[derive(PartialEq, Eq, Debug)]
struct GraphData {
    n_nodes: usize,
    edges: Vec<(u32, u32)>,
    out: AdjacencyLists,
    /// The edges into each node; `None` if the graph is undirected.
    into: Option<AdjacencyLists>,
}

/// The adjacency lists of all nodes, concatenated.
#[derive(PartialEq, Eq, Debug)]
struct AdjacencyLists {
    starts: Vec<u32>,
    entries: Vec<Incidence>,
}

impl AdjacencyLists {
    /// Builds from pairs (node, entry), which keep their order for each node.
    fn new(
        n_nodes: usize,
        pairs: impl Iterator<Item = (u32, Incidence)> + Clone,
    ) -> AdjacencyLists {
        let mut starts = vec![0; n_nodes + 1];
        for (from, _) in pairs.clone() {
            starts[from as usize + 1] += 1;
        }
        for node in 0..n_nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut entries = vec![Incidence { node: 0, edge: 0 }; starts[n_nodes] as usize];
        for (from, step) in pairs {
            entries[next[from as usize] as usize] = step;
            next[from as usize] += 1;
        }
        AdjacencyLists { starts, entries }
    }

    #[inline]
    fn of_node(&self, node: usize) -> &[Incidence] {
        &self.entries[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

impl GraphData {
    fn new(
        n_nodes: usize,
        edges: impl IntoIterator<Item = (usize, usize)>,
        directed: bool,
    ) -> Result<Arc<GraphData>, ModelError> {
        let invalid = |what: String| ModelError::InvalidArguments {
            by: "graph".to_owned(),
            what,
        };
        let max = 1 << 28;
        if n_nodes >= max {
            return Err(invalid(format!("{n_nodes} nodes are too many")));
        }
        let mut list: Vec<(u32, u32)> = Vec::new();
        for (from, to) in edges {
            if from >= n_nodes || to >= n_nodes {
                return Err(invalid(format!(
                    "edge {} joins {from} and {to}, but there are only {n_nodes} nodes, counted from 0",
                    list.len()
                )));
            }
            list.push((from as u32, to as u32));
        }
        if list.len() >= max {
            return Err(invalid(format!("{} edges are too many", list.len())));
        }
        let numbered = list.iter().zip(0..);
        let there = numbered
            .clone()
            .map(|(&(from, to), edge)| (from, Incidence { node: to, edge }));
        let back = numbered.map(|(&(from, to), edge)| (to, Incidence { node: from, edge }));
        // A loop is listed once.
        let back_unless_loop = back.clone().filter(|&(to, step)| to != step.node);
        let (out, into) = if directed {
            let into = AdjacencyLists::new(n_nodes, back);
            (AdjacencyLists::new(n_nodes, there), Some(into))
        } else {
            (
                AdjacencyLists::new(n_nodes, there.chain(back_unless_loop)),
                None,
            )
        };
        Ok(Arc::new(GraphData {
            n_nodes,
            edges: list,
            out,
            into,
        }))
    }

    /// `graph(3, [0 - 1, 1 - 2])`, or `digraph(…)`.
    fn term(&self) -> Term {
        let name = match self.into {
            Some(_) => "digraph",
            None => "graph",
        };
        let edges = self.edges.iter().map(|&(from, to)| {
            Term::compound(
                "-",
                [Term::from(i64::from(from)), Term::from(i64::from(to))],
            )
        });
        Term::compound(name, [Term::from(self.n_nodes as i64), Term::list(edges)])
    }
}

impl Graph {
    /// The graph with nodes `0..n_nodes` and the given edges; an edge with a node out of range is an error.
    pub fn new(
        n_nodes: usize,
        edges: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Graph, ModelError> {
        let data = GraphData::new(n_nodes, edges, false)?;
        Ok(Graph {
            digraph: Digraph { data },
        })
    }

    /// The edges of a node; a loop is listed once.
    #[inline]
    pub fn edges_of(&self, node: usize) -> &[Incidence] {
        self.digraph.out_edges(node)
    }
}

impl Deref for Graph {
    type Target = Digraph;

    fn deref(&self) -> &Digraph {
        &self.digraph
    }
}

impl From<Graph> for Digraph {
    fn from(graph: Graph) -> Digraph {
        graph.digraph
    }
}

impl From<&Graph> for Digraph {
    fn from(graph: &Graph) -> Digraph {
        graph.digraph.clone()
    }
}

impl From<&Digraph> for Digraph {
    fn from(graph: &Digraph) -> Digraph {
        graph.clone()
    }
}

impl Digraph {
    /// The directed graph with nodes `0..n_nodes` and the given edges (from, to); an edge with a node out of range is an error.
    pub fn new(
        n_nodes: usize,
        edges: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Digraph, ModelError> {
        let data = GraphData::new(n_nodes, edges, true)?;
        Ok(Digraph { data })
    }

    /// The number of nodes.
    pub fn n_nodes(&self) -> usize {
        self.data.n_nodes
    }

    /// The number of edges.
    pub fn n_edges(&self) -> usize {
        self.data.edges.len()
    }

    /// Whether the graph is undirected.
    pub fn is_undirected(&self) -> bool {
        self.data.into.is_none()
    }

    /// The ends (from, to) of every edge, in order.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = (usize, usize)> + '_ {
        let edges = self.data.edges.iter();
        edges.map(|&(from, to)| (from as usize, to as usize))
    }

    /// The two ends of an edge.
    #[inline]
    pub fn ends(&self, edge: usize) -> (usize, usize) {
        let (from, to) = self.data.edges[edge];
        (from as usize, to as usize)
    }

    /// The edges out of a node; `node` is their target.
    #[inline]
    pub fn out_edges(&self, node: usize) -> &[Incidence] {
        self.data.out.of_node(node)
    }

    /// The edges into a node; `node` is their source.
    #[inline]
    pub fn in_edges(&self, node: usize) -> &[Incidence] {
        self.data
            .into
            .as_ref()
            .unwrap_or(&self.data.out)
            .of_node(node)
    }

    /// The graph as a term, for printing.
    pub fn term(&self) -> Term {
        self.data.term()
    }
}
