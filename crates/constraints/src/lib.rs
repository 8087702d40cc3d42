//! Constraints: one file each, holding the relation, its ground meaning, its propagators by strength, their reasons and their laws.
//!
//! Each file exports one function per relation, which takes views and gives a `Constraint` ready to be posted or reified.
#![warn(missing_docs)]

mod absolute;
mod all_different;
mod all_different_except;
mod bits;
pub mod bool_expr;
mod bool_sum;
mod channel;
mod circuit;
mod clause;
mod components;
mod connected;
mod connected_parts;
mod count;
mod count_var;
#[cfg(test)]
mod counting;
mod cumulative;
mod division;
mod element;
mod equal;
mod fact;
mod global_cardinality;
mod graph;
mod hamiltonian_path;
mod hull;
mod inverse;
mod less_equal;
mod lex;
mod linear;
mod minimum;
mod near;
mod not_equal;
mod passively;
mod printed;
mod reachable;
mod regular;
mod subgraph;
mod supports;
mod table;
mod times;
#[cfg(test)]
mod trial;
mod value_precede;
mod value_precede_chain;
mod xor;

/// The name of every family here: what levels can be chosen for.
pub const FAMILIES: &[&str] = &[
    "absolute",
    "all_atoms",
    "all_different",
    "all_different_except",
    "bool_sum",
    "channel",
    "circuit",
    "clause",
    "connected_edges",
    "connected_nodes",
    "connected_parts",
    "count",
    "cumulative",
    "division",
    "element",
    "equal",
    "global_cardinality",
    "hamiltonian_path",
    "inverse",
    "less_equal",
    "lex",
    "linear",
    "maximum",
    "minimum",
    "modulo",
    "not_equal",
    "passively",
    "reachable_edges",
    "reachable_nodes",
    "regular",
    "subcircuit",
    "table",
    "times",
    "value_precede",
    "value_precede_chain",
    "xor",
];

pub use absolute::{Absolute, absolute};
pub use all_different::{AllDifferent, all_different};
pub use all_different_except::{AllDifferentExcept, all_different_except};
pub use bool_expr::{BoolExpr, post_bool_expr, reify};
pub use bool_sum::{
    BoolSum, at_least_one, at_most_one, bool_sum_eq, bool_sum_ge, bool_sum_le, exactly_one,
};
pub use channel::{Channel, ValueChannel, channel, value_channel};
pub use circuit::{Circuit, circuit, subcircuit};
pub use clause::{AllAtoms, Clause, all_atoms, clause, implies};
pub use connected::{Connected, Empty, connected_edges, connected_nodes, connected_spanning};
pub use connected_parts::{ConnectedParts, connected_parts};
pub use count::{
    Count, among, among_at_least, among_at_most, count_at_least, count_at_most, count_eq,
    count_not_eq,
};
pub use count_var::{CountVar, count_var};
pub use cumulative::{Cumulative, cumulative, cumulative_var};
pub use division::{Division, division, modulo};
pub use element::{Element, element};
pub use equal::{Equal, equal};
pub use global_cardinality::{GlobalCardinality, global_cardinality, global_cardinality_closed};
pub use graph::{Digraph, Graph, Step};
pub use hamiltonian_path::{HamiltonianPath, hamiltonian_path};
pub use inverse::{Inverse, inverse, inverse_from};
pub use less_equal::{LessEqual, less, less_equal};
pub use lex::{Lex, lex_less, lex_less_equal};
pub use linear::{Linear, linear_eq, linear_ge, linear_le, linear_ne};
pub use minimum::{Minimum, maximum, minimum};
pub use near::{Near, Nodes, bits_of};
pub use not_equal::{NotEqual, not_equal};
pub use passively::{Passively, passively};
pub use reachable::{Reachable, reachable_edges, reachable_nodes};
pub use regular::{Automaton, Regular, regular};
pub use table::{Table, negative_table, short_table, table};
pub use times::{Times, times};
pub use value_precede::{ValuePrecede, value_precede};
pub use value_precede_chain::{ValuePrecedeChain, value_precede_chain};
pub use xor::{Xor, even, iff_atoms, xor};
