//! Finite domains: a propagation kernel whose every inference has a reason, search on top of it, and learning from conflicts.
//!
//! A [`Model`] is data: variables, domains, constraints. A [`Solver`] sets it up once and runs searches on it.
//! Constraints live in another room: this one knows only the contracts [`Constraint`] and [`Propagator`].
#![warn(missing_docs)]

mod atom;
mod clauses;
mod cnf_encoder;
mod constraint;
mod domain;
mod event;
mod guards;
#[doc(hidden)]
pub mod inspect;
mod kernel;
mod learn;
mod meter;
mod model;
mod model_error;
mod names;
mod narrowed;
mod objective;
mod plan_error;
pub mod propagator;
mod reify;
mod renew;
mod run;
pub mod search;
mod solver;
mod stats;
mod store;
mod var;
mod var_name;
mod walk;
mod why;
mod with_consistency;

pub use atom::{Atom, Op};
pub use cnf_encoder::CnfEncoder;
pub use constraint::{Consistency, ConsistencyMap, Constraint, Poster};
pub use domain::Domain;
pub use event::{Assignment, Cause, Event, First, Flow, Sink, Wants};
pub use gridwright_control::{
    Clock, Deadline, End, Limit, Limits, Progress, ProgressCounts, Rng, Stop, SystemClock,
};
pub use gridwright_sat::Literal;
pub use kernel::{Kernel, Setup};
pub use model::Model;
pub use model_error::ModelError;
pub use objective::Objective;
pub use plan_error::PlanError;
pub use propagator::{Conflict, Cost, On, Propagator, Pruned, Status, Tag, Wake};
pub use reify::{Half, Iff, Not, atom_term, half, half_shared, iff, iff_shared, not_shared};
pub use search::{
    Branching, Choice, Decision, Group, Inference, Learning, Look, Method, Order, Restart, Search,
    Select, UnknownName, UnknownRestart,
};
pub use solver::{Outcome, Solver};
pub use stats::Stats;
pub use store::{DomainRepr, Past, Reason, Store, Trailed, Values, Why};
pub use var::{MAX_VALUE, MIN_VALUE, Var, View, div_ceil, div_floor};
pub use var_name::Name;
pub use walk::{Step, Walk};
pub use with_consistency::{WithConsistency, with_consistency};
