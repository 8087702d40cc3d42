//! `library(clpfd)` for CHR and Prolog programs: constraints over integers, on the finite-domain kernel.
//!
//! # Layers
//!
//! | file or folder | what |
//! |---|---|
//! | `ranges` | sets of integers without bounds |
//! | `solver` | variables, levels, constraints as data, propagation with the kernel |
//! | `expr` | expressions in postfix order, and their translation to constraints |
//! | `residual` | domains and constraints as terms |
//! | `library` | the predicates; `clpfd.pl` has those in Prolog |
#![warn(missing_docs)]

mod expr;
mod library;
mod ranges;
mod residual;
mod solver;

pub use library::{Clpfd, natives};
