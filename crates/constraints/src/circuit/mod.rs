//! `circuit(S)`: following the successor S[i] of each node i visits all nodes once and returns: a Hamiltonian circuit.
//! `subcircuit(S)`: the same for the nodes with S[i] != i; the others are not visited. No node need be visited.
//!
//! Node i is the value `i + offset`. With no nodes at all both hold, as in MiniZinc.
//!
//! Consistency, after Francis and Stuckey 2014, Explaining circuit propagation:
//! - value (and bounds): successors are distinct (values of fixed ones are removed from the others), a circuit that closes too
//!   early fails, and the end of a chain does not lead back to its beginning too early. Linear per run, plus the values removed.
//! - domain: also, every node has a predecessor (if only one is possible, it is taken), and the remaining arcs form one strongly
//!   connected component. For a circuit, a depth-first search from a root splits the other nodes into subtrees, which a circuit
//!   can only visit from the last to the first: arcs that do not fit are removed, and the only arc between two consecutive
//!   subtrees is taken. Linear in the remaining arcs.
//!
//! No level is domain consistent: that would mean finding Hamiltonian circuits. An additional `all_different` makes it stronger.
//! Reasons are chains, or irredundant cuts between nodes; for rules about paths that do not pass the root, the cut is
//! taken in the graph without the root.

mod chains;
mod components;

use crate::circuit::chains::CircuitChains;
use crate::circuit::components::SccCircuit;
use crate::support::errors::too_wide;
use crate::support::prelude::*;
use crate::support::rule_tag::MAX_NUMBER;
use crate::support::terms::{Name, call};
use crate::support::views::{IntoViews, wake_on, wake_slots};

/// A circuit through all or some nodes, by successors; made by [`circuit`] and [`subcircuit`].
#[derive(Clone, Debug)]
pub struct Circuit {
    successors: Successors,
}

/// The successor of every node.
#[derive(Clone, Debug)]
struct Successors {
    views: Vec<View>,
    /// The value of node 0.
    offset: i32,
    /// Whether a node may be left out by being its own successor.
    partial: bool,
}

/// Following the successors visits every node once and returns; `offset` is the value of node 0.
pub fn circuit(successors: impl IntoViews, offset: i32) -> Circuit {
    Circuit::new(successors, offset, false)
}

/// The nodes that are not their own successors form one circuit, or there are none; `offset` is the value of node 0.
pub fn subcircuit(successors: impl IntoViews, offset: i32) -> Circuit {
    Circuit::new(successors, offset, true)
}

impl Circuit {
    fn new(successors: impl IntoViews, offset: i32, partial: bool) -> Circuit {
        Circuit {
            successors: Successors {
                views: successors.into_views(),
                offset,
                partial,
            },
        }
    }
}

impl Constraint for Circuit {
    fn name(&self) -> &'static str {
        if self.successors.partial {
            "subcircuit"
        } else {
            "circuit"
        }
    }

    fn term(&self, name: Name<'_>) -> Term {
        call(
            self.name(),
            name,
            &[&self.successors.views, &self.successors.offset],
        )
    }

    fn views(&self) -> Vec<View> {
        self.successors.views.clone()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let n_nodes = self.successors.views.len();
        let next = |node: usize| {
            let view = self.successors.views[node];
            let node = i64::from(view.of(at(view.var))) - i64::from(self.successors.offset);
            usize::try_from(node).unwrap_or(usize::MAX)
        };
        if (0..n_nodes).any(|node| next(node) >= n_nodes) {
            return false;
        }
        let visited =
            || (0..n_nodes).filter(|&node| !self.successors.partial || next(node) != node);
        let Some(start) = visited().next() else {
            return true;
        };
        let mut n_steps = 1;
        let mut node = next(start);
        while node != start && n_steps <= n_nodes {
            node = next(node);
            n_steps += 1;
        }
        node == start && n_steps == visited().count()
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_views(self.name(), &self.successors.views)?;
        let n_nodes = self.successors.views.len();
        let last = i64::from(self.successors.offset) + n_nodes as i64;
        let what = if n_nodes > MAX_NUMBER {
            format!("{n_nodes} nodes")
        } else if self.successors.offset < MIN_VALUE || last > i64::from(MAX_VALUE) {
            format!("{n_nodes} nodes from {}", self.successors.offset)
        } else {
            return Ok(());
        };
        too_wide(self.name(), what)
    }

    fn post(&self, out: &mut Poster<'_>) {
        // If nodes may be left out, a node that loses its loop must be visited.
        let on = if self.successors.partial {
            On::Domain
        } else {
            On::Fix
        };
        let chains = CircuitChains::new(&self.successors);
        out.add(Cost::Linear, chains, wake_slots(&self.successors.views, on));
        if out.consistency() == Consistency::Domain {
            let components = SccCircuit::new(&self.successors, out.store());
            out.add(
                Cost::Cubic,
                components,
                wake_on(&self.successors.views, On::Domain),
            );
        }
    }
}

impl Successors {
    /// The value of a node.
    #[inline]
    fn value(&self, node: usize) -> i32 {
        self.offset + node as i32
    }

    /// The node of a value.
    #[inline]
    fn node(&self, value: i32) -> Option<usize> {
        usize::try_from(i64::from(value) - i64::from(self.offset))
            .ok()
            .filter(|&node| node < self.views.len())
    }
}
