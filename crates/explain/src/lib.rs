//! Explanations for people: a solution as steps, each a few rules and known facts and what they force, with a sentence, a name and a cost.
//!
//! | file | what |
//! |---|---|
//! | `explain` | one step after the other |
//! | `capped` | the same without words, as far as steps of a level go |
//! | `next` | where the next step comes from |
//! | `single`, `sets`, `probe`, `cases`, `ways`, `nested` | where steps come from, the easiest first |
//! | `net`, `state` | premises as a network, and propagation over it that can be traced back |
//! | `knowledge` | what is known for good, what it goes back to, and what a step costs |
//! | `unexplained` | why there is no explanation |
//! | `said`, `words` | steps in words, and sentences for those that their kind has none for |
//! | `verify` | the replay of an explanation, by code of its own |
//! | `hint` | the next step from a person's marks |
//! | `clash`, `repair` | clues that clash, and clues that are missing |
//! | `rate`, `scales` | how hard, in numbers and in a word |
#![warn(missing_docs)]

mod capped;
mod cases;
mod clash;
mod counts;
mod explain;
mod found;
mod groups;
mod hint;
mod hitting;
mod joined;
mod knowledge;
#[cfg(test)]
mod laws;
mod meaning;
mod meter;
mod nested;
mod net;
mod next;
mod packed;
mod probe;
mod rate;
mod repair;
mod said;
mod scales;
mod search;
mod sets;
mod single;
mod split;
mod state;
mod step;
mod totals;
mod trace;
mod unexplained;
mod verify;
mod ways;
mod words;

pub use capped::{Bounded, solve_bounded};
pub use clash::{ConflictingClues, clashing};
pub use explain::{ExplainOptions, Part, Until, explain, explain_with_callback};
pub use hint::{Hint, hint};
pub use rate::{Rating, Word, cost_up_to, rate};
pub use repair::{Repair, repair};
pub use scales::Scales;
pub use step::{Chain, Explanation, Link, Reached, Silent, Step};
pub use unexplained::ExplainError;
pub use verify::{VerifyError, verify};
