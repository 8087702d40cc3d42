//! Test support for all crates; only ever a dev-dependency.
//!
//! - [`Draws`]: the random choices that an input is made from, recorded so that the input can shrink;
//! - [`check_seed`] and [`check`]: run a test on random inputs and shrink a failing input, with `proptest`;
//! - [`text`]: random and mutated texts for parsers;
//! - `laws` (feature `laws`): the properties of every constraint, checked against its ground meaning;
//! - `BuildModel` and `search` (feature `laws`): small models, and all their solutions;
//! - `models` (feature `models`): random models over all constraints, on which all engines must agree.
//!
//! All random numbers come from [`gridwright_control::Rng`]: the same seed gives the same input on every machine.
//! The environment variable `PROPTEST_CASES` overrides the number of inputs that a test tries; `TEST_SHARE=3` divides all these numbers by 3,
//! and `TEST_SEED` is the first seed.
#![warn(missing_docs)]

#[cfg(feature = "laws")]
mod build;
mod draws;
#[cfg(feature = "laws")]
pub mod laws;
#[cfg(feature = "models")]
pub mod models;
#[cfg(feature = "laws")]
pub mod search;
mod shrink;
pub mod text;

#[cfg(feature = "laws")]
pub use build::BuildModel;
pub use draws::Draws;
pub use shrink::{Failure, cases, check, check_seed, first_seed, share_of};
