//! Work on many puzzles: in parallel, streamed, interruptible.

pub(crate) mod checkpoint;
pub(crate) mod cubes;
pub(crate) mod interrupt;
pub(crate) mod parallel;
pub(crate) mod progress;
pub(crate) mod stream;
