//! Program text to declarations, rules, clauses and directives.

pub(crate) mod conjuncts;
pub(crate) mod dcg;
pub(crate) mod directives;
pub(crate) mod files;
pub(crate) mod libraries;
pub(crate) mod recover;
pub(crate) mod single_sided;
pub(crate) mod source;
pub(crate) mod types;
