//! Terms on the heap: making them, following references, binding and unifying.

use crate::code::Shape;
use crate::code::atoms::{Functor, known};
use crate::code::word::{Tag, Word, follow};
use crate::vm::choice_points::Undo;
use crate::vm::machine::Machine;

/// The halves of a wide integer as small ones.
pub(crate) fn halves(value: i64) -> [Word; 2] {
    [value >> 32, value & 0xFFFF_FFFF].map(|half| Word::small(half).expect("half of 64 bits fit"))
}

impl Machine<'_> {
    /// Follows references to a term or an unbound variable.
    #[inline(always)]
    pub(crate) fn deref(&self, word: Word) -> Word {
        follow(&self.heap, word)
    }

    /// The value of a slot, dereferenced.
    #[inline(always)]
    pub(crate) fn slot(&self, base: usize, slot: u16) -> Word {
        self.deref(Word(self.env[base + usize::from(slot)]))
    }

    #[inline]
    pub(crate) fn new_var(&mut self) -> Word {
        let word = Word::reference(self.heap.len());
        self.heap.push(word);
        word
    }

    #[inline]
    pub(crate) fn int(&mut self, value: i64) -> Word {
        Word::small(value).unwrap_or_else(|| {
            self.heap.extend(halves(value));
            Word::wide(self.heap.len() - 2)
        })
    }

    pub(crate) fn atom(&mut self, name: &str) -> Word {
        Word::atom(self.atoms.number(name))
    }

    pub(crate) fn new_compound(&mut self, name: u32, args: &[Word]) -> Word {
        let place = self.heap.len();
        self.heap
            .push(Word::inner(Functor::new(name, args.len()).0 as usize));
        self.heap.extend_from_slice(args);
        Word::compound(place)
    }

    pub(crate) fn new_pair(&mut self, first: Word, rest: Word) -> Word {
        let place = self.heap.len();
        self.heap.push(first);
        self.heap.push(rest);
        Word::list(place)
    }

    pub(crate) fn new_list(&mut self, items: &[Word]) -> Word {
        self.new_open_list(items, Word::NIL)
    }

    pub(crate) fn new_open_list(&mut self, items: &[Word], rest: Word) -> Word {
        let mut list = rest;
        for &item in items.iter().rev() {
            list = self.new_pair(item, list);
        }
        list
    }

    /// The functor of a compound at a place.
    #[inline]
    pub(crate) fn functor_at(&self, place: usize) -> Functor {
        Functor(self.heap[place].place() as u64)
    }

    /// The value of an integer.
    #[inline]
    pub(crate) fn as_int(&self, word: Word) -> Option<i64> {
        match word.tag() {
            Tag::Int => Some(word.value()),
            Tag::Wide => {
                let high = self.heap[word.place()].value();
                Some((high << 32) | self.heap[word.place() + 1].value())
            }
            _ => None,
        }
    }

    /// The functor and the place of the first argument of a name, compound or list.
    pub(crate) fn parts(&self, word: Word) -> Option<(Functor, usize)> {
        match word.tag() {
            Tag::Atom => Some((Functor::new(word.place() as u32, 0), 0)),
            Tag::Compound => Some((self.functor_at(word.place()), word.place() + 1)),
            Tag::List => Some((Functor::new(known::DOT, 2), word.place())),
            _ => None,
        }
    }

    /// The items of a proper list.
    pub(crate) fn items(&self, list: Word) -> Option<Vec<Word>> {
        let mut items = Vec::new();
        let mut rest = self.deref(list);
        while rest.tag() == Tag::List {
            items.push(self.deref(self.heap[rest.place()]));
            rest = self.deref(self.heap[rest.place() + 1]);
        }
        (rest == Word::NIL).then_some(items)
    }

    /// Binds the unbound variable `var` to `value`, which is dereferenced and not the same variable.
    #[inline]
    pub(crate) fn bind(&mut self, var: Word, value: Word) {
        let place = var.place();
        let old = self.heap[place];
        if old.tag() == Tag::Inner {
            self.pending.push((place, old.place()));
            self.trail.push(Undo::Cell(place as u32, old));
        } else if place < self.old_heap {
            self.trail.push(Undo::Bind(place as u32));
        }
        self.heap[place] = value;
    }

    #[inline]
    pub(crate) fn is_watched(&self, var: Word) -> bool {
        self.heap[var.place()].tag() == Tag::Inner
    }

    /// Binds one of two different unbound variables to the other: a watched one stays, if there is one; else the older.
    fn bind_vars(&mut self, left: Word, right: Word) {
        match (self.is_watched(left), self.is_watched(right)) {
            (true, true) | (false, true) => self.bind(left, right),
            (true, false) => self.bind(right, left),
            (false, false) if left.place() < right.place() => self.bind(right, left),
            (false, false) => self.bind(left, right),
        }
    }

    /// Makes two terms equal if that is possible. What was bound when it is not is left to backtracking.
    #[inline]
    pub(crate) fn unify(&mut self, left: Word, right: Word) -> bool {
        let (left, right) = (self.deref(left), self.deref(right));
        match (left.is_ref(), right.is_ref()) {
            (true, false) => self.bind(left, right),
            (false, true) => self.bind(right, left),
            _ => return left == right || self.unify_parts(left, right),
        }
        true
    }

    fn unify_parts(&mut self, left: Word, right: Word) -> bool {
        let mut pairs = std::mem::take(&mut self.pairs);
        pairs.clear();
        let holds = self.unify_pairs(left, right, &mut pairs);
        self.pairs = pairs;
        holds
    }

    /// Makes two terms equal and then pairs of others, as long as there are any.
    fn unify_pairs(
        &mut self,
        mut left: Word,
        mut right: Word,
        pairs: &mut Vec<(Word, Word)>,
    ) -> bool {
        loop {
            left = self.deref(left);
            right = self.deref(right);
            if left != right {
                match (left.tag(), right.tag()) {
                    (Tag::Ref, Tag::Ref) => self.bind_vars(left, right),
                    (Tag::Ref, _) => self.bind(left, right),
                    (_, Tag::Ref) => self.bind(right, left),
                    (Tag::List, Tag::List) => {
                        let (l, r) = (left.place(), right.place());
                        pairs.push((self.heap[l + 1], self.heap[r + 1]));
                        (left, right) = (self.heap[l], self.heap[r]);
                        continue;
                    }
                    (Tag::Compound, Tag::Compound) => {
                        let (l, r) = (left.place(), right.place());
                        if self.heap[l] != self.heap[r] {
                            return false;
                        }
                        let arity = self.functor_at(l).arity();
                        for at in (1..=arity).rev() {
                            pairs.push((self.heap[l + at], self.heap[r + at]));
                        }
                    }
                    (Tag::Wide, Tag::Wide) if self.as_int(left) == self.as_int(right) => {}
                    _ => return false,
                }
            }
            match pairs.pop() {
                Some(pair) => (left, right) = pair,
                None => return true,
            }
        }
    }

    /// Unifies, or takes back what it bound since `mark` of the trail; for use where nothing else would take it back.
    pub(crate) fn unify_apart(&mut self, left: Word, right: Word, mark: usize) -> bool {
        let old_heap = std::mem::replace(&mut self.old_heap, usize::MAX);
        let pending = self.pending.len();
        let holds = self.unify(left, right);
        self.old_heap = old_heap;
        if !holds {
            self.take_back(mark, pending);
        }
        holds
    }

    /// Takes back what was bound since `mark` of the trail.
    pub(crate) fn take_back(&mut self, mark: usize, pending: usize) {
        while self.trail.len() > mark {
            let undo = self.trail.pop().expect("the trail is longer than that");
            self.undo(undo);
        }
        self.pending.truncate(pending);
    }

    /// Whether two terms could be made equal; nothing is bound.
    pub(crate) fn unifiable(&mut self, left: Word, right: Word) -> bool {
        let (mark, pending) = (self.trail.len(), self.pending.len());
        let holds = self.unify_apart(left, right, mark);
        self.take_back(mark, pending);
        holds
    }

    /// Builds a term of the source with the slots of a frame.
    pub(crate) fn build(&mut self, shape: &Shape, base: usize) -> Word {
        match shape {
            Shape::Slot(slot) => Word(self.env[base + usize::from(*slot)]),
            Shape::Const(word) => *word,
            Shape::Wide(value) => self.int(*value),
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
                    self.bind(word, *constant);
                    return true;
                }
                word == *constant
            }
            Shape::Wide(value) => {
                let other = self.int(*value);
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
                        self.bind(word, list);
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
                        self.functor_at(place) == *functor
                            && args.iter().enumerate().all(|(at, arg)| {
                                let inner = self.heap[place + 1 + at];
                                self.unify_shape(arg, inner, base)
                            })
                    }
                    Tag::Ref => {
                        let compound = self.build(shape, base);
                        self.bind(word, compound);
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
        match shape {
            Shape::Void => true,
            Shape::First(slot) => {
                self.env[base + usize::from(*slot)] = word.0;
                true
            }
            Shape::Slot(slot) => {
                let (left, right) = (self.slot(base, *slot), self.deref(word));
                left == right || (left.has_parts() && self.identical(left, right))
            }
            Shape::Const(constant) => self.deref(word) == *constant,
            _ => self.matches_inside(shape, word, base),
        }
    }

    fn matches_inside(&mut self, shape: &Shape, word: Word, base: usize) -> bool {
        let word = self.deref(word);
        match (shape, word.tag()) {
            (Shape::List(pair), Tag::List) => {
                let place = word.place();
                let (first, rest) = (self.heap[place], self.heap[place + 1]);
                self.matches(&pair[0], first, base) && self.matches(&pair[1], rest, base)
            }
            (Shape::Compound(functor, args), Tag::Compound) => {
                let place = word.place();
                self.functor_at(place) == *functor
                    && args.iter().enumerate().all(|(at, arg)| {
                        let inner = self.heap[place + 1 + at];
                        self.matches(arg, inner, base)
                    })
            }
            (Shape::Wide(value), Tag::Wide) => self.as_int(word) == Some(*value),
            _ => false,
        }
    }
}
