//! Finite domains: a propagation kernel whose every inference has a reason, search on top of it, and learning from conflicts.
//!
//! A [`Model`] is data: variables, domains, constraints. A [`Solver`] sets it up once and runs searches on it.
//! Constraints live in another room: this one knows only the contracts [`Constraint`] and [`Propagator`].
#![warn(missing_docs)]

mod at_level;
mod atom;
mod clauses;
mod constraint;
mod domain;
mod event;
mod formula;
mod guards;
mod kernel;
pub mod laws;
mod learn;
mod limits;
mod model;
mod model_error;
mod names;
mod narrowed;
mod objective;
mod plan_error;
pub mod propagator;
mod reify;
mod renew;
pub mod rng;
mod run;
pub mod search;
mod solver;
mod stats;
mod store;
mod var;
mod var_name;
mod walk;
mod why;

pub use at_level::{AtLevel, at_level};
pub use atom::{Atom, Op};
pub use constraint::{Constraint, Level, Levels, Poster};
pub use domain::Domain;
pub use event::{Assignment, Cause, Event, First, Flow, Sink, Wants};
pub use formula::Formula;
pub use gridwright_sat::Literal;
pub use kernel::{Kernel, Setup};
pub use limits::{Clock, Counted, Deadline, Limit, Limits, Progress, Stop};
pub use model::Model;
pub use model_error::ModelError;
pub use objective::Objective;
pub use plan_error::PlanError;
pub use propagator::{Conflict, Cost, On, Propagator, Pruned, Status, Tag, Wake};
pub use reify::{Half, Iff, Not, atom_term, half, half_shared, iff, iff_shared, not_shared};
pub use run::End;
pub use search::{
    Branching, Choice, Decision, Group, Inference, Learning, Look, Method, Order, Restart, Search,
    Select, UnknownName, UnknownRestart,
};
pub use solver::{Outcome, Solver};
pub use stats::Stats;
pub use store::{Form, Past, Reason, Store, Trailed, Values, Why};
pub use var::{MAX_VALUE, MIN_VALUE, Var, View, div_ceil, div_floor};
pub use var_name::Name;
pub use walk::{Step, Walk};
