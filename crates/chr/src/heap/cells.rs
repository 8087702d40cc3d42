//! The heap: cells, the trail of their changes, binding and unification.

use std::ops::{Deref, DerefMut};

use gridwright_term::Number;

use crate::code::WordMap;
use crate::code::atoms::{Functor, known};
use crate::code::number;
use crate::code::word::{Tag, Word, follow};
use crate::heap::visited::Visited;

/// Words the heap may have before anything is taken out.
pub(crate) const COLLECT_LEAST: usize = 1 << 20;

/// How one change of the heap is taken back.
#[derive(Clone, Copy, Debug)]
pub(crate) enum HeapUndo {
    /// A variable was bound.
    Bind(u32),
    /// A cell had another content.
    Cell(u32, Word),
    /// A global variable had a value.
    Global(u32, Word),
}

impl HeapUndo {
    /// The cell that was changed.
    pub(crate) fn place(&self) -> Option<usize> {
        match *self {
            HeapUndo::Bind(place) | HeapUndo::Cell(place, _) => Some(place as usize),
            HeapUndo::Global(..) => None,
        }
    }

    /// Whether a cell below a place was changed.
    pub(crate) fn binds_below(&self, floor: usize) -> bool {
        self.place().is_some_and(|place| place < floor)
    }
}

/// How far the heap has grown, to go back to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HeapMark {
    pub(crate) cells: usize,
    pub(crate) trail: usize,
}

/// The cells of a run, which it reads as a slice of words, and what is needed to go back.
#[derive(Debug, Default)]
pub(crate) struct Heap {
    cells: Vec<Word>,
    pub(crate) trail: Vec<HeapUndo>,
    /// Cells below this belong to a choice point.
    pub(crate) old: usize,
    /// Watched variables that were bound and whose constraints are still to wake.
    pub(crate) pending: Vec<(usize, usize)>,
    /// Global variables whose values are restored on backtracking.
    pub(crate) globals: WordMap<u32, Word>,
    /// A buffer for the pairs of terms that are still to be unified.
    pub(crate) pairs: Vec<(Word, Word)>,
    /// Whether a variable ever had attributes.
    pub(crate) attributed: bool,
}

impl Deref for Heap {
    type Target = [Word];

    #[inline(always)]
    fn deref(&self) -> &[Word] {
        &self.cells
    }
}

impl DerefMut for Heap {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Word] {
        &mut self.cells
    }
}

impl Heap {
    pub(crate) fn new(cells: Vec<Word>) -> Heap {
        Heap {
            cells,
            ..Heap::default()
        }
    }

    /// Takes the cells out, for the next run.
    pub(crate) fn take(&mut self) -> Vec<Word> {
        std::mem::take(&mut self.cells)
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, word: Word) {
        self.cells.push(word);
    }

    pub(crate) fn extend(&mut self, words: impl IntoIterator<Item = Word>) {
        self.cells.extend(words);
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.cells.truncate(len);
    }

    pub(crate) fn mark(&self) -> HeapMark {
        HeapMark {
            cells: self.cells.len(),
            trail: self.trail.len(),
        }
    }

    /// Goes back to a mark.
    pub(crate) fn go_back(&mut self, mark: HeapMark) {
        self.undo_to(mark.trail);
        self.truncate(mark.cells);
        self.pending.clear();
    }

    /// Forgets changes after an entry of the trail of what the last choice point cuts off.
    pub(crate) fn compact_trail(&mut self, from: usize) {
        let (old, mut entry) = (self.old, 0);
        self.trail.retain(|undo| {
            entry += 1;
            match *undo {
                HeapUndo::Bind(place) | HeapUndo::Cell(place, _) if entry > from => {
                    (place as usize) < old
                }
                _ => true,
            }
        });
    }

    /// Drops the last entries of the trail, down to `from`, while they restore cells that going back to the last choice point drops anyway.
    #[inline]
    pub(crate) fn shorten_trail(&mut self, from: usize) {
        while self.trail.len() > from
            && let Some(HeapUndo::Bind(place) | HeapUndo::Cell(place, _)) = self.trail.last()
            && (*place as usize) >= self.old
        {
            self.trail.pop();
        }
    }

    /// Shows the words of global variables and of trail entries from one on, and those of cells that such an entry can restore.
    pub(crate) fn each_root(&self, from: usize, see: &mut dyn FnMut(Word)) {
        self.globals.values().for_each(|&word| see(word));
        for undo in &self.trail[from..] {
            match *undo {
                HeapUndo::Bind(place) | HeapUndo::Cell(place, _) => see(self[place as usize]),
                HeapUndo::Global(_, word) => see(word),
            }
        }
    }

    /// Changes the same words.
    pub(crate) fn move_roots(&mut self, from: usize, moved: impl Fn(Word) -> Word) {
        for word in self.globals.values_mut() {
            *word = moved(*word);
        }
        for undo in &mut self.trail[from..] {
            match undo {
                HeapUndo::Bind(place) | HeapUndo::Cell(place, _) => {
                    let word = &mut self.cells[*place as usize];
                    *word = moved(*word);
                }
                HeapUndo::Global(_, word) => *word = moved(*word),
            }
        }
    }

    /// Takes back the changes since a mark of the trail.
    pub(crate) fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(HeapUndo::Bind(place)) => {
                    self.cells[place as usize] = Word::reference(place as usize);
                }
                Some(HeapUndo::Cell(place, word)) => self.cells[place as usize] = word,
                Some(HeapUndo::Global(name, word)) => {
                    self.globals.insert(name, word);
                }
                None => return,
            }
        }
    }

    /// Follows references to a term or an unbound variable.
    #[inline(always)]
    pub(crate) fn resolve(&self, word: Word) -> Word {
        follow(self, word)
    }

    #[inline]
    pub(crate) fn new_var(&mut self) -> Word {
        let word = Word::reference(self.len());
        self.push(word);
        word
    }

    #[inline]
    pub(crate) fn int(&mut self, value: i64) -> Word {
        Word::small(value).unwrap_or_else(|| self.new_number(&number::cells(&Number::Int(value))))
    }

    /// A number as a word.
    pub(crate) fn number(&mut self, value: &Number) -> Word {
        match value {
            Number::Int(value) => self.int(*value),
            _ => self.new_number(&number::cells(value)),
        }
    }

    /// Puts the cells of a number on the heap.
    pub(crate) fn new_number(&mut self, cells: &[Word]) -> Word {
        let place = self.len();
        self.cells.extend_from_slice(cells);
        Word::number(place)
    }

    pub(crate) fn new_compound(&mut self, name: u32, args: &[Word]) -> Word {
        let place = self.len();
        self.push(Word::inner(Functor::new(name, args.len()).0 as usize));
        self.extend(args.iter().copied());
        Word::compound(place)
    }

    pub(crate) fn new_pair(&mut self, first: Word, rest: Word) -> Word {
        let place = self.len();
        self.push(first);
        self.push(rest);
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
        Functor(self[place].place() as u64)
    }

    /// The value of an integer of 64 bits.
    #[inline]
    pub(crate) fn as_int(&self, word: Word) -> Option<i64> {
        if word.is_small() {
            return Some(word.value());
        }
        match self.as_number(word) {
            Some(Number::Int(value)) => Some(value),
            _ => None,
        }
    }

    /// The value of a number.
    pub(crate) fn as_number(&self, word: Word) -> Option<Number> {
        match word.tag() {
            Tag::Int => Some(Number::Int(word.value())),
            Tag::Number => Some(number::number(self.number_cells(word))),
            _ => None,
        }
    }

    /// The cells of a number that is not a small integer.
    pub(crate) fn number_cells(&self, word: Word) -> &[Word] {
        let place = word.place();
        &self[place..place + number::length(self[place])]
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

    /// How many items a list has, and what follows the last: `[]` after a proper list, a variable after a partial one, and a list after
    /// some items of a cyclic one.
    pub(crate) fn skip_list(&self, list: Word) -> (usize, Word) {
        let mut rest = self.resolve(list);
        let mut count = 0;
        // A list that comes back to where it was is cyclic.
        let (mut earlier, mut check) = (Word::inner(0), 64);
        while rest.tag() == Tag::List && rest != earlier {
            if count == check {
                (earlier, check) = (rest, 2 * check);
            }
            count += 1;
            rest = self.resolve(self[rest.place() + 1]);
        }
        (count, rest)
    }

    /// The items of a proper list.
    pub(crate) fn items(&self, list: Word) -> Option<Vec<Word>> {
        let (count, end) = self.skip_list(list);
        if end != Word::NIL {
            return None;
        }
        let mut items = Vec::with_capacity(count);
        let mut rest = self.resolve(list);
        while rest.tag() == Tag::List {
            items.push(self.resolve(self[rest.place()]));
            rest = self.resolve(self[rest.place() + 1]);
        }
        Some(items)
    }

    /// Binds the unbound variable `var` to `value`, which is dereferenced and not the same variable.
    #[inline]
    pub(crate) fn bind(&mut self, var: Word, value: Word) {
        let place = var.place();
        let old = self[place];
        if old.tag() == Tag::Inner {
            self.pending.push((place, old.place()));
            self.trail.push(HeapUndo::Cell(place as u32, old));
        } else if place < self.old {
            self.trail.push(HeapUndo::Bind(place as u32));
        }
        self[place] = value;
    }

    #[inline]
    pub(crate) fn is_watched(&self, var: Word) -> bool {
        self[var.place()].tag() == Tag::Inner
    }

    /// Binds one of two different unbound variables to the other: a watched one stays, if there is one; else the older. Of two watched ones, that
    /// stays which was watched first, as in SWI-Prolog.
    fn bind_vars(&mut self, left: Word, right: Word) {
        match (self.is_watched(left), self.is_watched(right)) {
            (true, false) => self.bind(right, left),
            (false, true) => self.bind(left, right),
            _ if left.place() < right.place() => self.bind(right, left),
            _ => self.bind(left, right),
        }
    }

    /// Makes two terms equal if that is possible. What was bound when it is not is left to backtracking.
    #[inline]
    pub(crate) fn unify(&mut self, left: Word, right: Word) -> bool {
        let (left, right) = (self.resolve(left), self.resolve(right));
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
        let mut visited = Visited::default();
        loop {
            left = self.resolve(left);
            right = self.resolve(right);
            if left != right {
                match (left.tag(), right.tag()) {
                    (Tag::Ref, Tag::Ref) => self.bind_vars(left, right),
                    (Tag::Ref, _) => self.bind(left, right),
                    (_, Tag::Ref) => self.bind(right, left),
                    (Tag::List | Tag::Compound, _) if visited.has(left, right) => {}
                    (Tag::List, Tag::List) => {
                        let (l, r) = (left.place(), right.place());
                        pairs.push((self[l + 1], self[r + 1]));
                        (left, right) = (self[l], self[r]);
                        continue;
                    }
                    (Tag::Compound, Tag::Compound) => {
                        let (l, r) = (left.place(), right.place());
                        if self[l] != self[r] {
                            return false;
                        }
                        let arity = self.functor_at(l).arity();
                        for at in (1..=arity).rev() {
                            pairs.push((self[l + at], self[r + at]));
                        }
                    }
                    (Tag::Number, Tag::Number)
                        if self.number_cells(left) == self.number_cells(right) => {}
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
        let old_heap = std::mem::replace(&mut self.old, usize::MAX);
        let pending = self.pending.len();
        let holds = self.unify(left, right);
        self.old = old_heap;
        if !holds {
            self.take_back(mark, pending);
        }
        holds
    }

    /// Takes back what was bound since `mark` of the trail.
    pub(crate) fn take_back(&mut self, mark: usize, pending: usize) {
        self.undo_to(mark);
        self.pending.truncate(pending);
    }

    /// Whether two terms could be made equal; nothing is bound.
    pub(crate) fn unifiable(&mut self, left: Word, right: Word) -> bool {
        self.unifiable_above(left, right, 0)
    }

    /// Whether two terms could be made equal without binding a variable below a place; nothing is bound.
    pub(crate) fn unifiable_above(&mut self, left: Word, right: Word, floor: usize) -> bool {
        let (mark, pending) = (self.trail.len(), self.pending.len());
        let holds = self.unify_apart(left, right, mark);
        let is_free = !self.trail[mark..]
            .iter()
            .any(|undo| undo.binds_below(floor));
        self.take_back(mark, pending);
        holds && is_free
    }
}
