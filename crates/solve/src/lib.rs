//! Engines with one interface, and the questions they answer about a model: one solution, all solutions, their number, uniqueness, the optimum, the backbone, and a core of
//! conflicting assumptions.
//!
//! | module | what |
//! |---|---|
//! | `options` | the options of a run |
//! | `schedule` | the stages of a run, and the rules that choose the options that are not set |
//! | `engines` | propagation and search, the SAT solver, brute force |
//! | `session` | a model set up once for many questions; runs the stages |
//! | `questions` | the questions and their results |
//! | `alternate` | runs two searches in turn until one of them ends |
//!
//! Each module uses only the modules above it, and `error` and `outcome`.
//!
//! ```
//! use gridwright_constraints::not_equal;
//! use gridwright_solve::{Uniqueness, count, unique};
//! # use gridwright_fd::Model;
//! let mut model = Model::new();
//! let x = model.var("x", 1..=2)?;
//! let y = model.var("y", 2..=2)?;
//! model.post(not_equal(x, y))?;
//! assert_eq!(count(&model, 10)?.solutions, 1);
//! assert!(matches!(unique(&model)?, Uniqueness::One(found) if found.value(x) == 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(missing_docs)]

mod alternate;
mod engines;
mod error;
mod options;
mod outcome;
mod questions;
mod schedule;
mod session;

pub use alternate::run_alternating;
pub use error::SolveError;
pub use options::{ModelEngine, RunOptions, parse_consistency};
pub use outcome::{RunOutcome, add_stats};
pub use questions::results::{
    AtomBackbone, Backbone, Completeness, Core, Count, Optimum, SolveResult, Uniqueness,
};
pub use questions::{Solutions, backbone, count, optimise, smallest_hitting_set, solve, unique};
pub use schedule::{Goal, ModelFeatures, Schedule, Stage, StageSearch};
pub use session::{Session, run};
