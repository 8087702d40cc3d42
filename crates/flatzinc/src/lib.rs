//! FlatZinc, the language MiniZinc compiles to: from text to a model, and the conversation with MiniZinc about what is found.
//!
//! | file | what |
//! |---|---|
//! | `token`, `syntax`, `parse`, `expressions` | from text to items, with places |
//! | `loader`, `values`, `defined` | what a name stands for; variables that need none of their own |
//! | `builtins` | the table of constraints, from `bools`, `numbers`, `sums`, `globals` and `graphs` |
//! | `relation` | a relation that must hold, or under a Boolean |
//! | `search`, `output` | annotations: how to search, what to show |
//! | `program` | all of it, ready to be solved |
//! | `wish`, `protocol` | what is asked on the command line, and what is written in return |
//! | `library` | the library of globals and the configuration that MiniZinc needs to know us |
#![warn(missing_docs)]

mod bools;
mod builtins;
mod defined;
mod expressions;
mod globals;
mod graphs;
mod library;
mod loader;
mod numbers;
mod options;
mod output;
mod parse;
mod program;
mod protocol;
mod relation;
mod search;
mod sums;
mod syntax;
mod token;
mod values;

pub use builtins::is_known;
pub use library::{File, LIBRARY, configuration};
pub use loader::UNBOUNDED;
pub use options::SolveOptions;
pub use output::Output;
pub use program::Program;
pub use protocol::Protocol;
pub use search::Guidance;
