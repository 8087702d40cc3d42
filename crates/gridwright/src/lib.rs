//! Gridwright solves, explains, rates and generates logic puzzles. This crate is the facade: the types and functions below cover the
//! common tasks, and each part is reachable as a module ([`puzzles`], [`explain`](mod@explain), [`generate`](mod@generate), [`fd`], …).
//! It performs no I/O.
//!
//! | task | entry points |
//! |---|---|
//! | read | [`kind`], [`CATALOGUE`], [`read_one`] |
//! | solve | [`ask`] with a [`Question`] and a [`Request`]; [`BatchSolver`] for many puzzles; [`propagate`] |
//! | prove | [`proving`]: proofs of uniqueness that a small checker verifies |
//! | explain | [`explain`](fn@explain), [`verify`], [`hint`], [`rate`], [`repair`] |
//! | generate | [`generate`](fn@generate), [`generating`], [`printing`] |
//! | look inside | [`trace`], [`tracing`] |
//! | run programs | [`programs`] for the modelling language, [`chr`] for Constraint Handling Rules, [`flatzinc`] |
//!
//! ```
//! use gridwright::{Question, Request, Verdict, ask, kind};
//!
//! let sudoku = kind("sudoku").ok_or("no such kind")?;
//! let puzzle = sudoku.read(None, ".1.. ...2 3... ..3.").map_err(|error| error.message)?;
//! let report = ask(&*puzzle, Question::Unique, &Request::default())?;
//! assert_eq!(report.verdict, Verdict::Unique);
//! assert_eq!(puzzle.print_answer(&report.answers[0]), "2143\n4312\n3421\n1234\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An explanation is a list of steps, each with a reason in words. It can be replayed, and gives a difficulty rating.
//!
//! ```
//! use gridwright::explain::ExplainOptions;
//! use gridwright::{explain, kind, rate, verify};
//!
//! let sudoku = kind("sudoku").ok_or("no such kind")?;
//! let puzzle = sudoku.read(None, ".1.. ...2 3... ..3.").map_err(|error| error.message)?;
//! let explanation = explain(&*puzzle, &ExplainOptions::default())?;
//! assert_eq!(explanation.steps[0].sentence, "Block 1 needs a 2 and only r1c1 can take it.");
//! verify(&*puzzle, &explanation)?;
//! assert_eq!(rate(&*puzzle, &ExplainOptions::default())?.word.to_string(), "easy");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(missing_docs)]

pub mod columns;
mod engine;
mod error;
pub mod explaining;
pub mod generating;
pub mod printing;
pub mod programs;
pub mod proving;
mod reading;
mod report;
mod request;
pub mod solving;
pub mod tracing;

// Read a puzzle.
pub use gridwright_puzzles::{AnyAnswer, AnyInstance, BoxedInstance, CATALOGUE, Kind, kind};
pub use reading::{ParseError, read_known, read_one};

// Solve it.
pub use engine::EngineName;
pub use error::Error;
pub use report::{Report, Verdict};
pub use request::{Question, Request};
pub use solving::{BULK_VIEWPOINT, BatchSolver, ask, propagate};

// Explain, rate, repair and generate puzzles; trace a search.
pub use generating::generate;
pub use gridwright_explain::{explain, hint, rate, repair, verify};
pub use tracing::trace;

// Everything else, by crate.
pub use gridwright_bulk as bulk;
pub use gridwright_chr as chr;
pub use gridwright_clpfd as clpfd;
pub use gridwright_codec as codec;
pub use gridwright_control as control;
pub use gridwright_explain as explain;
pub use gridwright_fd as fd;
pub use gridwright_flatzinc as flatzinc;
pub use gridwright_generate as generate;
pub use gridwright_grid as grid;
pub use gridwright_lang as lang;
pub use gridwright_proof as proof;
pub use gridwright_puzzles as puzzles;
pub use gridwright_solve as solve;
pub use gridwright_statements as statements;
pub use gridwright_term as term;

/// The programs in the README and in the manual, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/manual/tutorials/rust.md")]
#[doc = include_str!("../../../docs/manual/reference/chr.md")]
#[derive(Debug)]
struct Manual;
