//! A CDCL solver over clauses and at-most-one groups: two watched literals, first-UIP learning, VSIDS, restarts, clause database reduction by LBD,
//! assumptions. It does not depend on models or domains.
//!
//! Most constraints of puzzles are at-most-one groups. Each is stored as a list of literals, not as a binary clause per pair.
//!
//! ```
//! use gridwright_sat::{SatResult, Solver};
//! let mut solver = Solver::new();
//! let (a, b, c) = (solver.add_var(true), solver.add_var(true), solver.add_var(true));
//! solver.add_at_most_one(&[a, b, c]);
//! solver.add_clause(&[a, b]);
//! solver.add_clause(&[!a, c]);
//! assert_eq!(solver.solve(&mut |_| false), SatResult::Sat);
//! assert!(solver.holds(b) && !solver.holds(a));
//! solver.add_clause(&[!b]);
//! assert_eq!(solver.solve(&mut |_| false), SatResult::Unsat);
//! ```
//!
//! | module | what |
//! |---|---|
//! | `solver` | the state and the main loop |
//! | `clauses`, `groups` | adding clauses and at-most-one groups |
//! | `trail` | the assignment, with levels and reasons |
//! | `propagate` | unit propagation |
//! | `analyse` | conflict analysis and failed assumptions |
//! | `restarts` | the restart policy, in focused and stable mode |
//! | `exchange` | the exchange of learnt clauses between solvers |
//! | `reduce` | clause database reduction and simplification |
//! | `eliminate` | bounded variable elimination, with the contract of what may be eliminated |
//! | `occurrences` | the clauses with occurrence lists, and subsumption |
//! | `proof` | the steps of a proof, for a checker |
//! | `invariants` | in tests: the invariants of propagation |
#![warn(missing_docs)]

mod analyse;
mod clauses;
mod eliminate;
mod exchange;
mod groups;
#[cfg(test)]
mod invariants;
mod literal;
mod occurrences;
mod proof;
mod propagate;
mod reduce;
mod restarts;
mod solver;
mod trail;

pub use exchange::ClausePool;
pub use literal::Literal;
pub use proof::{ProofHint, ProofLog};
pub use solver::{Counts, SatResult, Solver};
