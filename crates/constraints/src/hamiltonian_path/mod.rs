//! `hamiltonian_path(G, P)`: node i of G has position P[i] on a path that visits every node once: the positions are 0 to n - 1, all
//! different, and nodes at consecutive positions are neighbours. The ends are free unless domains fix them.
//!
//! Consistency:
//! - value (and bounds): the positions of two nodes differ by at least their distance in the graph; so no two nodes share a position.
//!   On a bipartite graph, positions alternate in colour. Linear in the values left, for each node whose bounds changed.
//! - domain: also, a node at a position needs a neighbour that can take the position before and another that can take the position after
//!   (so a dead end can only be an end of the path); and if only one node can have a position, it gets it. Only positions that lost a
//!   node are processed again, with the positions before and after them.
//!
//! No level is domain consistent: that would mean finding Hamiltonian paths. An additional `all_different` makes it stronger.
//! Reasons: two bounds of one node for a distance; the neighbours for a missing support; and for a position with one node left, the
//! fixed nodes nearest to it and the nodes that those do not rule out.
//!
//! Limitation: it does not check that the open nodes stay connected through each other.

mod distances;
mod encode_cnf;
mod path_supports;
mod separation;

use std::sync::Arc;

use crate::hamiltonian_path::distances::Distances;
use crate::hamiltonian_path::path_supports::PathSupports;
use crate::hamiltonian_path::separation::Separation;
use crate::support::errors::{invalid, too_wide};
use crate::support::graph::Graph;
use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::views::{IntoViews, wake_slots};

/// The most nodes: all distances must fit in memory.
const MAX_NODES: usize = 1 << 12;

/// A path through all nodes of a graph, by positions; made by [`hamiltonian_path`].
#[derive(Clone, Debug)]
pub struct HamiltonianPath {
    graph: Graph,
    positions: Vec<View>,
}

/// `positions[i]` is the position, from 0, of node `i` on a path that visits every node of the graph once.
pub fn hamiltonian_path(graph: &Graph, positions: impl IntoViews) -> HamiltonianPath {
    HamiltonianPath {
        graph: graph.clone(),
        positions: positions.into_views(),
    }
}

impl Constraint for HamiltonianPath {
    fn name(&self) -> &'static str {
        "hamiltonian_path"
    }

    fn term(&self, name: Name<'_>) -> Term {
        call(self.name(), name, &[&self.graph.term(), &self.positions])
    }

    fn views(&self) -> Vec<View> {
        self.positions.clone()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let mut path = vec![usize::MAX; self.positions.len()];
        for (node, view) in self.positions.iter().enumerate() {
            let position = usize::try_from(view.of(at(view.var))).ok();
            let Some(free) = position.and_then(|position| path.get_mut(position)) else {
                return false;
            };
            if *free != usize::MAX {
                return false;
            }
            *free = node;
        }
        path.windows(2).all(|pair| {
            let mut edges = self.graph.edges();
            edges.any(|(a, b)| [a, b] == *pair || [b, a] == *pair)
        })
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_views(self.name(), &self.positions)?;
        let n_nodes = self.graph.n_nodes();
        let n = self.positions.len();
        if n != n_nodes {
            return invalid(self.name(), format!("{n} positions for {n_nodes} nodes"));
        }
        if n_nodes > MAX_NODES {
            return too_wide(self.name(), format!("{n_nodes} nodes"));
        }
        Ok(())
    }

    fn post(&self, out: &mut Poster<'_>) {
        // The distances between all nodes, which are computed when they are used first.
        if out.charge(self.graph.n_nodes() * self.graph.n_nodes() * size_of::<u16>()) {
            return;
        }
        let distances = Arc::new(Distances::new(&self.graph));
        let begun = out.trailed_array(2, 0);
        let has_supports = out.consistency() == Consistency::Domain;
        let separation = Separation::new(&self.positions, &distances, has_supports, begun);
        let wakes = wake_slots(&self.positions, On::Bounds);
        out.add(Cost::Quadratic, separation, wakes);
        if has_supports {
            let supports = PathSupports::new(&self.graph, &self.positions, &distances, out);
            let wakes = wake_slots(&self.positions, On::Domain);
            out.add(Cost::Cubic, supports, wakes);
        }
    }

    fn has_cnf_encoding(&self) -> bool {
        true
    }

    fn encode_cnf(&self, out: &mut CnfEncoder) {
        encode_cnf::path(&self.graph, &self.positions, out);
    }
}
