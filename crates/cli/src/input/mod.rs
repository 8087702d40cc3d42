//! Input: command-line options, puzzles from files, tables and streams, and lines typed at a prompt.

pub(crate) mod cells;
pub(crate) mod chunks;
pub(crate) mod columns;
pub(crate) mod lines;
pub(crate) mod options;
pub(crate) mod origin;
pub(crate) mod puzzles;
pub(crate) mod table;
