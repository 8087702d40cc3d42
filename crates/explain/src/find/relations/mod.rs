//! Propagation of the relations other than counts, and the reasons for what they force.

pub(crate) mod connectivity;
pub(crate) mod groups;
pub(crate) mod totals;
