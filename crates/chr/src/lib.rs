//! Constraint Handling Rules: rules over a constraint store, hosted in Prolog.
//!
//! [`Program::parse`] parses, checks and compiles the language of the K.U.Leuven system as in SWI-Prolog;
//! [`Program::run`] answers a query. `docs/manual/reference/chr.md` describes the language and the implementation.
//!
//! # Layers
//!
//! | folder | what |
//! |---|---|
//! | `code` | compiled programs as data: words, atoms, instructions, occurrences of rules |
//! | `syntax` | program text to declarations, rules, clauses and directives |
//! | `analysis` | variables and slots, shared prefixes of rules, join order, warnings |
//! | `compile` | declarations, rules and clauses to code |
//! | `store` | suspensions, indexes, propagation history |
//! | `vm` | instructions, frames, choice points, exceptions, heap, unification, garbage collection |
//! | `builtins` | predicates written in Rust, one file per library |
//! | `debug` | trace, why a rule does not fire, index report |
#![warn(missing_docs)]

mod analysis;
mod builtins;
mod code;
mod compile;
mod debug;
mod examples;
mod heap;
mod program;
mod run;
mod store;
mod syntax;
mod vm;

pub use debug::why_not::{Blocked, WhyNot, WhyNotError};
pub use examples::EXAMPLES;
pub use gridwright_control::{Clock, Limit, Limits, Stop, SystemClock};
pub use program::{Program, ProgramError};
pub use run::{Answer, Report, Run, RunError};
pub use vm::counters::{Counters, PartnerProfile, RuleProfile};
pub use vm::events::{Event, Moment, Step};
pub use vm::host::HostFunction;
