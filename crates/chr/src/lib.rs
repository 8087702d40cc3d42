//! Constraint Handling Rules: rules over a constraint store, hosted in Prolog.
//!
//! [`Program::parse`] parses, checks and compiles the language of the K.U.Leuven system as in SWI-Prolog;
//! [`Program::run`] answers a query. `docs/manual/reference/chr.md` describes the language and the implementation.
//!
//! # Layers
//!
//! A folder uses only folders above it in this table; `program` and `run`, the public interface, use all of them.
//!
//! | folder | what |
//! |---|---|
//! | `library` | libraries written in Prolog, and which of them a program needs |
//! | `syntax` | program text to declarations, rules, clauses and directives |
//! | `code` | compiled programs as data: words, atoms, instructions, occurrences of rules, the layout of frames |
//! | `numbers` | arithmetic functions on integers of any size, rationals and floats |
//! | `analysis` | variables and slots, rule groups and their shared prefixes, join order, types, warnings |
//! | `compile` | declarations, rules and clauses to code |
//! | `heap` | cells, trail, unification, comparison, copies of terms |
//! | `store` | suspensions, indexes, propagation history, scans along lists, compaction |
//! | `state` | the other parts of a machine: agenda, choice points, exceptions, events, profile |
//! | `vm` | the machine: instructions, frames, partner search, waking, backtracking, garbage collection |
//! | `builtins` | predicates written in Rust, one file per library |
//! | `debug` | trace, profile, why a rule does not fire, index report |
#![warn(missing_docs)]

mod analysis;
mod builtins;
mod code;
mod compile;
mod debug;
mod examples;
mod heap;
mod library;
mod numbers;
mod program;
mod run;
mod session;
mod state;
mod store;
mod syntax;
mod vm;

pub use debug::why_not::{Blocked, WhyNot, WhyNotError};
pub use examples::EXAMPLES;
pub use gridwright_control::{Clock, Limit, Limits, Stop, SystemClock};
pub use program::{Environment, Program, ProgramError};
pub use run::{Answer, Report, Run, RunError};
pub use session::{Ask, Change, Session, Stored};
pub use state::counters::{Counters, PartnerProfile, RuleProfile};
pub use state::event::{Event, Moment, Step};
pub use state::host::{Exception, HostPredicate, Solution, Solutions};
pub use syntax::files::{LoadedFile, SourceLoader};
pub use vm::native::{Cell, NativeError, NativeLibrary, NativeState, Shown, Terms};
