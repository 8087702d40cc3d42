//! Constraints: one file each, holding the relation, its ground meaning, its propagators by strength, their reasons and their laws.
//!
//! Each file exports one function per relation, which takes views and gives a `Constraint` ready to be posted or reified.
#![warn(missing_docs)]

mod absolute;
mod bool_sum;
mod division;
mod equal;
mod hull;
mod circuit;
mod connected;
#[cfg(test)]
mod counting;
mod graph;
mod hamiltonian_path;
mod less_equal;
mod linear;
mod minimum;
mod needed;
mod not_equal;
mod printed;
mod supports;
mod times;

pub use absolute::{Absolute, absolute};
pub use bool_sum::{
    BoolSum, at_least_one, at_most_one, bool_sum_eq, bool_sum_ge, bool_sum_le, exactly_one,
};
pub use division::{Division, division, modulo};
pub use equal::{Equal, equal};
mod reachable;
mod subgraph;

pub use circuit::{Circuit, circuit, subcircuit};
pub use connected::{Connected, Empty, connected_edges, connected_nodes, connected_spanning};
pub use graph::{Digraph, Graph, Step};
pub use hamiltonian_path::{HamiltonianPath, hamiltonian_path};
pub use less_equal::{LessEqual, less, less_equal};
pub use linear::{Linear, linear_eq, linear_ge, linear_le, linear_ne};
pub use minimum::{Minimum, maximum, minimum};
pub use not_equal::{NotEqual, not_equal};
pub use times::{Times, times};
pub use reachable::{Reachable, reachable_edges, reachable_nodes};
