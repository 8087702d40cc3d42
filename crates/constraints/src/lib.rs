//! Constraints: one file each, holding the relation, its ground meaning, its propagators by strength, their reasons and their laws.
//!
//! Each file exports one function per relation, which takes views and gives a `Constraint` ready to be posted or reified.
#![warn(missing_docs)]

mod equal;
mod less_equal;
mod needed;
mod not_equal;
mod printed;

pub use equal::{Equal, equal};
pub use less_equal::{LessEqual, less, less_equal};
pub use not_equal::{NotEqual, not_equal};
