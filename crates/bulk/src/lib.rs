//! A solver for 9x9 Sudoku only, which processes all nine digits of all boxes at once with SIMD.
//!
//! It has no models, variables or reasons: it takes 81 clues and returns answers. `propagate` holds the inference
//! rules, `search` the tree search, and `lanes` the vector operations, as wide as the machine has them.
//!
//! ```
//! use gridwright_bulk::{Bulk, Clues};
//!
//! let text = b".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";
//! let clues = Clues::read(text).ok_or("81 cells")?;
//! let mut bulk = Bulk::new();
//! let mut answers = Vec::new();
//! let run = bulk.answers(&clues, 2, |answer| answers.push(*answer));
//! assert_eq!((run.found, run.complete), (1, true));
//! assert_eq!(&answers[0].text()[..9], b"953168742");
//! # Ok::<(), &str>(())
//! ```
#![warn(missing_docs)]

mod board;
mod bulk;
mod lanes;
mod propagate;
mod search;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use board::{Answer, Clues};
pub use bulk::{Bulk, Width};
pub use search::{Run, SearchOptions};
