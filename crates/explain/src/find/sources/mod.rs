//! The sources of steps, the simplest first.

pub(crate) mod brute_force;
mod case_split;
pub(crate) mod cases;
pub(crate) mod enumeration;
pub(crate) mod failed_literal;
pub(crate) mod nested;
pub(crate) mod single_premise;
pub(crate) mod suggested_sets;
