//! Finite domains: a propagation kernel whose every inference has a reason, search on top of it, and learning from conflicts.
//!
//! A [`Model`] is data: variables, domains, constraints. A [`Kernel`] sets it up and propagates. Constraints live in another room:
//! this one knows only the contracts [`Constraint`] and [`Propagator`].
#![warn(missing_docs)]

mod atom;
mod constraint;
mod domain;
mod kernel;
pub mod laws;
mod model;
pub mod propagator;
mod reify;
pub mod rng;
mod store;
mod var;

pub use atom::{Atom, Op};
pub use constraint::{Constraint, Level, Levels, Poster};
pub use domain::Domain;
pub use kernel::{Kernel, Setup};
pub use model::{Model, ModelError, Objective};
pub use propagator::{Conflict, Cost, On, Propagator, Pruned, Status, Tag, Wake};
pub use reify::{Half, Iff, Not, atom_term, half, half_shared, iff, iff_shared, not_shared};
pub use store::{Form, Past, Reason, Store, Trailed, Values, Why};
pub use var::{MAX_VALUE, MIN_VALUE, Var, View, div_ceil, div_floor};
