//! Shared code of several constraints. It contains no constraint and imports none.

pub(crate) mod atoms;
pub(crate) mod binary_function;
pub(crate) mod bit_graph;
pub(crate) mod bits;
pub(crate) mod bool_sum_counters;
pub(crate) mod common_values;
pub(crate) mod comparison;
pub(crate) mod errors;
pub(crate) mod graph;
pub(crate) mod interval;
pub(crate) mod lowlinks;
pub(crate) mod nearby;
pub(crate) mod occurrences;
pub(crate) mod parts;
pub(crate) mod prelude;
pub(crate) mod rule_tag;
pub(crate) mod sparse_set;
pub(crate) mod strong_components;
pub(crate) mod subgraph;
pub(crate) mod terms;
pub(crate) mod union_find;
pub(crate) mod view_atom;
pub(crate) mod views;
