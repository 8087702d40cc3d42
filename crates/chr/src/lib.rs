//! Constraint Handling Rules: a language of rules over a store of constraints, with Prolog as its host.
//!
//! [`Program::parse`] reads the language of the K.U.Leuven system as SWI-Prolog has it, checks and compiles it;
//! [`Program::run`] answers a query. What the language means, and what the machine does with it, is told in `docs/chr.md`.
#![warn(missing_docs)]

mod active;
mod agenda;
mod aggregates;
mod branches;
mod broken;
mod built;
mod check;
mod choices;
mod clauses;
mod code;
mod collect;
mod compact;
mod compile;
mod control;
mod counters;
mod counts;
mod directives;
mod eval;
mod expr;
mod fold;
mod frames;
mod guard;
mod heap;
mod history;
mod host;
mod indexing;
mod join;
mod join_order;
mod limits;
mod lookup;
mod machine;
mod named;
mod names;
mod natives;
mod order;
mod pause;
mod plan;
mod profile;
mod program;
mod reuse;
mod run;
mod scope;
mod searches;
mod sieve;
mod source;
mod store;
mod stored;
mod table;
mod tests_of;
mod thrown;
mod trace;
mod types;
mod wake;
mod why_not;
mod word;

pub use counters::{Counters, PartnerProfile, RuleProfile};
pub use host::HostFunction;
pub use limits::{Clock, Limit, Limits, Stop};
pub use program::{Program, ProgramError};
pub use run::{Answer, Report, Run, RunError};
pub use trace::{Event, Moment, Step};
pub use why_not::{Stopped, Unasked, WhyNot};
