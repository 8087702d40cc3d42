//! Explanations for people: a solution as steps, each a few premises and known facts and what they force, with a name, a sentence and a cost.
//!
//! The layers, each of which uses only those below it:
//!
//! | module | contents |
//! |---|---|
//! | `explain`, `hint`, `bounded`, `conflicting_clues`, `repair` | the public functions |
//! | `needed` | which steps are shown |
//! | `techniques/` | names and sentences of steps |
//! | `named` | steps by the named techniques of a kind |
//! | `find/` | finding the next step |
//! | `verify/` | an independent replay of an explanation |
//! | `rate/` | how hard an explanation is |
//! | `step`, `error` | explanations as data; errors |
//!
//! `find` and `verify` do not use each other.
#![warn(missing_docs)]

mod bounded;
mod conflicting_clues;
mod error;
mod explain;
mod find;
mod hint;
#[cfg(test)]
mod laws;
mod named;
mod needed;
mod rate;
mod repair;
mod step;
mod techniques;
mod verify;

pub use bounded::{Bounded, solve_bounded};
pub use conflicting_clues::{ConflictingClues, conflicting_clues};
pub use error::{ExplainError, check_size};
pub use explain::{ExplainOptions, ExplanationPart, Until, explain, explain_with_callback, rate};
pub use hint::{Hint, hint};
pub use rate::{Difficulty, Rating, TechniqueScore, cost_up_to, named_cost};
pub use repair::{Repair, repair};
pub use step::{Chain, Explanation, ExplanationEnd, Link, NamedPart, Step, TrivialStep};
pub use techniques::GENERAL_TECHNIQUES;
pub use verify::{Verified, VerifyError, VerifyOptions, verify, verify_with};
