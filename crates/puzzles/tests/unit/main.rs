//! The tests of the crate by its public interface: one file for each file of `src`, and files for larger subjects.

mod backtracks;
mod clues;
mod constructed;
mod contract;
mod formats;
#[path = "../kind_laws/mod.rs"]
mod kind_laws;
mod kind_tests;
mod kinds;
mod laws;
mod lines;
mod premises;
mod public_boards;
mod public_variants;
mod reports;
mod variants;
