//! Records: copies of terms outside the heap, which `findall/3`, `throw/1` and `nb_setval/2` keep.

use std::collections::HashMap;

use gridwright_term::{Number, Term};

use crate::code::atoms::{AtomTable, Functor, known};
use crate::code::number;
use crate::code::word::{Tag, Word};
use crate::heap::cells::Heap;

/// A copy of a term, whose places count from its own start. The first cell is the term.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Record {
    cells: Vec<Word>,
    /// Variables with attributes: the cells of the variable and of its attributes.
    attributes: Vec<(u32, u32)>,
}

/// Terms with more cells may be cyclic, which is found out then.
const LARGE: usize = 1 << 20;

impl Heap {
    /// Copies a term from the heap.
    pub(crate) fn store_term(&self, word: Word) -> Record {
        self.copied(word, self.attributed)
    }

    /// Copies a term from the heap without the attributes of its variables.
    pub(crate) fn store_plain(&self, word: Word) -> Record {
        self.copied(word, false)
    }

    fn copied(&self, word: Word, with_attributes: bool) -> Record {
        self.copied_once(word, with_attributes, false)
            .unwrap_or_else(|| {
                self.copied_once(word, with_attributes, true)
                    .unwrap_or_default()
            })
    }

    /// Copies a term; a part that is met again is copied once if `shared`, so that cyclic terms have copies. None if it must be shared.
    fn copied_once(&self, word: Word, with_attributes: bool, shared: bool) -> Option<Record> {
        let word = self.resolve(word);
        let root = word;
        if word.is_constant() {
            return Some(Record {
                cells: vec![word],
                ..Record::default()
            });
        }
        let mut attributes = Vec::new();
        let mut cells = vec![Word::NIL];
        let mut vars: HashMap<usize, usize> = HashMap::new();
        let mut todo = vec![(word, 0)];
        let mut met: HashMap<Word, Word> = HashMap::new();
        let mut large = LARGE;
        while let Some((word, at)) = todo.pop() {
            let word = self.resolve(word);
            if shared && let Some(&copy) = met.get(&word) {
                cells[at] = copy;
                continue;
            }
            if !shared && cells.len() > large {
                if !self.is_acyclic(root) {
                    return None;
                }
                large = usize::MAX;
            }
            cells[at] = match word.tag() {
                Tag::Ref => {
                    let known = vars.get(&word.place()).copied();
                    if known.is_none() {
                        vars.insert(word.place(), at);
                        if with_attributes {
                            let pairs = self.attribute_pairs(self.attributes(word));
                            if !pairs.is_empty() {
                                attributes.push((at as u32, cells.len() as u32));
                            }
                            let att = Word::inner(Functor::new(known::ATT, 3).0 as usize);
                            for (number, &(module, value)) in pairs.iter().enumerate() {
                                let place = cells.len() + 1;
                                let last = number + 1 == pairs.len();
                                let rest = if last {
                                    Word::NIL
                                } else {
                                    Word::compound(place + 5)
                                };
                                cells.push(Word::compound(place));
                                cells.extend([att, module, Word::NIL, rest]);
                                todo.push((value, place + 2));
                            }
                        }
                    }
                    Word::reference(known.unwrap_or(at))
                }
                Tag::Number => {
                    let place = cells.len();
                    cells.extend_from_slice(self.number_cells(word));
                    Word::number(place)
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
            if shared && matches!(word.tag(), Tag::List | Tag::Compound) {
                met.insert(word, cells[at]);
            }
        }
        Some(Record { cells, attributes })
    }

    /// Copies a term to the heap.
    pub(crate) fn load_term(&mut self, stored: &Record) -> Word {
        if stored.cells.len() == 1 && stored.cells[0].is_constant() {
            return stored.cells[0];
        }
        let base = self.len();
        self.extend(stored.cells.iter().map(|&cell| match cell.tag() {
            Tag::Ref => Word::reference(base + cell.place()),
            Tag::List => Word::list(base + cell.place()),
            Tag::Compound => Word::compound(base + cell.place()),
            Tag::Number => Word::number(base + cell.place()),
            _ => cell,
        }));
        for &(var, attributes) in &stored.attributes {
            let mark = self.len();
            let attributes = self[base + attributes as usize];
            self.extend([Word::inner(0), attributes]);
            self[base + var as usize] = Word::reference(mark);
        }
        self[base]
    }
}

impl Record {
    /// The word of the whole term.
    pub(crate) fn root(&self) -> Word {
        self.cells[0]
    }

    /// The arguments of a compound or list of the record.
    pub(crate) fn args(&self, word: Word) -> &[Word] {
        let place = word.place();
        match word.tag() {
            Tag::Compound => {
                let arity = Functor(self.cells[place].place() as u64).arity();
                &self.cells[place + 1..=place + arity]
            }
            Tag::List => &self.cells[place..place + 2],
            _ => &[],
        }
    }

    /// The word before the arguments of a compound.
    pub(crate) fn functor_word(&self, word: Word) -> Word {
        self.cells[word.place()]
    }

    /// The cells of a number.
    fn number_cells(&self, word: Word) -> &[Word] {
        let place = word.place();
        &self.cells[place..place + number::length(self.cells[place])]
    }

    /// How many words it takes.
    pub(crate) fn words(&self) -> usize {
        self.cells.len() + 8
    }

    /// A record of a term of the source.
    pub(crate) fn of_source(term: &Term, atoms: &mut AtomTable) -> Record {
        let mut record = Record {
            cells: vec![Word::NIL],
            ..Record::default()
        };
        let mut vars: HashMap<&str, usize> = HashMap::new();
        let mut todo: Vec<(&Term, usize)> = vec![(term, 0)];
        while let Some((term, at)) = todo.pop() {
            let cells = &mut record.cells;
            cells[at] = match term {
                Term::Int(value) => match Word::small(*value) {
                    Some(word) => word,
                    None => number_in(cells, &Number::Int(*value)),
                },
                Term::Number(value) => number_in(cells, value),
                Term::Text(text) => Word::string(atoms.number(text)),
                Term::Name(name) => Word::atom(atoms.number(name)),
                Term::Opaque(value) => Word::atom(atoms.opaque_number(value)),
                Term::Var(name) if name == "_" => Word::reference(at),
                Term::Var(name) => Word::reference(*vars.entry(name).or_insert(at)),
                Term::Compound(name, args) => {
                    let place = cells.len();
                    let functor = atoms.functor(name, args.len());
                    cells.push(Word::inner(functor.0 as usize));
                    cells.extend(args.iter().map(|_| Word::NIL));
                    let args = args.iter().enumerate().rev();
                    todo.extend(args.map(|(i, arg)| (arg, place + 1 + i)));
                    Word::compound(place)
                }
                Term::List(items) if items.is_empty() => Word::NIL,
                Term::List(items) | Term::OpenList(items, _) => {
                    let place = cells.len();
                    for at in 1..=items.len() {
                        cells.push(Word::NIL);
                        cells.push(Word::list(place + 2 * at));
                    }
                    let last = cells.len() - 1;
                    cells[last] = Word::NIL;
                    if let Term::OpenList(_, rest) = term {
                        todo.push((rest, last));
                    }
                    let items = items.iter().enumerate().rev();
                    todo.extend(items.map(|(i, item)| (item, place + 2 * i)));
                    Word::list(place)
                }
            };
        }
        record
    }
}

/// Adds the cells of a number.
fn number_in(cells: &mut Vec<Word>, value: &Number) -> Word {
    let place = cells.len();
    cells.extend(number::cells(value));
    Word::number(place)
}

/// What stands for a variable of a record that has no value yet.
const UNSET: Word = Word::inner(0);

impl Heap {
    /// Unifies a part of a record with a term. `vars` has the values of the record's variables, by their cells.
    pub(crate) fn unify_record(
        &mut self,
        record: &Record,
        part: Word,
        word: Word,
        vars: &mut Vec<Word>,
    ) -> bool {
        if vars.len() < record.cells.len() {
            vars.resize(record.cells.len(), UNSET);
        }
        let mut stack = std::mem::take(&mut self.pairs);
        let floor = stack.len();
        stack.push((part, word));
        let mut holds = true;
        while stack.len() > floor {
            let Some((part, word)) = stack.pop() else {
                break;
            };
            if part.tag() == Tag::Ref {
                let known = vars[part.place()];
                if known == UNSET {
                    vars[part.place()] = word;
                } else {
                    // Unification uses the same buffer from its start on.
                    let kept = std::mem::take(&mut stack);
                    holds = self.unify(known, word);
                    stack = kept;
                }
            } else {
                let word = self.resolve(word);
                if word.is_ref() {
                    let built = self.build_record(record, part, vars);
                    self.bind(word, built);
                } else {
                    holds = self.same_shape(record, part, word);
                    let heap: &[Word] = self;
                    let first = word.place() + usize::from(word.tag() == Tag::Compound);
                    let args = record.args(part).iter().enumerate().rev();
                    if holds {
                        stack.extend(args.map(|(at, &arg)| (arg, heap[first + at])));
                    }
                }
            }
            if !holds {
                break;
            }
        }
        stack.truncate(floor);
        self.pairs = stack;
        holds
    }

    /// Whether a part of a record, which is no variable, and a term agree but for their arguments.
    fn same_shape(&self, record: &Record, part: Word, word: Word) -> bool {
        match part.tag() {
            Tag::List => word.tag() == Tag::List,
            Tag::Compound => {
                word.tag() == Tag::Compound && record.cells[part.place()] == self[word.place()]
            }
            Tag::Number => {
                word.tag() == Tag::Number && record.number_cells(part) == self.number_cells(word)
            }
            _ => part == word,
        }
    }

    /// Builds a part of a record on the heap.
    pub(crate) fn build_record(
        &mut self,
        record: &Record,
        part: Word,
        vars: &mut Vec<Word>,
    ) -> Word {
        if vars.len() < record.cells.len() {
            vars.resize(record.cells.len(), UNSET);
        }
        if part.is_constant() {
            return part;
        }
        let root = self.len();
        self.push(Word::NIL);
        let mut todo = vec![(part, root)];
        while let Some((part, at)) = todo.pop() {
            let built = match part.tag() {
                Tag::Ref => {
                    if vars[part.place()] == UNSET {
                        vars[part.place()] = Word::reference(at);
                    }
                    vars[part.place()]
                }
                Tag::Number => self.new_number(record.number_cells(part)),
                Tag::List | Tag::Compound => {
                    let place = self.len();
                    if part.tag() == Tag::Compound {
                        self.push(record.cells[part.place()]);
                    }
                    let first = self.len();
                    let args = record.args(part);
                    self.extend(args.iter().map(|_| Word::NIL));
                    let args = args.iter().enumerate().rev();
                    todo.extend(args.map(|(i, &arg)| (arg, first + i)));
                    if part.tag() == Tag::Compound {
                        Word::compound(place)
                    } else {
                        Word::list(place)
                    }
                }
                _ => part,
            };
            self[at] = built;
        }
        self[root]
    }
}
