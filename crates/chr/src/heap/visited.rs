//! Pairs of terms that a loop over two terms has visited, by which it notices that they are cyclic.

use std::collections::HashSet;

use crate::code::word::Word;

/// So many parts are visited before they are remembered: terms are rarely larger, and cyclic ones rarer still.
const PATIENCE: u32 = 1 << 20;

/// Pairs of terms that a loop has visited. They are remembered only after many visits.
#[derive(Debug, Default)]
pub(crate) struct Visited {
    visits: u32,
    pairs: HashSet<(Word, Word)>,
}

impl Visited {
    /// Whether a pair is known to have been visited before.
    #[inline(always)]
    pub(crate) fn has(&mut self, left: Word, right: Word) -> bool {
        self.visits += 1;
        self.visits > PATIENCE && self.has_many(left, right)
    }

    #[cold]
    fn has_many(&mut self, left: Word, right: Word) -> bool {
        self.visits = PATIENCE;
        !self.pairs.insert((left, right))
    }
}
