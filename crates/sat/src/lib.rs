//! Clauses over Booleans, and a solver for them that learns from conflicts: two watched literals, first unique implication points,
//! activities, restarts, and nogoods kept by how many levels they join. It knows no models and no domains.
//!
//! Beside clauses it takes groups of literals of which at most one holds, since that is most of what puzzles say: such a group is
//! kept as a list, not as its pairs.
//!
//! ```
//! use gridwright_sat::{Answer, Solver};
//! let mut solver = Solver::new();
//! let (a, b, c) = (solver.add_var(true), solver.add_var(true), solver.add_var(true));
//! solver.add_at_most_one(&[a, b, c]);
//! solver.add_clause(&[a, b]);
//! solver.add_clause(&[!a, c]);
//! assert_eq!(solver.solve(&mut |_| false), Answer::Found);
//! assert!(solver.holds(b) && !solver.holds(a));
//! solver.add_clause(&[!b]);
//! assert_eq!(solver.solve(&mut |_| false), Answer::None);
//! ```
//!
//! | file | what |
//! |---|---|
//! | `solver` | what it holds, and the loop |
//! | `given` | what is demanded, before search begins |
//! | `trail` | what is true, since when and why |
//! | `propagate` | what follows |
//! | `analyse` | from a clash to a nogood |
//! | `restarts` | when to begin anew, and in which mood |
//! | `reduce` | which nogoods are kept, and what the root makes superfluous |
//! | `checked` | in tests: what must be true after every propagation |
#![warn(missing_docs)]

mod analyse;
#[cfg(test)]
mod checked;
mod given;
mod groups;
mod literal;
mod propagate;
mod reduce;
mod restarts;
mod solver;
mod trail;

pub use literal::Literal;
pub use solver::{Answer, Counts, Solver};
