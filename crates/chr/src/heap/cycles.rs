//! Cyclic terms: how loops over terms notice that they go round, and which parts of a term contain themselves.

use crate::code::word::{Tag, Word};
use crate::heap::cells::Heap;

/// So many parts of a term are visited without remembering them to see that it ends.
const SMALL: usize = 2000;

/// How far the visit of a compound has come.
const NEW: u8 = 0;
const OPEN: u8 = 1;
const FOUND: u8 = 2;
const LEFT: u8 = 3;

impl Heap {
    /// The cells of the arguments of a compound or list.
    fn argument_cells(&self, word: Word) -> std::ops::Range<usize> {
        let place = word.place();
        match word.tag() {
            Tag::List => place..place + 2,
            Tag::Compound => place + 1..place + 1 + self.functor_at(place).arity(),
            _ => 0..0,
        }
    }

    /// Whether a term contains itself nowhere.
    pub(crate) fn is_acyclic(&self, word: Word) -> bool {
        self.cycles(word).is_empty()
    }

    /// The parts of a term that contain themselves and are met again first, from the left.
    pub(crate) fn cycles(&self, word: Word) -> Vec<Word> {
        let mut todo = vec![self.resolve(word)];
        let mut visits = 0;
        while let Some(word) = todo.pop() {
            visits += 1;
            if visits > SMALL {
                break;
            }
            todo.extend(self.argument_cells(word).map(|at| self.resolve(self[at])));
        }
        if visits <= SMALL {
            return Vec::new();
        }
        // A compound is entered once and left once; one that is met while it is open contains itself. No two compounds are at one place. The zeros take no time:
        // the system gives them as they are touched.
        let mut visits = vec![NEW; self.len()];
        let mut found = Vec::new();
        let mut todo = vec![(self.resolve(word), false)];
        while let Some((word, leaving)) = todo.pop() {
            let cells = self.argument_cells(word);
            if cells.is_empty() {
                continue;
            }
            let visit = &mut visits[word.place()];
            if leaving {
                *visit = LEFT;
                continue;
            }
            match *visit {
                OPEN => {
                    *visit = FOUND;
                    found.push(word);
                }
                FOUND | LEFT => {}
                _ => {
                    *visit = OPEN;
                    todo.push((word, true));
                    todo.extend(cells.rev().map(|at| (self.resolve(self[at]), false)));
                }
            }
        }
        found
    }
}
