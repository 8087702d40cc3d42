//! Generates puzzles, by one loop for all kinds.
//!
//! It starts from a random full board. Clues are removed as long as the answer stays unique and can be found by steps up to the requested difficulty. What
//! cannot be removed, such as the arrows of White-and-Tan, is changed until that holds. A puzzle that is then too easy, or has too many clues, is improved by
//! local search. Every other board has its clues removed as far as the answer stays unique; if the puzzle is then too hard, some are restored. Every puzzle is
//! read back from its text and solved by a second engine. The same seed and index give the same puzzle on every machine.
//!
//! Files, each of which uses only those below it:
//!
//! | file | contents |
//! |---|---|
//! | `generator` | the loop |
//! | `known_sizes` | the sizes of boards that have a difficulty |
//! | `local_search` | towards fewer clues or the right difficulty |
//! | `exchange_clues` | a move: exchange some clues |
//! | `remove_clues` | remove clues that are not needed |
//! | `restore_clues` | restore clues of a puzzle that is too hard |
//! | `counterexample` | second answers and positions where solving got stuck |
//! | `alternatives` | change what cannot be removed |
//! | `checker` | is a candidate unique and easy enough? |
//! | `attempt` | the context of an attempt: the draft, its groups of clues, limits |
//! | `recheck` | the final check of a puzzle |
//! | `uniqueness`, `sudoku9` | is there a second answer? |
//! | `full_board` | random full boards |
//! | `request`, `difficulty` | requests; raters and difficulty limits |
//! | `generated` | results and failures |
//!
//! ```
//! use gridwright_puzzles::kind;
//! use gridwright_generate::{GenerateRequest, Generator, Deadline};
//!
//! let sudoku = kind("sudoku").ok_or("no such kind")?;
//! let generator = Generator::new(GenerateRequest::new(sudoku))?;
//! let generated = generator.generate(7, 0, &Deadline::never())?;
//! assert!(generated.n_clues >= 17);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(missing_docs)]

mod alternatives;
mod attempt;
mod checker;
mod counterexample;
mod difficulty;
mod exchange_clues;
mod full_board;
mod generated;
mod generator;
mod known_sizes;
mod local_search;
mod recheck;
mod remove_clues;
mod request;
mod restore_clues;
mod second_answer;
mod sudoku9;
mod technique_rater;
mod uniqueness;

pub use difficulty::{ExplanationRater, Rater, Solvability};
pub use generated::{GenerateFailure, Generated, ScoredLevel};
pub use generator::Generator;
pub use gridwright_control::Deadline;
pub use request::GenerateRequest;
pub use technique_rater::TechniqueRater;
