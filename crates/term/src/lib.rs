//! Terms: the one printed form that constraints, rules and models share.
//!
//! A [`Term`] is a number, a text, a name, a variable, a compound or a list, written as in Prolog. [`parse_term`] and
//! [`parse_clauses`] read terms with a table of [`Operators`]; printing uses as few brackets as the table allows, and
//! printed terms parse back to the same term. Errors are [`Diagnostic`]s that show their position.
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
//! There is no unification and no evaluation: terms are data. A [`Number`] is an integer of any size, a rational or a float. A variable is identified by its name, and the caller decides what the name means.
#![warn(missing_docs)]

mod chars;
mod convert;
mod diagnostic;
mod number;
mod number_text;
mod opaque;
mod operators;
mod parse;
mod print;
mod scan;
mod span;
mod term;
mod token;

pub use convert::{ConversionError, FromArgs, FromTerm, ToArgs, ToTerm};
pub use diagnostic::{Diagnostic, Severity, first as first_diagnostics, render_all, render_all_by};
pub use num_bigint::{BigInt, BigUint, Sign};
pub use number::{Float, Number, Ratio};
pub use opaque::Opaque;
pub use operators::{Fixity, OperatorError, Operators};
pub use parse::{
    Clause, MAX_ARITY, MAX_DEPTH, Quotes, ReadFlags, Reader, missing_stop, operator_directive,
    parse_clauses, parse_term, parse_term_until, parse_term_with,
};
pub use print::Printed;
pub use span::{Position, Span};
pub use term::Term;
pub use token::{Token, TokenKind, tokenise};
