//! From text to statements, and back.

mod lexer;
pub(crate) mod nearest;
pub(crate) mod parser;
mod print;
