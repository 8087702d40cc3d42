//! Formats: the texts and URLs in which puzzles are exchanged with other programs.

use std::fmt;

use gridwright_term::Diagnostic;

use crate::contract::puzzle::Puzzle;

/// One format of one kind, for reading and writing.
#[derive(Debug)]
pub struct Format<P: Puzzle> {
    /// Its name, as on the command line: `puzzlink`.
    pub name: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// Whether a text looks like this format and this puzzle, even if it is invalid; then the errors of this format are reported.
    pub recognises: fn(&str) -> bool,
    /// Reads an instance.
    pub read: fn(&str) -> Result<P::Instance, Diagnostic>,
    /// Writes an instance, if the format can express it.
    pub write: fn(&P::Instance) -> Result<String, NotExpressible>,
}

/// Why a format cannot express an instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotExpressible(pub String);

impl fmt::Display for NotExpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotExpressible {}
