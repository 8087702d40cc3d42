//! Search trees: as SVG, as text, and as a stream for CP-Profiler.

pub(crate) mod layout;
pub(crate) mod profiler;
pub(crate) mod subtrees;
pub(crate) mod svg;
pub(crate) mod text;
