//! FlatZinc, the language that MiniZinc compiles to: from text to a model, and the output protocol.
//!
//! | module | what |
//! |---|---|
//! | `parse` | from text to items with spans |
//! | `load` | from items to a model: variables, the tables of constraints, search annotations, output |
//! | `run` | options of the command line, the search, the output protocol |
//! | `library` | the MiniZinc library of globals and the solver configuration |
#![warn(missing_docs)]

use gridwright_term::Diagnostic;

mod library;
mod load;
mod parse;
mod run;

pub use library::{File, LIBRARY, configuration};
pub use load::constraints::is_known;
pub use load::drcp::read_drcp;
pub use load::loader::UNBOUNDED;
pub use load::output::Output;
pub use load::program::{LoadError, Program};
pub use load::search_annotations::SearchAnnotations;
pub use run::options::SolveOptions;
pub use run::proof::{ProofClaim, prove_in_drcp};
pub use run::protocol::Protocol;

type Result<T = (), E = Diagnostic> = std::result::Result<T, E>;
