//! Terms: the one printed form that constraints, rules and models share.
//!
//! A [`Term`] is a number, a text, a name, a variable, a compound or a list, written as in Prolog. [`parse_term`] and
//! [`parse_clauses`] read terms with a table of [`Operators`]; printing writes them with as few brackets as the table
//! allows, and what is printed parses back to the same term. What cannot be read becomes a [`Diagnostic`] that shows where.
//!
//! ```
//! use gridwright_term::{Operators, Term, parse_term};
//!
//! let term = parse_term("X #= 2 * (Y + 1)", Operators::standard())?;
//! assert_eq!(term.functor(), Some(("#=", 2)));
//! assert_eq!(term.to_string(), "X #= 2 * (Y + 1)");
//!
//! let all = Term::compound("all_different", [Term::list([Term::var("X"), Term::name("y")])]);
//! assert_eq!(all.to_string(), "all_different([X, y])");
//! # Ok::<(), gridwright_term::Diagnostic>(())
//! ```
//!
//! There is no unification and no evaluation here: terms are data. Numbers are 64-bit integers, checked; there are no
//! fractions. A variable is known by its name, and what the name means is the reader's affair.
#![warn(missing_docs)]

mod chars;
mod diagnostic;
mod directive;
mod operators;
mod parse;
mod print;
mod span;
mod term;
mod token;

pub use diagnostic::{Diagnostic, Severity};
pub use operators::{Fixity, OperatorError, Operators};
pub use parse::{MAX_DEPTH, parse_clauses, parse_term};
pub use print::Printed;
pub use span::{Position, Span};
pub use term::Term;
pub use token::{Token, TokenKind, tokenise};
