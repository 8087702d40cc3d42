//! The heap of terms: cells, trail, unification, comparison, copies.

pub(crate) mod attributes;
pub(crate) mod cells;
pub(crate) mod compare;
pub(crate) mod cycles;
pub(crate) mod records;
pub(crate) mod visited;
