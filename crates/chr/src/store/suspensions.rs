//! The store of constraints: suspensions, the lists that lead to them, and the indexes.
//!
//! A suspension is a header, a number that grows with time, a count of wakes, and the arguments. All lists of suspensions, whole lists, those of
//! indexes and of watched variables, are chains of cells that are never changed except to skip what is gone, which the trail notes if it
//! can come back: a search that has reached a place of a list sees the list as it was, and going back restores heads and what was skipped. The last suspension of a
//! list needs no cell, so that a list of one is in its head. Suspensions that only such heads led to are used again when they are removed
//! (`store/reuse.rs`). Keys and their lists are in `store/index.rs`.

use crate::code::Code;
use crate::code::layout::SUSPENSION_HEADER;
use crate::code::word::Word;
use crate::heap::cells::Heap;
use crate::store::history::{History, Key};
use crate::store::table::{Place, Table, tag_of};

/// Fewer suspensions than this that are gone for a while stay in a list.
const FEW: u32 = 2;

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

/// More words of suspensions or cells than links can address.
pub(crate) const MOST: usize = 1 << 30;

/// Suspensions are not moved before the store has grown by so many words.
pub(crate) const LEAST: usize = 1 << 16;

/// One suspension of a list, and the link to the rest.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cell {
    pub(crate) suspension: u32,
    pub(crate) next: u32,
}

/// How one change of the store is taken back.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Undo {
    /// The list of a key of an index had another head.
    Head(u16, u32, u32),
    /// The list of all constraints of a symbol had another head.
    List(u32, u32),
    /// The list of a watched variable had another head.
    Watched(u32, u32),
    /// A cell of a list led to another, by way of suspensions that were gone.
    Next(u32, u32),
    /// A stored constraint was removed.
    Remove(u32),
    /// Another number of constraints of a symbol was in the store.
    Live(u32, u32),
    /// A word of the store had another content.
    Suspension(u32, u64),
    /// A firing was remembered last.
    Fired(u32),
}

/// How far the store has grown, to go back to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StoreMark {
    pub(crate) suspensions: usize,
    pub(crate) cells: usize,
    free: usize,
    pub(crate) watched: usize,
    id: u64,
    pub(crate) trail: usize,
}

/// The suspensions of a run, the lists and indexes that lead to them, and the trail of their changes.
#[derive(Debug)]
pub(crate) struct Store<'p> {
    pub(crate) code: &'p Code,
    pub(crate) suspensions: Vec<u64>,
    pub(crate) cells: Vec<Cell>,
    /// Heads of the lists of all constraints of each symbol.
    pub(crate) lists: Vec<u32>,
    /// Heads of the lists of watched variables.
    pub(crate) watched: Vec<u32>,
    pub(crate) tables: Vec<Table>,
    /// Which indexes were looked up and are kept up, and whether all are.
    pub(crate) built: Vec<bool>,
    pub(crate) all_built: bool,
    /// Suspensions that can be used again, and their sizes.
    pub(crate) free: Vec<(u32, u32)>,
    pub(crate) trail: Vec<Undo>,
    /// Whether there is a choice point to go back to, so that changes must be trailed.
    pub(crate) trailing: bool,
    /// How large the store may become before it is compacted, and how much it must have grown since.
    pub(crate) compact_at: usize,
    pub(crate) compact_step: usize,
    /// How many constraints had been removed when it was compacted last.
    pub(crate) compacted: u64,
    /// All suspensions below this place are in the store.
    pub(crate) whole: usize,
    pub(crate) next_id: u64,
    /// Constraints with a lower number than this belong to a choice point.
    old_id: u64,
    /// So many words of suspensions, cells and suspensions to be used again belong to a choice point.
    pub(crate) old_suspensions: usize,
    pub(crate) old_cells: usize,
    pub(crate) old_free: usize,
    /// How many constraints of each symbol are in the store, and the epoch in which each number was last trailed.
    pub(crate) live: Vec<u32>,
    pub(crate) counted: Vec<u64>,
    /// The bits of the symbols of which there is none.
    pub(crate) absent: u64,
    /// Grows whenever a choice point is added, taken up or forgotten.
    pub(crate) epoch: u64,
    pub(crate) history: Vec<History>,
    /// How many constraints were stored and removed.
    pub(crate) inserts: u64,
    pub(crate) removals: u64,
}

impl<'p> Store<'p> {
    /// An empty store, over a buffer that begins with the suspension that is never in it.
    pub(crate) fn new(code: &'p Code, suspensions: Vec<u64>) -> Store<'p> {
        Store {
            code,
            suspensions,
            cells: vec![Cell::default()],
            lists: vec![0; code.constraints.len()],
            // The first lists are those of variables that have attributes but no constraints; they stay empty.
            watched: vec![0; code.watches.max(1) as usize],
            tables: vec![Table::default(); code.indexes.len()],
            built: vec![false; code.indexes.len()],
            all_built: false,
            free: Vec::new(),
            trail: Vec::new(),
            trailing: false,
            compact_at: LEAST,
            compact_step: LEAST,
            compacted: 0,
            whole: DEAD_SUSPENSION + SUSPENSION_HEADER,
            next_id: 1,
            old_id: 0,
            old_suspensions: 0,
            old_cells: 0,
            old_free: 0,
            live: vec![0; code.constraints.len()],
            counted: vec![0; code.constraints.len()],
            absent: u64::MAX,
            epoch: 0,
            history: vec![History::default(); code.rules.len()],
            inserts: 0,
            removals: 0,
        }
    }

    pub(crate) fn mark(&self) -> StoreMark {
        StoreMark {
            suspensions: self.suspensions.len(),
            cells: self.cells.len(),
            free: self.free.len(),
            watched: self.watched.len(),
            id: self.next_id,
            trail: self.trail.len(),
        }
    }

    /// Notes what belongs to the last choice point; `trailing` says whether there is another one below it.
    pub(crate) fn set_mark(&mut self, mark: Option<StoreMark>, trailing: bool) {
        self.epoch += 1;
        self.trailing = trailing;
        let is = |of: fn(&StoreMark) -> usize| mark.as_ref().map_or(0, of);
        self.old_id = mark.map_or(0, |mark| mark.id);
        self.old_suspensions = is(|mark| mark.suspensions);
        self.old_cells = is(|mark| mark.cells);
        self.old_free = is(|mark| mark.free);
    }

    /// Goes back to a mark.
    pub(crate) fn undo_to(&mut self, mark: StoreMark) {
        while self.trail.len() > mark.trail {
            let Some(undo) = self.trail.pop() else { break };
            match undo {
                Undo::Head(index, tag, head) => {
                    let table = &mut self.tables[usize::from(index)];
                    let place = table.place(tag);
                    table.set(place, head);
                }
                Undo::List(symbol, head) => self.lists[symbol as usize] = head,
                Undo::Watched(at, head) => self.watched[at as usize] = head,
                Undo::Next(cell, next) => self.cells[cell as usize].next = next,
                Undo::Live(symbol, live) => self.count_live(symbol as usize, live),
                Undo::Remove(suspension) => self.suspensions[suspension as usize] |= ALIVE,
                Undo::Suspension(at, old) => self.suspensions[at as usize] = old,
                Undo::Fired(rule) => self.history[rule as usize].forget_last(),
            }
        }
        self.epoch += 1;
        self.suspensions.truncate(mark.suspensions);
        self.whole = self.whole.min(mark.suspensions);
        self.cells.truncate(mark.cells);
        self.free.truncate(mark.free);
        self.watched.truncate(mark.watched);
    }

    /// Remembers that a rule fired for a tuple of constraints.
    pub(crate) fn remember(&mut self, rule: u32, key: Key) {
        self.history[rule as usize].add(key);
        if self.trailing {
            self.trail.push(Undo::Fired(rule));
        }
    }
}

impl Store<'_> {
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
        self.trailing && !(came && link != 0)
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

    /// Stores a constraint whose arguments are in `given`, and returns its suspension.
    #[inline(always)]
    pub(crate) fn insert(&mut self, heap: &mut Heap, symbol: usize, given: &[u64]) -> usize {
        let code = self.code;
        let constraint = &code.constraints[symbol];
        let arity = constraint.functor.arity();
        let suspension = self.new_suspension(SUSPENSION_HEADER + arity);
        let header = ((symbol as u64) << SYMBOL_SHIFT) | ALIVE;
        let (fixed, args) = self.suspensions[suspension..suspension + SUSPENSION_HEADER + arity]
            .split_at_mut(SUSPENSION_HEADER);
        fixed.copy_from_slice(&[header, self.next_id, 0]);
        for (arg, &word) in args.iter_mut().zip(given) {
            *arg = heap.resolve(Word(word)).0;
        }
        self.next_id += 1;
        self.inserts += 1;
        self.set_live(symbol, self.live[symbol] + 1);
        if constraint.listed {
            let link = self.link(suspension, self.lists[symbol]);
            self.set_list(symbol, link);
        }
        for (bit, &indexed) in constraint.indexes.iter().enumerate() {
            if self.built[indexed.index as usize]
                && let Some(key) = self.key_of(heap, suspension, indexed)
            {
                self.put_first(indexed.index as usize, tag_of(key), suspension, 0);
                self.suspensions[suspension] |= 2 << bit;
            }
        }
        if let Some(watch) = constraint.watch {
            for at in (0..arity).filter(|&at| constraint.watched[at]) {
                let word = self.arg_of(suspension, at);
                self.watch_within(heap, word, suspension, watch as usize);
            }
        }
        suspension
    }

    /// Puts a suspension into the lists of the variables of a term.
    fn watch_within(&mut self, heap: &mut Heap, word: Word, suspension: usize, watch: usize) {
        if word.is_ref() {
            self.watch(heap, word, suspension, watch);
        } else if !word.is_constant() {
            for var in heap.vars(word) {
                self.watch(heap, var, suspension, watch);
            }
        }
    }

    fn watch(&mut self, heap: &mut Heap, var: Word, suspension: usize, watch: usize) {
        let at = self.watched_at(heap, var) + watch;
        if heap.attributed {
            heap.note_constraints(var);
        }
        let head = self.watched[at];
        if head != 0 && self.suspension_of(head) == suspension {
            return;
        }
        let link = self.link(suspension, head);
        self.set_watched(at, link);
    }

    /// Where the lists of a variable begin; a variable without lists gets them. Its mark is in a new cell to which it is bound, as its
    /// own may be an argument of a compound and be read as a term.
    pub(crate) fn watched_at(&mut self, heap: &mut Heap, var: Word) -> usize {
        let var = heap.resolve(var);
        let marked = heap.is_watched(var);
        if marked && heap[var.place()].place() != 0 {
            return heap[var.place()].place();
        }
        let at = self.watched.len();
        self.watched.extend((0..self.code.watches).map(|_| 0));
        if marked {
            heap.set_cell(var.place(), Word::inner(at));
        } else {
            heap.mark_var(var, at);
        }
        at
    }

    /// Takes a constraint out of the store. It leaves the lists it heads at once, others when they are searched.
    pub(crate) fn remove(&mut self, heap: &Heap, suspension: usize) {
        let code = self.code;
        let symbol = self.symbol_of(suspension);
        let constraint = &code.constraints[symbol];
        self.removals += 1;
        self.set_live(symbol, self.live[symbol] - 1);
        let header = self.suspensions[suspension] & !ALIVE;
        self.suspensions[suspension] = header;
        self.whole = self.whole.min(suspension);
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
                && let Some(key) = self.key_of(heap, suspension, indexed)
            {
                self.drop_head(indexed.index as usize, tag_of(key), suspension);
            }
        }
        if let Some(watch) = constraint.watch {
            for at in (0..constraint.functor.arity()).filter(|&at| constraint.watched[at]) {
                let word = heap.resolve(self.arg_of(suspension, at));
                if word.is_ref() && heap.is_watched(word) {
                    let list = heap[word.place()].place() + watch as usize;
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
        self.suspensions_by_age(|_| true)
    }

    /// Those of some symbols, the oldest first.
    pub(crate) fn suspensions_by_age(&self, wanted: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut suspensions = Vec::new();
        let mut suspension = DEAD_SUSPENSION + SUSPENSION_HEADER;
        while suspension < self.suspensions.len() {
            let symbol = self.symbol_of(suspension);
            if wanted(symbol) && self.is_alive(suspension) {
                suspensions.push(suspension);
            }
            suspension += SUSPENSION_HEADER + self.code.constraints[symbol].functor.arity();
        }
        suspensions.sort_unstable_by_key(|&suspension| self.id_of(suspension));
        suspensions
    }

    /// The suspensions of the constraints in the store, symbol by symbol as they are declared, the newest of each first.
    pub(crate) fn shown_suspensions(&self) -> Vec<usize> {
        let mut suspensions = self.stored_suspensions();
        suspensions.reverse();
        suspensions.sort_by_key(|&suspension| self.symbol_of(suspension));
        suspensions
    }

    /// Bytes of the store, its lists and indexes.
    pub(crate) fn memory(&self) -> usize {
        8 * (self.suspensions.len() + self.cells.len())
            + 4 * (self.lists.len() + self.watched.len())
            + self.tables.iter().map(Table::memory).sum::<usize>()
    }
}

/// How many of the suspensions given back last are looked at for one of the right size.
const LOOKED_AT: usize = 4;

impl Store<'_> {
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

    /// The link to the first live suspension from a link on, that suspension, and how many were passed over.
    #[inline(always)]
    pub(crate) fn skip(&self, mut link: u32) -> (u32, usize, u32) {
        let mut gone = 0;
        while link != 0 {
            let suspension = self.suspension_of(link);
            if self.is_alive(suspension) {
                return (link, suspension, gone);
            }
            gone += 1;
            link = self.next_of(link);
        }
        (0, 0, gone)
    }

    /// The link after one and its suspension, passing over suspensions that are gone; 0 at the end.
    #[inline(always)]
    pub(crate) fn next_link(&mut self, link: u32) -> (u32, usize) {
        if link & LAST != 0 {
            return (0, 0);
        }
        let (next, suspension, gone) = self.skip(self.cells[link as usize].next);
        if gone > 0 {
            self.shorten(link, next, gone);
        }
        (next, suspension)
    }

    /// Takes suspensions that are gone out of a list. Where a choice may bring them back, they must be worth the note in the trail.
    #[inline]
    fn shorten(&mut self, link: u32, next: u32, gone: u32) {
        let cell = &mut self.cells[link as usize].next;
        if (link as usize) < self.old_cells {
            if gone < FEW {
                return;
            }
            self.trail.push(Undo::Next(link, *cell));
        }
        *cell = next;
    }
}
