//! Compilation: declarations, rules and clauses to code.

pub(crate) mod aggregates;
pub(crate) mod branches;
pub(crate) mod cold_arms;
pub(crate) mod compiler;
pub(crate) mod emitter;
pub(crate) mod filter;
pub(crate) mod guard;
pub(crate) mod indexes;
pub(crate) mod inline_goals;
pub(crate) mod join_plan;
pub(crate) mod long_lists;
pub(crate) mod specialise;
pub(crate) mod type_checks;
