//! The result of a search for a second answer.

use gridwright_puzzles::AnyAnswer;

/// The result of a search for a second answer.
#[derive(Debug)]
pub(crate) enum SecondAnswer {
    /// The intended answer is the only one.
    None,
    /// This one; for every fact, whether it holds in it.
    Found(Vec<bool>, AnyAnswer),
    /// The failure limit was reached first.
    Unknown,
}
