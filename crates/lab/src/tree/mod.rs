//! Search trees: as SVG, and as a stream for CP-Profiler.

pub(crate) mod layout;
pub(crate) mod profiler;
pub(crate) mod svg;
