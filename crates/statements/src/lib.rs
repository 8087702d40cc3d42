//! Statements of problems for the checker of proofs: variables and constraints, built from the text of a puzzle, a FlatZinc model or a CNF.
//!
//! This crate shares no code with the solvers and their models, or with the readers of other formats: a proof is about the statement that is built here. It depends only on `gridwright-proof`,
//! which says what the constraints mean. A proof about one kind of puzzle trusts the file of this kind in `kinds`, and those for reading text and boards (`text`, `grid`, `lattice`), adding
//! constraints (`build`), and, if a Sudoku has such rules, `variants`.
#![warn(missing_docs)]

mod build;
mod dimacs;
mod flatzinc;
mod grid;
mod kinds;
mod lattice;
mod text;

use std::fmt;

use gridwright_proof::Statement;

pub use dimacs::{Dimacs, state_dimacs, state_dimacs_before};
pub use flatzinc::{state_flatzinc, state_flatzinc_before};
pub use kinds::{kinds, state_puzzle};

/// Why a text is no statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatementError(pub String);

impl fmt::Display for StatementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StatementError {}

/// The result of reading a statement.
type Read = Result<Statement, StatementError>;
