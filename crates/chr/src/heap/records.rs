//! Records: copies of terms outside the heap, which `findall/3`, `throw/1` and `nb_setval/2` keep.

use std::collections::HashMap;

use crate::code::word::{Tag, Word};
use crate::heap::heap::{Heap, halves};

/// A copy of a term, whose places count from its own start. The first cell is the term.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    cells: Vec<Word>,
    wides: Vec<i64>,
}

impl Heap {
    /// Copies a term from the heap.
    pub(crate) fn store_term(&self, word: Word) -> Record {
        let word = self.resolve(word);
        if word.is_constant() {
            return Record {
                cells: vec![word],
                wides: Vec::new(),
            };
        }
        let mut cells = vec![Word::NIL];
        let mut wides = Vec::new();
        let mut vars: HashMap<usize, usize> = HashMap::new();
        let mut todo = vec![(word, 0)];
        while let Some((word, at)) = todo.pop() {
            let word = self.resolve(word);
            cells[at] = match word.tag() {
                Tag::Ref => Word::reference(*vars.entry(word.place()).or_insert(at)),
                Tag::Wide => {
                    wides.extend(self.as_int(word));
                    Word::wide(wides.len() - 1)
                }
                Tag::List => {
                    let place = cells.len();
                    cells.extend([Word::NIL; 2]);
                    todo.push((self[word.place() + 1], place + 1));
                    todo.push((self[word.place()], place));
                    Word::list(place)
                }
                Tag::Compound => {
                    let place = cells.len();
                    let arity = self.functor_at(word.place()).arity();
                    cells.push(self[word.place()]);
                    cells.extend((0..arity).map(|_| Word::NIL));
                    todo.extend(
                        (1..=arity)
                            .rev()
                            .map(|i| (self[word.place() + i], place + i)),
                    );
                    Word::compound(place)
                }
                _ => word,
            };
        }
        Record { cells, wides }
    }

    /// Copies a term to the heap.
    pub(crate) fn load_term(&mut self, stored: &Record) -> Word {
        if stored.cells.len() == 1 && stored.cells[0].is_constant() {
            return stored.cells[0];
        }
        let wide = self.len();
        self.extend(stored.wides.iter().flat_map(|&value| halves(value)));
        let base = self.len();
        self.extend(stored.cells.iter().map(|&cell| match cell.tag() {
            Tag::Ref => Word::reference(base + cell.place()),
            Tag::List => Word::list(base + cell.place()),
            Tag::Compound => Word::compound(base + cell.place()),
            Tag::Wide => Word::wide(wide + 2 * cell.place()),
            _ => cell,
        }));
        self[base]
    }
}
