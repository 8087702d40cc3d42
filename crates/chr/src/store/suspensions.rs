//! The store of constraints: suspensions, the lists that lead to them, and the indexes.
//!
//! A suspension is a header, a number that grows with time, a count of wakes, and the arguments. All lists of suspensions, whole lists, those of
//! indexes and of watched variables, are chains of cells that are never changed except to skip what is gone, which the trail notes if it
//! can come back: a search that stands in a list sees it as it was, and going back restores heads and what was skipped. The last suspension of a
//! list needs no cell, so that a list of one is in its head. Suspensions that only such heads led to are used again when they are removed
//! (`store/reuse.rs`). Keys and their lists are in `store/index.rs`.

use crate::code::layout::SUSPENSION_HEADER;
use crate::code::word::Word;
use crate::code::word::follow;
use crate::store::table::{Place, Table, tag_of};
use crate::vm::choice_points::Undo;
use crate::vm::machine::Machine;

/// The bit of a header that says the constraint is in the store.
pub(crate) const ALIVE: u64 = 1;

/// Where the number of the constraint's symbol begins in a header; between it and [`ALIVE`] is a bit per index the suspension is in.
const SYMBOL_SHIFT: u32 = 32;

/// A suspension that is never in the store; what a frame knew of a suspension that is gone for good becomes this one.
pub(crate) const DEAD_SUSPENSION: usize = 1;

/// The bit of a header that says a cell leads to the suspension, or did.
pub(crate) const CHAINED: u64 = 1 << 31;

/// The bit of a list's head that says its suspensions are not in order, because some came late.
pub(crate) const MIXED: u32 = 1 << 31;

/// The bit of a link that says it is a suspension itself, the last of its list. Without it, a link is a cell, or 0 at the end.
pub(crate) const LAST: u32 = 1 << 30;

/// More words of suspensions or cells than links can tell apart.
pub(crate) const MOST: usize = 1 << 30;

/// One suspension of a list, and the link to the rest.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cell {
    pub(crate) suspension: u32,
    pub(crate) next: u32,
}

impl Machine<'_> {
    #[inline(always)]
    pub(crate) fn is_alive(&self, suspension: usize) -> bool {
        self.suspensions[suspension] & ALIVE != 0
    }

    pub(crate) fn symbol_of(&self, suspension: usize) -> usize {
        (self.suspensions[suspension] >> SYMBOL_SHIFT) as usize
    }

    #[inline(always)]
    pub(crate) fn id_of(&self, suspension: usize) -> u64 {
        self.suspensions[suspension + 1]
    }

    #[inline(always)]
    pub(crate) fn arg_of(&self, suspension: usize, at: usize) -> Word {
        Word(self.suspensions[suspension + SUSPENSION_HEADER + at])
    }

    /// Whether changes must be trailed at all.
    #[inline(always)]
    pub(crate) fn trailing(&self) -> bool {
        self.choices.len() > 1
    }

    /// Changes a word of the store.
    #[inline(always)]
    pub(crate) fn set_suspension(&mut self, suspension: usize, at: usize, word: u64) {
        if self.id_of(suspension) < self.old_id {
            self.trail.push(Undo::Suspension(
                (suspension + at) as u32,
                self.suspensions[suspension + at],
            ));
        }
        self.suspensions[suspension + at] = word;
    }

    /// The suspension a link leads to.
    #[inline(always)]
    pub(crate) fn suspension_of(&self, link: u32) -> usize {
        if link & LAST == 0 {
            self.cells[link as usize].suspension as usize
        } else {
            (link & !LAST) as usize
        }
    }

    /// The link after one.
    #[inline(always)]
    pub(crate) fn next_of(&self, link: u32) -> u32 {
        if link & LAST == 0 {
            self.cells[link as usize].next
        } else {
            0
        }
    }

    /// Whether the old head of a list must be kept for going back. If it came after the last choice, so did the change that put it
    /// there, and what was there before is kept already.
    #[inline]
    pub(crate) fn keeps(&self, head: u32) -> bool {
        let link = head & !MIXED;
        let came = if link & LAST == 0 {
            link as usize >= self.old_cells
        } else {
            (link & !LAST) as usize >= self.old_suspensions
        };
        self.trailing() && !(came && link != 0)
    }

    /// Changes the head of the list of a key.
    #[inline]
    pub(crate) fn set_head(&mut self, index: usize, tag: u32, place: Place, head: u32) {
        let old = self.tables[index].head(place);
        if self.keeps(old) {
            self.trail.push(Undo::Head(index as u16, tag, old));
        }
        self.tables[index].set(place, head);
    }

    /// Changes the head of the list of all constraints of a symbol.
    #[inline]
    pub(crate) fn set_list(&mut self, symbol: usize, head: u32) {
        let old = self.lists[symbol];
        if self.keeps(old) {
            self.trail.push(Undo::List(symbol as u32, old));
        }
        self.lists[symbol] = head;
    }

    #[inline]
    pub(crate) fn set_watched(&mut self, at: usize, head: u32) {
        let old = self.watched[at];
        if self.keeps(old) {
            self.trail.push(Undo::Watched(at as u32, old));
        }
        self.watched[at] = head;
    }

    /// The link to a suspension that is followed by a list.
    #[inline]
    pub(crate) fn link(&mut self, suspension: usize, next: u32) -> u32 {
        if next == 0 {
            return suspension as u32 | LAST;
        }
        self.suspensions[suspension] |= CHAINED;
        if next & LAST != 0 {
            self.suspensions[(next & !LAST) as usize] |= CHAINED;
        }
        self.cells.push(Cell {
            suspension: suspension as u32,
            next,
        });
        (self.cells.len() - 1) as u32
    }

    /// Stores a constraint whose arguments stand in the frame at `from`, and returns its suspension.
    #[inline(always)]
    pub(crate) fn insert(&mut self, symbol: usize, from: usize) -> usize {
        let code = self.code;
        let constraint = &code.constraints[symbol];
        let arity = constraint.functor.arity();
        let suspension = self.new_suspension(SUSPENSION_HEADER + arity);
        let header = ((symbol as u64) << SYMBOL_SHIFT) | ALIVE;
        let (fixed, args) = self.suspensions[suspension..suspension + SUSPENSION_HEADER + arity]
            .split_at_mut(SUSPENSION_HEADER);
        fixed.copy_from_slice(&[header, self.next_id, 0]);
        for (arg, &word) in args.iter_mut().zip(&self.env[from..from + arity]) {
            *arg = follow(&self.heap, Word(word)).0;
        }
        self.next_id += 1;
        self.counters.inserts += 1;
        self.set_live(symbol, self.live[symbol] + 1);
        if constraint.listed {
            let link = self.link(suspension, self.lists[symbol]);
            self.set_list(symbol, link);
        }
        for (bit, &indexed) in constraint.indexes.iter().enumerate() {
            if self.built[indexed.index as usize]
                && let Some(key) = self.key_of(suspension, indexed)
            {
                self.put_first(indexed.index as usize, tag_of(key), suspension, 0);
                self.suspensions[suspension] |= 2 << bit;
            }
        }
        if let Some(watch) = constraint.watch {
            for at in (0..arity).filter(|&at| constraint.watched[at]) {
                let word = self.arg_of(suspension, at);
                self.watch_within(word, suspension, watch as usize);
            }
        }
        suspension
    }

    /// Puts a suspension into the lists of the variables of a term.
    fn watch_within(&mut self, word: Word, suspension: usize, watch: usize) {
        if word.is_ref() {
            self.watch(word, suspension, watch);
        } else if !word.is_constant() {
            for var in self.vars(word) {
                self.watch(var, suspension, watch);
            }
        }
    }

    fn watch(&mut self, var: Word, suspension: usize, watch: usize) {
        let at = self.watched_at(var) + watch;
        let head = self.watched[at];
        if head != 0 && self.suspension_of(head) == suspension {
            return;
        }
        let link = self.link(suspension, head);
        self.set_watched(at, link);
    }

    /// Where the lists of a variable begin; a variable without lists gets them. Its mark is in a new cell to which it is bound, as its
    /// own may be an argument of a compound and be read as a term.
    pub(crate) fn watched_at(&mut self, var: Word) -> usize {
        let var = self.deref(var);
        if self.is_watched(var) {
            return self.heap[var.place()].place();
        }
        let at = self.watched.len();
        self.watched.extend((0..self.code.watches).map(|_| 0));
        let marked = Word::reference(self.heap.len());
        self.heap.push(Word::inner(at));
        self.bind(var, marked);
        at
    }

    /// Takes a constraint out of the store. It leaves the lists it heads at once, others when they are searched.
    pub(crate) fn remove(&mut self, suspension: usize) {
        let code = self.code;
        let symbol = self.symbol_of(suspension);
        let constraint = &code.constraints[symbol];
        self.counters.removals += 1;
        self.set_live(symbol, self.live[symbol] - 1);
        let header = self.suspensions[suspension] & !ALIVE;
        self.suspensions[suspension] = header;
        if self.id_of(suspension) < self.old_id {
            self.trail.push(Undo::Remove(suspension as u32));
        }
        if constraint.listed {
            let head = self.lists[symbol];
            if head != 0 && self.suspension_of(head) == suspension {
                self.set_list(symbol, self.next_of(head));
            }
        }
        for (bit, &indexed) in constraint.indexes.iter().enumerate() {
            if header & (2 << bit) != 0
                && let Some(key) = self.key_of(suspension, indexed)
            {
                self.drop_head(indexed.index as usize, tag_of(key), suspension);
            }
        }
        if let Some(watch) = constraint.watch {
            for at in (0..constraint.functor.arity()).filter(|&at| constraint.watched[at]) {
                let word = self.deref(self.arg_of(suspension, at));
                if word.is_ref() && self.is_watched(word) {
                    let list = self.heap[word.place()].place() + watch as usize;
                    let head = self.watched[list];
                    if head != 0 && self.suspension_of(head) == suspension {
                        self.set_watched(list, self.next_of(head));
                    }
                }
            }
        } else if header & CHAINED == 0 {
            self.give_back(suspension);
        }
    }

    /// The suspensions of the constraints in the store, the oldest first.
    pub(crate) fn stored_suspensions(&self) -> Vec<usize> {
        let mut suspensions = Vec::new();
        let mut suspension = DEAD_SUSPENSION + SUSPENSION_HEADER;
        while suspension < self.suspensions.len() {
            if self.is_alive(suspension) {
                suspensions.push(suspension);
            }
            suspension += SUSPENSION_HEADER
                + self.code.constraints[self.symbol_of(suspension)]
                    .functor
                    .arity();
        }
        suspensions.sort_unstable_by_key(|&suspension| self.id_of(suspension));
        suspensions
    }

    /// Bytes of the store, its lists and indexes.
    pub(crate) fn store_memory(&self) -> usize {
        8 * (self.suspensions.len() + self.cells.len())
            + 4 * (self.lists.len() + self.watched.len())
            + self.tables.iter().map(Table::memory).sum::<usize>()
    }
}

/// How many of the suspensions given back last are looked at for one of the right size.
const LOOKED_AT: usize = 4;

impl Machine<'_> {
    /// Room for a suspension of a size, whose content is the caller's affair.
    #[inline]
    pub(crate) fn new_suspension(&mut self, size: usize) -> usize {
        let from = self.old_free.max(self.free.len().saturating_sub(LOOKED_AT));
        for at in (from..self.free.len()).rev() {
            let (suspension, room) = self.free[at];
            if room as usize == size {
                self.free.swap_remove(at);
                return suspension as usize;
            }
        }
        let suspension = self.suspensions.len();
        self.suspensions.extend(std::iter::repeat_n(0, size));
        suspension
    }

    /// Lets a suspension be used again, unless a choice may bring its constraint back. Turns of priorities know suspensions by their place alone.
    #[inline]
    pub(crate) fn give_back(&mut self, suspension: usize) {
        if self.id_of(suspension) >= self.old_id && !self.code.prioritised {
            let arity = self.code.constraints[self.symbol_of(suspension)]
                .functor
                .arity();
            let size = arity + SUSPENSION_HEADER;
            self.free.push((suspension as u32, size as u32));
        }
    }

    /// Whether a suspension still holds a constraint that was stored before some number was next.
    #[inline]
    pub(crate) fn holds(&self, suspension: usize, since: u64) -> bool {
        self.is_alive(suspension) && self.id_of(suspension) < since
    }
}
