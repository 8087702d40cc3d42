//! Proofs that a problem has exactly one answer, or none, and a checker for them that shares no code with any solver.
//!
//! The checker states the problem itself: `statement` builds variables, domains and constraints from the text of a puzzle.
//! A solver solves this statement and writes a proof. The checker replays the proof over domains:
//!
//! - *Answer*: the values of all variables. The checker evaluates every constraint on them. From then on, the clause that
//!   some key variable has another value is part of the problem.
//! - *Root hint*: one inference that holds without assumptions. It narrows the domains for good.
//! - *Learnt clause*: the checker asserts the negation of the clause, then follows its hints one by one until a domain is
//!   empty. A hint is a clause that is unit, or a constraint and an atom that it implies under the current domains.
//! - *Deletion* of a clause.
//!
//! A proof is accepted when the domains at the root become empty. If it has an answer, this answer is then the only one;
//! otherwise there is none. What follows from the domain of one variable (`x >= 5` implies `x != 3`) needs no hint.
//! A proof may be about the *expanded* statement instead ([`Statement::expanded`]), which has further variables for partial sums and states of automata.
//!
//! # What must be trusted
//!
//! This crate (without its tests and the writer), the Rust compiler, and that the text given to the checker is the puzzle one
//! means. In particular: the statement of the puzzle's kind in `statement`, the ground meaning in [`Constraint::holds`], the
//! algorithms in `infer`, which may report failure only if a constraint has no solution in the domains, and the loop in
//! `check`. No solver, propagator, reason or encoding has to be trusted.
//!
//! | module | what |
//! |---|---|
//! | `check` | the checker |
//! | `write` | the writer, for solvers |
//! | `format` | the bytes of a proof |
//! | `infer` | per constraint: whether it has no solution in the current domains |
//! | `domains` | domains, and undoing their changes |
//! | `statement` | problems: variables and constraints, and how each kind of puzzle is stated |
//! | `atom` | atoms |
//!
//! Each module uses only the modules below it.
#![warn(missing_docs)]

mod atom;
mod check;
mod domains;
mod format;
mod infer;
mod statement;
mod write;

pub use atom::{Atom, Op};
pub use check::{CheckError, Verdict, check, check_leniently};
pub use statement::{
    Automaton, Constraint, Domain, KINDS, NodeGraph, Relation, Statement, StatementError,
};
pub use write::{Hint, Writer};
