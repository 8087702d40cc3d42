//! What a goal can end in besides success and failure: something thrown, which `catch/3` can catch, or a limit, which nothing catches.

use crate::heap::records::Record;
use gridwright_control::Limit;

/// A term that was thrown, or the limit that was reached.
#[derive(Debug)]
pub(crate) enum Thrown {
    Ball(Record),
    /// The program ended itself, with a status.
    Halt(i64),
    Limit(Limit),
}

/// The rule from which something was thrown that nothing caught, and the part of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blamed {
    pub(crate) rule: u32,
    pub(crate) part: &'static str,
}

/// Whether a goal succeeded.
pub(crate) type Outcome = Result<bool, Box<Thrown>>;
