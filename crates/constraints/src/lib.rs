//! Constraints: one file or folder each, with the relation, its ground meaning, its propagators by consistency level, and their
//! reasons. Their laws are in the file or folder of the same name in `tests/unit`; laws of private constructors are in `src`.
//!
//! Each exports one function per relation, which takes views and returns a `Constraint` to be posted or reified. `support` has
//! what several constraints share, and imports none of them.
//!
//! Conventions in the headers: "all levels" means that propagation is the same at every consistency level; "limitation" names a
//! known gap. In comments, a view is *open* until it is fixed, a constraint is *aliased* if a variable occurs in it twice, and a
//! *tag* is the number that a propagator attaches to a pruning so that it can explain it later.
#![warn(missing_docs)]

mod absolute;
mod all_different;
mod all_different_except;
mod all_different_sums;
pub mod bool_expr;
mod bool_sum;
mod channel;
mod check_only;
mod circuit;
mod clause;
mod compare;
mod connected;
mod connected_parts;
mod count;
mod count_var;
mod cumulative;
mod disjunctive;
mod division;
mod element;
mod float;
mod global_cardinality;
mod hamiltonian_path;
mod inverse;
mod lex;
mod linear;
mod minimum;
mod part_sizes;
mod reachable;
mod regular;
mod rooted_parts;
mod single_loop;
mod support;
mod table;
mod times;
mod value_precede;
mod value_precede_chain;
mod xor;

/// The names of all families of constraints: a consistency level can be chosen for each.
pub const FAMILIES: &[&str] = &[
    "absolute",
    "all_atoms",
    "all_different",
    "all_different_except",
    "all_different_sums",
    "bool_sum",
    "channel",
    "check_only",
    "circuit",
    "clause",
    "connected_edges",
    "connected_nodes",
    "connected_parts",
    "count",
    "cumulative",
    "disjunctive",
    "division",
    "element",
    "equal",
    "float",
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
    "part_sizes",
    "reachable_edges",
    "reachable_nodes",
    "regular",
    "rooted_parts",
    "single_loop",
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
pub use all_different_sums::{AllDifferentSums, all_different_sums};
pub use bool_expr::{BoolExpr, post_bool_expr, reify};
pub use bool_sum::{
    BoolSum, at_least_one, at_most_one, bool_sum_eq, bool_sum_ge, bool_sum_le, exactly_one,
};
pub use channel::{Channel, ValueChannel, ValueChannels, channel, value_channel, value_channels};
pub use check_only::{CheckOnly, check_only};
pub use circuit::{Circuit, circuit, subcircuit};
pub use clause::{Clause, all_atoms, clause, implies};
pub use compare::{Compare, equal, less, less_equal, not_equal};
pub use connected::{
    Connected, EmptySubgraph, connected_edges, connected_nodes, connected_spanning,
};
pub use connected_parts::{ConnectedParts, connected_parts};
pub use count::{
    Count, among, among_at_least, among_at_most, count_at_least, count_at_most, count_eq,
    count_not_eq,
};
pub use count_var::{CountVar, count_var};
pub use cumulative::{Cumulative, cumulative, cumulative_var};
pub use disjunctive::{Disjunctive, disjunctive};
pub use division::{Division, division, modulo};
pub use element::{Element, element};
pub use float::{
    Float, FloatComparison, FloatFunction, FloatRelation, FloatRule, Grid, Interval, float_relation,
};
pub use global_cardinality::{GlobalCardinality, global_cardinality, global_cardinality_closed};
pub use hamiltonian_path::{HamiltonianPath, hamiltonian_path};
pub use inverse::{Inverse, inverse, inverse_with_offset};
pub use lex::{Lex, lex_less, lex_less_equal};
pub use linear::{IntoTerms, Linear, linear_eq, linear_ge, linear_le, linear_ne};
pub use minimum::{Minimum, maximum, minimum};
pub use part_sizes::{PartSizes, part_size_at, part_sizes};
pub use reachable::{Reachable, reachable_edges, reachable_nodes};
pub use regular::{Automaton, Regular, regular};
pub use rooted_parts::{RootedParts, rooted_parts};
pub use single_loop::{SingleLoop, single_loop};
pub use support::bit_graph::{BitGraph, NodeSet, nodes_in_word};
pub use support::graph::{Digraph, Graph, Incidence};
pub use support::views::IntoViews;
pub use table::{Table, negative_table, short_table, table};
pub use times::{Times, times};
pub use value_precede::{ValuePrecede, value_precede};
pub use value_precede_chain::{ValuePrecedeChain, value_precede_chain};
pub use xor::{Xor, even, iff_atoms, xor};
