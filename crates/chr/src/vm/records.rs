//! Terms outside the heap: what `findall/3`, `throw/1` and `nb_setval/2` keep, and the way between heap and [`Term`].

use std::collections::HashMap;

use gridwright_term::Term;

use crate::code::atoms::{Functor, known};
use crate::code::word::{Tag, Word};
use crate::vm::heap::halves;
use crate::vm::machine::Machine;

/// A copy of a term, whose places count from its own start. The first cell is the term.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    cells: Vec<Word>,
    wides: Vec<i64>,
}

/// The deepest nesting that is turned into a [`Term`]; what lies deeper becomes `...`.
const DEPTH: usize = 1000;

impl Machine<'_> {
    /// Copies a term from the heap.
    pub(crate) fn store_term(&self, word: Word) -> Record {
        let word = self.deref(word);
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
            let word = self.deref(word);
            cells[at] = match word.tag() {
                Tag::Ref => Word::reference(*vars.entry(word.place()).or_insert(at)),
                Tag::Wide => {
                    wides.extend(self.as_int(word));
                    Word::wide(wides.len() - 1)
                }
                Tag::List => {
                    let place = cells.len();
                    cells.extend([Word::NIL; 2]);
                    todo.push((self.heap[word.place() + 1], place + 1));
                    todo.push((self.heap[word.place()], place));
                    Word::list(place)
                }
                Tag::Compound => {
                    let place = cells.len();
                    let arity = self.functor_at(word.place()).arity();
                    cells.push(self.heap[word.place()]);
                    cells.extend((0..arity).map(|_| Word::NIL));
                    todo.extend(
                        (1..=arity)
                            .rev()
                            .map(|i| (self.heap[word.place() + i], place + i)),
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
        let wide = self.heap.len();
        self.heap
            .extend(stored.wides.iter().flat_map(|&value| halves(value)));
        let base = self.heap.len();
        self.heap
            .extend(stored.cells.iter().map(|&cell| match cell.tag() {
                Tag::Ref => Word::reference(base + cell.place()),
                Tag::List => Word::list(base + cell.place()),
                Tag::Compound => Word::compound(base + cell.place()),
                Tag::Wide => Word::wide(wide + 2 * cell.place()),
                _ => cell,
            }));
        self.heap[base]
    }

    /// Turns a term of the source into one of the heap; variables of one name are one variable.
    pub(crate) fn load_source(&mut self, term: &Term, vars: &mut HashMap<String, Word>) -> Word {
        match term {
            Term::Int(value) => self.int(*value),
            Term::Text(text) => Word::string(self.atoms.number(text)),
            Term::Name(name) => self.atom(name),
            Term::Var(name) if name == "_" => self.new_var(),
            Term::Var(name) => match vars.get(name) {
                Some(word) => *word,
                None => {
                    let var = self.new_var();
                    vars.insert(name.clone(), var);
                    var
                }
            },
            Term::Compound(name, args) => {
                let args: Vec<Word> = args.iter().map(|arg| self.load_source(arg, vars)).collect();
                let name = self.atoms.number(name);
                self.new_compound(name, &args)
            }
            Term::List(items) => {
                let items: Vec<Word> = items
                    .iter()
                    .map(|item| self.load_source(item, vars))
                    .collect();
                self.new_list(&items)
            }
            Term::OpenList(items, rest) => {
                let items: Vec<Word> = items
                    .iter()
                    .map(|item| self.load_source(item, vars))
                    .collect();
                let rest = self.load_source(rest, vars);
                self.new_open_list(&items, rest)
            }
        }
    }

    /// Turns a term of the heap into one for people. Unbound variables are `_` with the number of their place.
    pub(crate) fn to_term(&self, word: Word) -> Term {
        self.to_term_within(word, DEPTH)
    }

    fn to_term_within(&self, word: Word, depth: usize) -> Term {
        let word = self.deref(word);
        let Some(depth) = depth.checked_sub(1) else {
            return Term::name("...");
        };
        match word.tag() {
            Tag::Int | Tag::Wide => Term::Int(self.as_int(word).unwrap_or_default()),
            Tag::Atom if word.place() == known::NIL as usize => Term::list([]),
            Tag::Atom => Term::name(self.atoms.text(word.place())),
            Tag::String => Term::text(self.atoms.text(word.place())),
            Tag::Compound => {
                let functor: Functor = self.functor_at(word.place());
                let args = (1..=functor.arity())
                    .map(|at| self.to_term_within(self.heap[word.place() + at], depth));
                Term::compound(self.atoms.text(functor.name() as usize), args)
            }
            Tag::List => {
                let mut items = Vec::new();
                let mut rest = word;
                while rest.tag() == Tag::List {
                    items.push(self.to_term_within(self.heap[rest.place()], depth));
                    rest = self.deref(self.heap[rest.place() + 1]);
                }
                Term::open_list(items, self.to_term_within(rest, depth))
            }
            Tag::Ref | Tag::Inner => Term::var(format!("_G{}", word.place())),
        }
    }
}
