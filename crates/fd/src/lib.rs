//! A finite-domain solver: a propagation kernel that can give a reason for every inference, search on top of it, and learning from conflicts.
//!
//! A [`Model`] is data: variables, domains, constraints. A [`Solver`] sets it up once and runs searches on it.
//! This crate contains no particular constraint, only the traits [`Constraint`] and [`Propagator`].
//!
//! # Layers
//!
//! A folder uses only folders above it in this table.
//!
//! | folder | what |
//! |---|---|
//! | `vars` | variables, views, atoms, sets of values, assignments |
//! | `store` | domains during search: trail, log of changes, propagation queue, reasons |
//! | `nogoods` | the clause database, over atoms: learnt nogoods and clauses of the model |
//! | `encoding` | CNF encoding over the domains of a store |
//! | `propagation` | the trait `Propagator`, posting, propagation strength |
//! | `model` | the trait `Constraint`, models as data, reification |
//! | `kernel` | a model set up: its store and propagators, propagation to the fixpoint, reasons |
//! | `search` | branching, depth-first search, restarts, limits, events |
//! | `learning` | conflict analysis, activities, saved phases, proof logging |
//! | `solver` | runs of plain and learning search on one kernel |
#![warn(missing_docs)]

#[macro_use]
mod keyword;

mod encoding;
#[doc(hidden)]
pub mod inspect;
mod kernel;
mod learning;
mod model;
mod nogoods;
mod propagation;
mod search;
mod solver;
mod store;
mod vars;

pub use encoding::CnfEncoder;
pub use gridwright_control::{
    Clock, Deadline, End, Limit, Limits, Progress, ProgressCounts, Rng, Stop, SystemClock,
};
pub use gridwright_sat::Literal;
pub use kernel::{GrowingKernel, Kernel, Setup};
pub use keyword::UnknownName;
pub use learning::{ProofHint, ProofLog};
pub use model::{
    Constraint, Model, ModelError, Name, Not, Objective, Reified, WithConsistency, atom_term,
    half_reified, half_reified_shared, iff, iff_shared, not_shared, with_consistency,
};
pub use propagation::{Consistency, ConsistencyMap, Poster, Propagator, Status, Truth, Wake};
pub use search::{
    BranchContext, BranchPool, Branching, Cause, Choice, Decision, Detail, Event, FirstSolution,
    Flow, Group, Inference, Learning, Method, OpenBranch, Order, Restart, Search, SearchError,
    Select, Sink, Stats, TakenBranch, UnknownRestart,
};
pub use solver::{Outcome, PausableSearch, Solver, Step};
pub use store::{
    Conflict, Cost, DomainRepr, On, PastStore, Pruned, Reason, Store, Tag, Trailed, Values, Why,
};
pub use vars::{
    Assignment, Atom, Domain, MAX_VALUE, MIN_VALUE, Op, Var, View, div_ceil, div_floor,
};
