//! Making puzzles: one loop for all kinds.
//!
//! A full board is composed at random. Where its clues can be taken away, they are, as long as the answer stays the only one and can be found by steps of the
//! level that is asked for; where they cannot, as the arrows of White-and-Tan, they are turned until it is so. What is too easy then, or has too many clues, is
//! changed by local search. Every puzzle is read again from its text and solved again by a second engine before it gets
//! out. The same seed and number give the same puzzle, whatever the machine.
//!
//! | file | what |
//! |---|---|
//! | `commission` | what is asked for |
//! | `maker` | the loop |
//! | `compose` | full boards |
//! | `part` | full boards with a part of their clues, for measuring |
//! | `thin` | remove and test |
//! | `turn` | local search over what cannot be removed |
//! | `improve`, `exchange` | local search on the set of clues, where fewer or harder ones are asked for |
//! | `tester` | the test of all of them |
//! | `rival` | the first half of it: is there another answer? |
//! | `nine` | the same for Sudoku of nine by nine |
//! | `level` | the second: can the answer be found by steps of this level? |
//! | `judge` | who says how hard a puzzle is |
//! | `verify` | the second look |
//!
//! ```
//! use gridwright_puzzles::kind;
//! use gridwright_generate::{GenerateRequest, Generator, Deadline};
//!
//! let sudoku = kind("sudoku").ok_or("no such kind")?;
//! let maker = Generator::new(GenerateRequest::of(sudoku))?;
//! let made = maker.make(7, 0, &Deadline::never())?;
//! assert!(made.n_clues >= 17);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(missing_docs)]

mod compose;
mod exchange;
mod generated;
mod generator;
mod improve;
mod judge;
mod level;
mod nine;
mod part;
mod request;
mod rival;
mod tester;
mod thin;
mod turn;
mod verify;

pub use generated::{GenerateFailure, Generated};
pub use generator::Generator;
pub use gridwright_control::Deadline;
pub use judge::{ExplanationRater, Rater, Reach};
pub use request::GenerateRequest;
