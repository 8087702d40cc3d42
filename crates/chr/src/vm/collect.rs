//! Collection: terms that nothing leads to are taken out of the heap while a run goes on, and the others move together.
//!
//! Only what came after the last choice moves, and keeps its order, as variables are compared by age. Slots of frames may hold words left
//! over from earlier frames. They are never read before they are written, so it is harmless to follow them too, as long as every cell of
//! the heap is a word and every word moves in the same way.

use crate::code::Callee;
use crate::code::atoms::{Functor, known};
use crate::code::layout::FRAME;
use crate::code::layout::SUSPENSION_HEADER;
use crate::code::layout::{ARGS, slots_at};
use crate::code::number;
use crate::code::word::{Tag, Word};
use crate::heap::cells::COLLECT_LEAST;
use crate::store::suspensions::DEAD_SUSPENSION;
use crate::vm::frames::Kept;
use crate::vm::machine::Machine;

/// The cells that are needed, and where they go.
struct Marks {
    /// Cells before this stay.
    from: usize,
    /// Not 0 for a needed cell; at the end one more than its new place, counted from `from`.
    to: Vec<u32>,
    todo: Vec<Word>,
}

impl Marks {
    /// Marks a cell; its content is followed later.
    fn cell(&mut self, heap: &[Word], place: usize) {
        if let Some(mark) = place
            .checked_sub(self.from)
            .and_then(|at| self.to.get_mut(at))
            && *mark == 0
        {
            *mark = 1;
            self.todo.push(heap[place]);
            if heap[place].tag() == Tag::Inner && place + 1 < heap.len() {
                // What follows a functor is needed with it, and after the mark of a variable stand its attributes.
                self.cell(heap, place + 1);
            }
        }
    }

    /// Marks everything a word leads to.
    fn follow(&mut self, heap: &[Word], word: Word) {
        self.todo.push(word);
        while let Some(word) = self.todo.pop() {
            let place = word.place();
            match word.tag() {
                Tag::Ref => self.cell(heap, place),
                Tag::Number => {
                    // The words that are followed need not be in use; only a header says how many cells there are.
                    let Some(header) = heap.get(place).filter(|cell| cell.is_small()) else {
                        continue;
                    };
                    for at in place..(place + number::length(*header)).min(heap.len()) {
                        self.cell(heap, at);
                    }
                }
                Tag::List => {
                    self.cell(heap, place);
                    self.cell(heap, place + 1);
                }
                Tag::Compound => {
                    let Some(functor) = heap.get(place).filter(|cell| cell.tag() == Tag::Inner)
                    else {
                        continue;
                    };
                    let arity = Functor(functor.place() as u64).arity();
                    for at in place..=place + arity {
                        self.cell(heap, at);
                    }
                }
                _ => {}
            }
        }
    }

    /// Decides where the needed cells go, and returns how long the heap will be.
    fn settle(&mut self) -> usize {
        let mut count = 0;
        for mark in self.to.iter_mut().filter(|mark| **mark != 0) {
            count += 1;
            *mark = count;
        }
        self.from + count as usize
    }

    /// The word that leads to the same thing after the move.
    fn moved(&self, word: Word) -> Word {
        let go = |place: usize| {
            let mark = place.checked_sub(self.from).and_then(|at| self.to.get(at));
            match mark {
                Some(&mark) if mark != 0 => self.from + mark as usize - 1,
                _ => place,
            }
        };
        match word.tag() {
            Tag::Ref => Word::reference(go(word.place())),
            Tag::List => Word::list(go(word.place())),
            Tag::Compound => Word::compound(go(word.place())),
            Tag::Number => Word::number(go(word.place())),
            _ => word,
        }
    }
}

impl Machine<'_> {
    /// Takes out of the heap what nothing leads to, before a call whose arguments are loaded.
    #[cold]
    pub(crate) fn collect(&mut self, callee: Callee) {
        if !self.heap.pending.is_empty() || self.asking {
            return;
        }
        let (trail, from) = self
            .choices
            .last()
            .map_or((0, 0), |choice| (choice.heap.trail, choice.heap.cells));
        let mut marks = Marks {
            from,
            to: vec![0; self.heap.len() - from],
            todo: Vec::new(),
        };
        self.heap.compact_trail(trail);
        let heap = &self.heap;
        let mut depth = 0;
        self.each_root(callee, trail, &mut |word| {
            depth += 1;
            marks.follow(heap, word);
        });
        let length = marks.settle();
        self.move_roots(callee, trail, &marks);
        let mut end = from;
        for at in 0..marks.to.len() {
            if marks.to[at] != 0 {
                self.heap[end] = marks.moved(self.heap[from + at]);
                end += 1;
            }
        }
        self.heap.truncate(length);
        // Work is in proportion to what was added.
        let growth = (self.heap.len() - from).max(COLLECT_LEAST).max(8 * depth);
        self.collect_at = self.heap.len() + growth;
    }

    /// Gives back what nothing needs between two calls of a session, if there may be much.
    pub(crate) fn collect_between_calls(&mut self) {
        self.e = 0;
        if self.store.suspensions.len() > self.store.compact_at {
            self.compact();
        }
        if self.heap.len() > self.collect_at {
            self.collect(Callee::Unknown(Functor::new(known::TRUE, 0)));
        }
    }

    /// The loaded arguments of a call.
    fn loaded(&self, callee: Callee) -> usize {
        match callee {
            Callee::Builtin(builtin) => self.builtins[builtin as usize].arity,
            Callee::Constraint(symbol) | Callee::Checked(symbol) | Callee::Waiting(symbol) => {
                self.code.constraints[symbol as usize].functor.arity()
            }
            Callee::Clauses(pred) => {
                let first = self.code.preds[pred as usize].all.first();
                first.map_or(0, |&clause| self.code.clauses[clause as usize].head.len())
            }
            Callee::Native(native) => self.code.natives[native as usize].functor.arity(),
            Callee::Unknown(functor) => functor.arity(),
        }
    }

    /// Where the words of a frame are, in one or two stretches.
    fn words_of(&self, base: usize) -> [std::ops::Range<usize>; 2] {
        let size = self.env[base + 3] as u32 as usize;
        match Kept::of(self.env[base + 3]) {
            Kept::Words => [base + FRAME..base + size, 0..0],
            Kept::Woken => [0..0, 0..0],
            Kept::Constraint => {
                let constraint = &self.code.constraints[self.symbol_at(base)];
                let arity = constraint.functor.arity();
                let slots = slots_at(arity, constraint.partners.into());
                [
                    base + ARGS..base + ARGS + arity,
                    base + slots..base + size.max(slots),
                ]
            }
        }
    }

    /// Shows every word from which the part of the heap can be reached that may move.
    fn each_root(&self, callee: Callee, trail: usize, see: &mut dyn FnMut(Word)) {
        self.args[..self.loaded(callee)]
            .iter()
            .for_each(|&word| see(word));
        self.heap.each_root(trail, see);
        self.asked.iter().for_each(|(_, word)| see(*word));
        self.natives.each_root(see);
        let mut base = self.e;
        while base != 0 {
            for words in self.words_of(base) {
                self.env[words].iter().for_each(|&word| see(Word(word)));
            }
            base = self.env[base] as usize;
        }
        for (suspension, arity) in self.suspensions_to_move() {
            let words = &self.store.suspensions
                [suspension + SUSPENSION_HEADER..suspension + SUSPENSION_HEADER + arity];
            words.iter().for_each(|&word| see(Word(word)));
        }
    }

    /// The suspensions in the store that came after the last choice, with their numbers of arguments.
    fn suspensions_to_move(&self) -> Vec<(usize, usize)> {
        let mut suspensions = Vec::new();
        let mut suspension = self
            .store
            .old_suspensions
            .max(DEAD_SUSPENSION + SUSPENSION_HEADER);
        while suspension < self.store.suspensions.len() {
            let arity = self.code.constraints[self.store.symbol_of(suspension)]
                .functor
                .arity();
            if self.store.is_alive(suspension) {
                suspensions.push((suspension, arity));
            }
            suspension += SUSPENSION_HEADER + arity;
        }
        suspensions
    }

    fn move_roots(&mut self, callee: Callee, trail: usize, marks: &Marks) {
        let loaded = self.loaded(callee);
        for word in &mut self.args[..loaded] {
            *word = marks.moved(*word);
        }
        self.heap.move_roots(trail, |word| marks.moved(word));
        for (_, word) in &mut self.asked {
            *word = marks.moved(*word);
        }
        self.natives.move_roots(|word| marks.moved(word));
        let mut base = self.e;
        while base != 0 {
            for words in self.words_of(base) {
                for word in &mut self.env[words] {
                    *word = marks.moved(Word(*word)).0;
                }
            }
            base = self.env[base] as usize;
        }
        for (suspension, arity) in self.suspensions_to_move() {
            for word in &mut self.store.suspensions
                [suspension + SUSPENSION_HEADER..suspension + SUSPENSION_HEADER + arity]
            {
                *word = marks.moved(Word(*word)).0;
            }
        }
    }
}
