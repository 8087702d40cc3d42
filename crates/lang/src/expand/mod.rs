//! Expansion of typed statements to ground constraints.

pub(crate) mod cliques;
mod derive;
pub(crate) mod expansion;
pub(crate) mod ground;
