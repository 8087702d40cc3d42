//! The tests of the crate by its public interface: one file for each file of `src`, and files for larger subjects.

mod answers;
mod branching;
mod events;
mod extremes;
mod full_range;
mod guards;
mod learning;
mod model;
mod propagation;
mod search;
mod support;
mod vars;
mod weights;
