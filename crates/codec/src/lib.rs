//! The codes in which the world writes puzzles down, each for both directions, and collections of many puzzles in one text.
//!
//! Nothing here knows a kind of puzzle: a code turns a text into cells, numbers and lists, and back. What they mean, the puzzle says.
//! What cannot be read becomes a diagnostic with its place and what was expected there.
#![warn(missing_docs)]

pub mod collection;
