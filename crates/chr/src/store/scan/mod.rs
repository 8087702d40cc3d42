//! Scans along lists of suspensions: what most candidates fail by is asked of many of them in one loop.

pub(crate) mod condition;
pub(crate) mod group_filter;
pub(crate) mod loops;
pub(crate) mod pair;
