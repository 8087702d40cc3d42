//! Propagation of the relations other than counts, and the reasons for what they force.

pub(crate) mod connected_nodes;
pub(crate) mod connectivity;
pub(crate) mod groups;
pub(crate) mod loops;
pub(crate) mod part_sizes;
pub(crate) mod regular;
pub(crate) mod rooted_parts;
pub(crate) mod totals;
