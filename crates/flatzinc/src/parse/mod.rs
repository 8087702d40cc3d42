//! From FlatZinc text to items with spans.

mod lexer;
mod parser;
pub(crate) mod syntax;

pub(crate) use parser::{MAX_ERRORS, parse};
