//! Looking at a run: trace, why a rule does not fire, how partners are found.

pub(crate) mod index_report;
pub(crate) mod profile;
pub(crate) mod trace;
pub(crate) mod why_not;
