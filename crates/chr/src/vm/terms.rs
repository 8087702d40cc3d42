//! Terms between the heap, the slots of frames, and the outside.

use std::cmp::Ordering;
use std::collections::HashMap;

use gridwright_term::{Number, Term};

use crate::code::Shape;
use crate::code::atoms::{Functor, known};
use crate::code::word::{Tag, Word, mix};
use crate::state::choice_point::{ChoicePoint, Other};
use crate::vm::machine::Machine;
use crate::vm::matching::matches;

/// The deepest nesting that is turned into a [`Term`]; what lies deeper becomes `...`.
const DEPTH: usize = 1000;

impl Machine<'_> {
    /// Follows references to a term or an unbound variable.
    #[inline(always)]
    pub(crate) fn deref(&self, word: Word) -> Word {
        self.heap.resolve(word)
    }

    #[inline]
    pub(crate) fn new_var(&mut self) -> Word {
        self.heap.new_var()
    }

    #[inline]
    pub(crate) fn int(&mut self, value: i64) -> Word {
        self.heap.int(value)
    }

    /// A number as a word.
    pub(crate) fn number(&mut self, value: &Number) -> Word {
        self.heap.number(value)
    }

    /// The value of a number.
    pub(crate) fn as_number(&self, word: Word) -> Option<Number> {
        self.heap.as_number(word)
    }

    pub(crate) fn new_compound(&mut self, name: u32, args: &[Word]) -> Word {
        self.heap.new_compound(name, args)
    }

    pub(crate) fn new_list(&mut self, items: &[Word]) -> Word {
        self.heap.new_list(items)
    }

    /// The value of an integer of 64 bits.
    #[inline]
    pub(crate) fn as_int(&self, word: Word) -> Option<i64> {
        self.heap.as_int(word)
    }

    /// The functor and the place of the first argument of an atom, compound or list.
    pub(crate) fn parts(&self, word: Word) -> Option<(Functor, usize)> {
        self.heap.parts(word)
    }

    /// The items of a proper list.
    pub(crate) fn items(&self, list: Word) -> Option<Vec<Word>> {
        self.heap.items(list)
    }

    /// Makes two terms equal if that is possible. What was bound when it is not is left to backtracking.
    #[inline]
    pub(crate) fn unify(&mut self, left: Word, right: Word) -> bool {
        self.heap.unify(left, right)
    }

    /// Whether two terms could be made equal; nothing is bound.
    pub(crate) fn unifiable(&mut self, left: Word, right: Word) -> bool {
        self.heap.unifiable(left, right)
    }

    /// Whether two terms could be made equal without binding what a guard must not bind; nothing is bound.
    pub(crate) fn could_unify(&mut self, left: Word, right: Word) -> bool {
        let locked = self.guarded_below().max(self.locked);
        self.heap.unifiable_above(left, right, locked)
    }

    /// The place on the heap below which variables were given to the guard that runs as goals; 0 if none runs.
    pub(crate) fn guarded_below(&self) -> usize {
        let is_guard = |choice: &&ChoicePoint<'_>| matches!(choice.other, Other::Guard);
        match self.guards {
            0 => 0,
            _ => self
                .choices
                .iter()
                .rfind(is_guard)
                .map_or(0, |choice| choice.heap.cells),
        }
    }

    /// `==`: whether two terms are the same, variables included.
    pub(crate) fn identical(&self, left: Word, right: Word) -> bool {
        self.heap.identical(left, right)
    }

    /// The standard order of terms.
    pub(crate) fn compare(&self, left: Word, right: Word) -> Ordering {
        self.heap.compare(&self.atoms, left, right)
    }

    /// The value of a slot, dereferenced.
    #[inline(always)]
    pub(crate) fn slot(&self, base: usize, slot: u16) -> Word {
        self.deref(Word(self.env[base + usize::from(slot)]))
    }

    pub(crate) fn atom(&mut self, name: &str) -> Word {
        Word::atom(self.atoms.number(name))
    }

    /// Builds a term of the source with the slots of a frame.
    pub(crate) fn build(&mut self, shape: &Shape, base: usize) -> Word {
        match shape {
            Shape::Slot(slot) => Word(self.env[base + usize::from(*slot)]),
            Shape::Const(word) => *word,
            Shape::Number(cells) => self.heap.new_number(cells),
            Shape::Void => self.new_var(),
            Shape::First(slot) => {
                let var = self.new_var();
                self.env[base + usize::from(*slot)] = var.0;
                var
            }
            Shape::List(pair) => {
                let place = self.heap.len();
                self.heap.push(Word::reference(place));
                self.heap.push(Word::reference(place + 1));
                self.fill(place, &pair[..], base);
                Word::list(place)
            }
            Shape::Compound(functor, args) => {
                let place = self.heap.len();
                self.heap.push(Word::inner(functor.0 as usize));
                for at in 0..args.len() {
                    self.heap.push(Word::reference(place + 1 + at));
                }
                self.fill(place + 1, args, base);
                Word::compound(place)
            }
        }
    }

    /// Fills cells that are unbound variables with terms.
    fn fill(&mut self, place: usize, shapes: &[Shape], base: usize) {
        for (at, shape) in shapes.iter().enumerate() {
            match shape {
                Shape::Void => {}
                Shape::First(slot) => {
                    self.env[base + usize::from(*slot)] = Word::reference(place + at).0;
                }
                _ => {
                    let word = self.build(shape, base);
                    self.heap[place + at] = word;
                }
            }
        }
    }

    /// Unifies a term of the source with one of the heap.
    pub(crate) fn unify_shape(&mut self, shape: &Shape, word: Word, base: usize) -> bool {
        match shape {
            Shape::Void => true,
            Shape::First(slot) => {
                self.env[base + usize::from(*slot)] = word.0;
                true
            }
            Shape::Slot(slot) => {
                let other = Word(self.env[base + usize::from(*slot)]);
                self.unify(other, word)
            }
            Shape::Const(constant) => {
                let word = self.deref(word);
                if word.is_ref() {
                    self.heap.bind(word, *constant);
                    return true;
                }
                word == *constant
            }
            Shape::Number(cells) => {
                let other = self.heap.new_number(cells);
                self.unify(word, other)
            }
            Shape::List(pair) => {
                let word = self.deref(word);
                match word.tag() {
                    Tag::List => {
                        let place = word.place();
                        let (first, rest) = (self.heap[place], self.heap[place + 1]);
                        self.unify_shape(&pair[0], first, base)
                            && self.unify_shape(&pair[1], rest, base)
                    }
                    Tag::Ref => {
                        let list = self.build(shape, base);
                        self.heap.bind(word, list);
                        true
                    }
                    _ => false,
                }
            }
            Shape::Compound(functor, args) => {
                let word = self.deref(word);
                match word.tag() {
                    Tag::Compound => {
                        let place = word.place();
                        self.heap.functor_at(place) == *functor
                            && args.iter().enumerate().all(|(at, arg)| {
                                let inner = self.heap[place + 1 + at];
                                self.unify_shape(arg, inner, base)
                            })
                    }
                    Tag::Ref => {
                        let compound = self.build(shape, base);
                        self.heap.bind(word, compound);
                        true
                    }
                    _ => false,
                }
            }
        }
    }

    /// Matches a term of the source against one of the heap without binding anything of the heap.
    #[inline(always)]
    pub(crate) fn matches(&mut self, shape: &Shape, word: Word, base: usize) -> bool {
        matches(shape, word, &mut self.env[base..], &self.heap)
    }

    /// The hash of what `shape` stands for, the same as if it were built.
    #[inline]
    pub(crate) fn hash_shape(&mut self, shape: &Shape, base: usize, hash: u64) -> u64 {
        match shape {
            Shape::Slot(slot) => self
                .heap
                .hash(Word(self.env[base + usize::from(*slot)]), hash),
            Shape::Const(word) => mix(hash, word.0),
            _ => {
                let mark = self.heap.len();
                let word = self.build(shape, base);
                let hash = self.heap.hash(word, hash);
                self.heap.truncate(mark);
                hash
            }
        }
    }

    /// Turns a term of the source into one of the heap; variables of one name are one variable.
    pub(crate) fn load_source(&mut self, term: &Term, vars: &mut HashMap<String, Word>) -> Word {
        match term {
            Term::Int(value) => self.int(*value),
            Term::Number(value) => self.number(value),
            Term::Text(text) => Word::string(self.atoms.number(text)),
            Term::Name(name) => self.atom(name),
            Term::Opaque(value) => Word::atom(self.atoms.opaque_number(value)),
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
                self.heap.new_open_list(&items, rest)
            }
        }
    }

    /// Turns a term of the heap into one for people. Unbound variables are `_` with the number of their place.
    /// A cyclic term becomes `@(Term, [Name = Part, …])`, in which names are the parts that contain themselves.
    pub(crate) fn to_term(&self, word: Word) -> Term {
        let cycles = self.heap.cycles(word);
        if cycles.is_empty() {
            return self.to_term_within(word, DEPTH, &HashMap::new());
        }
        let names: HashMap<Word, Term> = (1..)
            .zip(&cycles)
            .map(|(number, &part)| (part, Term::var(format!("_S{number}"))))
            .collect();
        let parts = cycles.iter().map(|part| {
            let named = names[part].clone();
            Term::compound("=", [named, self.to_term_outside(*part, DEPTH, &names)])
        });
        let parts = Term::list(parts.collect::<Vec<Term>>());
        Term::compound("@", [self.to_term_within(word, DEPTH, &names), parts])
    }

    /// A compound or list whose arguments may mention it.
    fn to_term_outside(&self, word: Word, depth: usize, names: &HashMap<Word, Term>) -> Term {
        match self.parts(word) {
            Some((functor, place)) if word.tag() == Tag::Compound => {
                let args = (0..functor.arity())
                    .map(|at| self.to_term_within(self.heap[place + at], depth, names));
                Term::compound(self.atoms.text(functor.name() as usize), args)
            }
            Some((_, place)) => {
                let first = self.to_term_within(self.heap[place], depth, names);
                let rest = self.to_term_within(self.heap[place + 1], depth, names);
                Term::open_list(vec![first], rest)
            }
            None => Term::name("..."),
        }
    }

    fn to_term_within(&self, word: Word, depth: usize, names: &HashMap<Word, Term>) -> Term {
        let word = self.deref(word);
        if let Some(name) = names.get(&word) {
            return name.clone();
        }
        let Some(depth) = depth.checked_sub(1) else {
            return Term::name("...");
        };
        match word.tag() {
            Tag::Int | Tag::Number => self.as_number(word).map_or(Term::Int(0), Term::from),
            Tag::Atom if word.place() == known::NIL as usize => Term::list([]),
            Tag::Atom => match self.atoms.opaque(word.place()) {
                Some(value) => Term::Opaque(value.clone()),
                None => Term::name(self.atoms.text(word.place())),
            },
            Tag::String => Term::text(self.atoms.text(word.place())),
            Tag::Compound => {
                let functor: Functor = self.heap.functor_at(word.place());
                let args = (1..=functor.arity())
                    .map(|at| self.to_term_within(self.heap[word.place() + at], depth, names));
                Term::compound(self.atoms.text(functor.name() as usize), args)
            }
            Tag::List => {
                let mut items = Vec::new();
                let mut rest = word;
                while rest.tag() == Tag::List && (rest == word || !names.contains_key(&rest)) {
                    items.push(self.to_term_within(self.heap[rest.place()], depth, names));
                    rest = self.deref(self.heap[rest.place() + 1]);
                }
                Term::open_list(items, self.to_term_within(rest, depth, names))
            }
            Tag::Ref | Tag::Inner => Term::var(format!("_G{}", word.place())),
        }
    }

    /// The names by which the query calls variables that are still open, by the names the machine gives them.
    pub(crate) fn query_names(&self) -> HashMap<String, String> {
        let mut names = HashMap::new();
        for (name, word) in &self.asked {
            if let Term::Var(inside) = self.to_term(*word) {
                names.entry(inside).or_insert_with(|| name.clone());
            }
        }
        names
    }
}

/// A term in which variables have other names.
pub(crate) fn renamed(term: &Term, names: &HashMap<String, String>) -> Term {
    let all = |terms: &[Term]| {
        let terms = terms.iter().map(|term| renamed(term, names));
        terms.collect::<Vec<Term>>()
    };
    match term {
        Term::Var(inside) => Term::var(&names.get(inside).unwrap_or(inside)[..]),
        Term::Compound(name, args) => Term::compound(name, all(args)),
        Term::List(items) => Term::list(all(items)),
        Term::OpenList(items, rest) => Term::open_list(all(items), renamed(rest, names)),
        _ => term.clone(),
    }
}
