//! Syntax: program text to declarations, rules and clauses.

pub(crate) mod conjuncts;
pub(crate) mod directives;
pub(crate) mod recover;
pub(crate) mod source;
pub(crate) mod types;
