//! Cyclic terms: how loops over terms notice that they go round, and which parts of a term contain themselves.

use std::collections::HashMap;

use crate::code::word::{Tag, Word};
use crate::heap::cells::Heap;

/// So many parts of a term are visited without remembering them to see that it ends.
const SMALL: usize = 2000;

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
        // A compound is entered once and left once; one that is met while it is open contains itself.
        let mut open: HashMap<Word, bool> = HashMap::new();
        let mut found = Vec::new();
        let mut todo = vec![(self.resolve(word), false)];
        while let Some((word, leaving)) = todo.pop() {
            let cells = self.argument_cells(word);
            if cells.is_empty() {
                continue;
            }
            if leaving {
                open.insert(word, false);
                continue;
            }
            match open.get(&word) {
                Some(true) if !found.contains(&word) => found.push(word),
                Some(_) => {}
                None => {
                    open.insert(word, true);
                    todo.push((word, true));
                    todo.extend(cells.rev().map(|at| (self.resolve(self[at]), false)));
                }
            }
        }
        found
    }
}
