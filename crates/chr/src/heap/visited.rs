//! Pairs of terms that a loop over two terms has visited, by which it notices that they are cyclic.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use crate::code::word::{Word, mix};

/// So many parts are visited before they are remembered: terms are rarely larger, and cyclic ones rarer still. A program may unify cyclic
/// terms at every step, so it is not much.
const PATIENCE: u32 = 1 << 15;

/// A hash of term cells. These are positions on the heap, which input cannot choose, so it need not resist collisions.
#[derive(Debug, Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0, word);
    }
}

/// Pairs of terms that a loop has visited. They are remembered only after many visits.
#[derive(Debug, Default)]
pub(crate) struct Visited {
    visits: u32,
    pairs: HashSet<(Word, Word), BuildHasherDefault<Mixed>>,
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
