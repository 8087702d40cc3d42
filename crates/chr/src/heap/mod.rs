//! The heap of terms: cells, trail, unification, comparison, copies.

pub(crate) mod attributes;
pub(crate) mod compare;
pub(crate) mod cycles;
#[expect(
    clippy::module_inception,
    reason = "the folder and its main type share the name"
)]
pub(crate) mod heap;
pub(crate) mod records;
