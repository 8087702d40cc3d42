//! The tests of the crate by its public interface, by subject.

mod builtins;
mod exchange;
mod extensions;
mod generated;
mod host;
mod hostile;
mod instructions;
mod library;
mod mutated;
mod nodes;
mod numbers;
mod predicates;
mod prefilters;
mod programs;
mod random_calls;
mod reference;
mod reports;
mod rule_groups;
mod semantics;
mod session;
mod source;
mod support;
