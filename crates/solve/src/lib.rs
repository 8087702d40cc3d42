//! Engines with one interface, and the questions they answer about a model: one solution, all solutions, their number, uniqueness, the optimum, the backbone, and a core of
//! conflicting assumptions.
//!
//! | module | what |
//! |---|---|
//! | `alternate` | runs two searches in turn until one of them ends |
//! | `questions` | the questions and their results |
//! | `proofs` | proofs of uniqueness and unsatisfiability |
//! | `session` | a model set up once for many questions; runs the stages |
//! | `engines` | propagation and search, the SAT solver, brute force |
//! | `schedule` | the stages of a run, and the rules that choose the options that are not set |
//! | `outcome` | the outcome of a run |
//! | `options` | the options of a run |
//! | `hitting_set`, `error` | smallest hitting sets, the error of a run that cannot start |
//!
//! Each module uses only the modules below it.
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
mod hitting_set;
mod options;
mod outcome;
mod proofs;
mod questions;
mod schedule;
mod session;

pub use alternate::run_alternating;
pub use error::SolveError;
pub use gridwright_sat::ClausePool;
pub use hitting_set::smallest_hitting_set;
pub use options::{ModelEngine, RunOptions, parse_consistency};
pub use outcome::{SolveOutcome, add_stats};
pub use proofs::{
    CnfAnswer, DrcpConstraint, DrcpItem, DrcpModel, DrcpObjective, DrcpOutcome, DrcpTask, DrcpVar,
    ProofOutcome, ProveError, Proved, RefutationFormat, SolvedCnf, model_of, prove, prove_drcp,
    prove_refutation, prove_with, solve_dimacs, statement_of, unlogged,
};
pub use questions::results::{
    AtomBackbone, Backbone, Completeness, Core, Count, Optimum, SolveResult, Uniqueness,
};
pub use questions::{BranchResult, Solutions, backbone, count, optimise, solve, unique};
pub use schedule::{Goal, ModelFeatures, Schedule, Stage, StageSearch};
pub use session::{Session, run};
