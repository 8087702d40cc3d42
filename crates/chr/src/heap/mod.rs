//! The heap of terms: cells, trail, unification, comparison, copies.

pub(crate) mod compare;
#[expect(
    clippy::module_inception,
    reason = "the folder and its main type share the name"
)]
pub(crate) mod heap;
pub(crate) mod records;
