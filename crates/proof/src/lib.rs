//! Proofs that a problem has exactly one answer, or none, and a checker for them that shares no code with any solver.
//!
//! A problem is a [`Statement`]: variables, domains and constraints. The crate `gridwright-statements` builds it from the text of a puzzle or model.
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
//! The Rust compiler, that the text given is the puzzle one means, how `gridwright-statements` states its kind, and of this crate:
//!
//! | trusted | lines | what |
//! |---|---|---|
//! | `check` | 353 | the checker: the loop over the steps |
//! | `infer` | 707 | per constraint: whether it has no solution in the current domains; it may report failure only if there is none |
//! | `domains` | 259 | domains, and undoing their changes |
//! | `format` | 112 | the bytes of a proof |
//! | `atom` | 87 | atoms |
//! | `constraint` | 300 | constraints, and their ground meaning in [`Constraint::holds`] |
//! | `statement` | 92 | problems: variables and constraints |
//! | `expand` | 111 | expanded statements; only for proofs by the engine sat |
//!
//! The first five are the checker, 1,518 lines. All eight have 1,678 lines of code without comments. The tests, the writer `write`, and `violation` are not trusted, and no solver, propagator, reason or encoding is.
//! `tests/size.rs` keeps these numbers true.
//!
//! Each module uses only the modules below it: `check`, `violation`, `write`, `format`, `infer`, `domains`, `expand`, `statement`, `constraint`, `atom`.
#![warn(missing_docs)]

mod atom;
mod check;
mod constraint;
mod domains;
mod expand;
mod format;
mod infer;
mod statement;
mod violation;
mod write;

pub use atom::{Atom, Op};
pub use check::{CheckError, Verdict, check, check_without};
pub use constraint::{Automaton, Constraint, NodeGraph, Relation};
pub use statement::{Domain, Statement};
pub use violation::Violations;
pub use write::{Hint, Writer};
