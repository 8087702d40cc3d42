//! Solving a loaded program: the options of the command line, the search, and the output protocol of MiniZinc.

pub(crate) mod options;
pub(crate) mod proof;
pub(crate) mod protocol;
