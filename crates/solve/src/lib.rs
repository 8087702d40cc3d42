//! Engines behind one contract, and the questions people ask of a model: a solution, all of them, how many, whether just one,
//! what they share, which assumptions clash.
//!
//! | file | what |
//! |---|---|
//! | `engine` | the contract, and the engines by name |
//! | `plan` | everything a run may vary |
//! | `auto` | what is chosen where the plan leaves a choice, rule by rule |
//! | `oracle` | brute force over the ground meanings: the referee |
//! | `turns` | two searches by turns, for who cannot tell which is the better |
//! | `session` | a model set up once and asked as often as wanted |
//! | `renewed` | a session set up once for many models of one shape |
//! | `questions` | the same in one line, for a model that is asked once |
//!
//! ```
//! use gridwright_constraints::not_equal;
//! use gridwright_solve::{Unique, count, unique};
//! # use gridwright_fd::Model;
//! let mut model = Model::new();
//! let x = model.var("x", 1..=2)?;
//! let y = model.var("y", 2..=2)?;
//! model.post(not_equal(x, y))?;
//! assert_eq!(count(&model, 10)?.solutions, 1);
//! assert!(matches!(unique(&model)?, Unique::One(found) if found.value(x) == 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(missing_docs)]

mod auto;
mod backbone;
mod clausal;
mod core;
mod engine;
mod fewest;
mod hitting_set;
mod keep;
mod oracle;
mod plan;
mod questions;
mod relay;
mod renewed;
mod running;
mod session;
mod shape;
mod solutions;
mod solvers;
mod spent;
mod turns;
mod verdict;

pub use auto::{Goal, Strategy};
pub use engine::{ENGINES, Engine, EngineName, Learning, Plain, Sat, Unsupported, engine, run};
pub use hitting_set::smallest_hitting_set;
pub use oracle::Oracle;
pub use plan::{Plan, parse_consistency};
pub use questions::{backbone, count, optimise, solve, unique};
pub use session::Session;
pub use shape::Shape;
pub use solutions::Solutions;
pub use spent::add_stats;
pub use turns::in_turns;
pub use verdict::{Backbone, Completeness, Core, Count, Optimum, Shared, Solved, Unique};
