//! Input: command-line options, puzzles from files and streams, and lines typed at a prompt.

pub(crate) mod chunks;
pub(crate) mod lines;
pub(crate) mod options;
pub(crate) mod origin;
pub(crate) mod puzzles;
