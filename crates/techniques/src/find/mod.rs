//! Finding steps: one file for each family of techniques.

pub(crate) mod almost_locked_sets;
pub(crate) mod cache;
pub(crate) mod chains;
pub(crate) mod forcing;
mod implications;
pub(crate) mod nets;
pub(crate) mod nice_loops;
pub(crate) mod remote_pair;
pub(crate) mod singles;
