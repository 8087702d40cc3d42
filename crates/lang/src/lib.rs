//! The small language: a model in a few lines of text.
//!
//! Variables have indices and domains, constraints have ranges over the indices; `docs/language.md` tells all of it. A [`Source`] becomes
//! a [`Program`], or a list of messages with their places; a program becomes a model of `fd`, or a model in MiniZinc.
//!
//! ```
//! use gridwright_lang::Source;
//! let text = "Name: X(i), index: 1..3, domain: 1..3\nConstraint: X(i) \\= X(j), range: i \\= j";
//! let program = Source::new("three.gw", text).program(&[]).map_err(|refused| refused.render())?;
//! let built = program.model().map_err(|told| told.to_string())?;
//! assert_eq!(built.vars.len(), 3);
//! // The six pairs, said from both sides, are one constraint.
//! assert_eq!(built.model.constraints().len(), 1);
//! # Ok::<(), String>(())
//! ```
//!
//! Nothing is solved here, and no variable of a model is known by more than its number.
#![warn(missing_docs)]

mod affine;
mod building;
mod cliques;
mod declare;
mod derive;
mod expand;
mod functions;
mod ground;
mod join;
mod lexemes;
mod lower;
mod minizinc;
mod narrow;
mod nearest;
mod parse;
mod phrases;
mod plan;
mod post;
mod print;
mod program;
mod relate;
mod shape;
mod show;
pub mod syntax;
mod tables;
mod typed;
mod values;

pub use declare::Overrides;
pub use expand::MOST_PARTS;
pub use join::MOST_TRIED;
pub use parse::parse_statements;
pub use post::{Built, Switch};
pub use program::{Program, Refused, Source};
pub use shape::{MOST_PLACES, Shape};
pub use show::{Nested, Show};
pub use tables::Array;

/// A number with its digits in groups, as people read them.
pub(crate) fn grouped(n: u128) -> String {
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
