//! From items to a model: variables, constraints, search annotations and output.

mod aliases;
mod arithmetic;
mod bools;
mod builtin;
pub(crate) mod constraints;
pub(crate) mod drcp;
mod floats;
mod globals;
mod graphs;
mod linear;
pub(crate) mod loader;
mod number;
pub(crate) mod output;
pub(crate) mod program;
mod relation;
pub(crate) mod search_annotations;
