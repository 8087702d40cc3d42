//! Test support for all crates; never a normal dependency of one.
//!
//! - [`Draws`]: the random choices that an input is made of, recorded so that an input can shrink;
//! - [`check_seed`] and [`check`]: run a test on random inputs and shrink the input that fails, by `proptest`;
//! - [`text`]: noise and mutated texts for parsers;
//! - `laws` (feature `laws`): what every constraint promises, checked against its ground meaning;
//! - `search` (feature `laws`): all solutions of small models;
//! - `models` (feature `models`): random models over all constraints, on which all engines must agree.
//!
//! All random numbers come from [`gridwright_control::Rng`]: the same seed gives the same input on every machine.
//! The environment variable `PROPTEST_CASES` overrides how many inputs a test tries.
#![warn(missing_docs)]

mod draws;
#[cfg(feature = "laws")]
pub mod laws;
#[cfg(feature = "models")]
pub mod models;
#[cfg(feature = "laws")]
pub mod search;
mod shrink;
pub mod text;

pub use draws::Draws;
pub use shrink::{Failure, cases, check, check_seed};
