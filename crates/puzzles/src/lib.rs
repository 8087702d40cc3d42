//! Logic puzzles: the traits that every kind of puzzle implements in `contract`, shared parts in `blocks`, and one folder per kind in `kinds`.
//!
//! A [`Puzzle`] knows its rules and judges answers. A [`Viewpoint`] turns an instance into a model, with a reader of answers and an atom for
//! each fact; several viewpoints in one model are channelled by the facts they share. This crate contains no solver.
//!
//! Comments cite five reports, 000 to 004, that this project started from: they published models, boards and counts for these puzzles. The boards are in
//! `corpus`, the counts in `crates/lab/experiments/published`.
//!
//! ```
//! use gridwright_fd::Model;
//! use gridwright_puzzles::{Choices, Puzzle, formulate, sudoku::Sudoku};
//!
//! let instance = Sudoku::parse(".1.. ...2 3... ..3.").expect("a board of four");
//! let mut model = Model::new();
//! let both = [Sudoku::VIEWPOINTS[0], Sudoku::VIEWPOINTS[1]];
//! let formulation = formulate::<Sudoku>(&instance, &both, &Choices::default(), &mut model)?;
//! assert_eq!(formulation.facts.len(), 4 * 4 * 4);
//! # Ok::<(), gridwright_fd::ModelError>(())
//! ```
#![warn(missing_docs)]

mod blocks;
mod contract;
mod kinds;

pub use contract::*;
pub use kinds::*;
