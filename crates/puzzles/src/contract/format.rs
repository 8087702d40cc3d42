//! Formats: the texts and addresses in which a puzzle is exchanged with the world.

use std::fmt;

use gridwright_term::Diagnostic;

use crate::contract::puzzle::Puzzle;

/// One format of one puzzle, described once for both directions.
pub trait Format<P: Puzzle>: Sync {
    /// Its name, as on the command line: `puzzlink`.
    fn name(&self) -> &'static str;

    /// What it is, in a line.
    fn about(&self) -> &'static str;

    /// Whether a text looks like this format and this puzzle, however broken it may be: if so, its errors are the ones to show.
    fn recognises(&self, text: &str) -> bool;

    /// Reads an instance.
    fn read(&self, text: &str) -> Result<P::Instance, Diagnostic>;

    /// Writes an instance, if the format can say it.
    fn write(&self, instance: &P::Instance) -> Result<String, NotExpressible>;
}

/// A format has no words for something in an instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotExpressible(pub String);

impl fmt::Display for NotExpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotExpressible {}
