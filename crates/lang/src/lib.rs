//! The small modelling language: a model in a few lines of text.
//!
//! Variables have indices and domains, constraints have ranges over the indices; `docs/manual/reference/language.md` describes the language. A [`Source`] becomes
//! a [`Program`], or a list of diagnostics; a program becomes a model of `fd`, or a model in MiniZinc.
//!
//! ```
//! use gridwright_lang::Source;
//! let text = "Name: X(i), index: 1..3, domain: 1..3\nConstraint: X(i) \\= X(j), range: i \\= j";
//! let program = Source::new("three.gw", text).program(&[]).map_err(|error| error.render())?;
//! let built = program.model().map_err(|error| error.to_string())?;
//! assert_eq!(built.vars.len(), 3);
//! // The six pairs, stated in both directions, are one constraint.
//! assert_eq!(built.model.constraints().len(), 1);
//! # Ok::<(), String>(())
//! ```
//!
//! This crate does not solve models.
#![warn(missing_docs)]

use gridwright_term::Diagnostic;

mod build;
mod check;
mod examples;
mod expand;
mod minizinc;
mod parse;
mod post;
mod program;
pub mod syntax;

pub use build::SourceError;
pub use check::declare::Overrides;
pub use check::evaluate::MAX_CHOICES;
pub use check::shape::{MAX_ELEMENTS, Shape};
pub use check::tables::Array;
pub use examples::EXAMPLES;
pub use expand::expansion::MAX_PARTS;
pub use parse::parser::parse_statements;
pub use post::{Built, Switch};
pub use program::{Nested, Program, Show, Source};

type Result<T = (), E = Diagnostic> = std::result::Result<T, E>;

/// A number with its digits in groups of three.
pub(crate) fn group_digits(n: u128) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (at, c) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(c);
    }
    text
}
