//! The store of constraints: rows, the lists that lead to them, and the indexes.
//!
//! A row is a header, a number that grows with time, a count of wakes, and the arguments. All lists of rows, whole lists, those of
//! indexes and of watched variables, are chains of cells that are never changed except to skip what is gone, which the trail notes if it
//! can come back: a search that stands in a list sees it as it was, and going back restores heads and what was skipped. The last row of a
//! list needs no cell, so that a list of one is in its head. Rows that only such heads led to are used again when they are removed
//! (`reuse.rs`). Keys and their lists are in `keyed.rs`.

use crate::choices::Undo;
use crate::heap::follow;
use crate::machine::Machine;
use crate::table::{Place, Table, tag_of};
use crate::word::Word;

/// The bit of a header that says the constraint is in the store.
pub(crate) const ALIVE: u64 = 1;

/// Words before the arguments of a row.
pub(crate) const ROW: usize = 3;

/// Where the number of the constraint's symbol begins in a header; between it and [`ALIVE`] is a bit per index the row is in.
const SYMBOL: u32 = 32;

/// The most indexes a constraint can have: a header has no bit for more.
pub(crate) const MOST_INDEXES: usize = 30;

/// A row that is never in the store; what a frame knew of a row that is gone for good becomes this one.
pub(crate) const DEAD_ROW: usize = 1;

/// The bit of a header that says a cell leads to the row, or did.
pub(crate) const CHAINED: u64 = 1 << 31;

/// The bit of a list's head that says its rows are not in order, because some came late.
pub(crate) const MIXED: u32 = 1 << 31;

/// The bit of a link that says it is a row itself, the last of its list. Without it, a link is a cell, or 0 at the end.
pub(crate) const LAST: u32 = 1 << 30;

/// More words of rows or cells than links can tell apart.
pub(crate) const MOST: usize = 1 << 30;

/// One row of a list, and the link to the rest.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cell {
    pub(crate) row: u32,
    pub(crate) next: u32,
}

impl Machine<'_> {
    #[inline(always)]
    pub(crate) fn is_alive(&self, row: usize) -> bool {
        self.rows[row] & ALIVE != 0
    }

    pub(crate) fn symbol_of(&self, row: usize) -> usize {
        (self.rows[row] >> SYMBOL) as usize
    }

    #[inline(always)]
    pub(crate) fn id_of(&self, row: usize) -> u64 {
        self.rows[row + 1]
    }

    #[inline(always)]
    pub(crate) fn arg_of(&self, row: usize, at: usize) -> Word {
        Word(self.rows[row + ROW + at])
    }

    /// Whether changes must be trailed at all.
    #[inline(always)]
    pub(crate) fn trailing(&self) -> bool {
        self.choices.len() > 1
    }

    /// Changes a word of the store.
    #[inline(always)]
    pub(crate) fn set_row(&mut self, row: usize, at: usize, word: u64) {
        if self.id_of(row) < self.old_id {
            self.trail
                .push(Undo::Row((row + at) as u32, self.rows[row + at]));
        }
        self.rows[row + at] = word;
    }

    /// The row a link leads to.
    #[inline(always)]
    pub(crate) fn row_of(&self, link: u32) -> usize {
        if link & LAST == 0 {
            self.cells[link as usize].row as usize
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
            (link & !LAST) as usize >= self.old_rows
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

    /// The link to a row that is followed by a list.
    #[inline]
    pub(crate) fn link(&mut self, row: usize, next: u32) -> u32 {
        if next == 0 {
            return row as u32 | LAST;
        }
        self.rows[row] |= CHAINED;
        if next & LAST != 0 {
            self.rows[(next & !LAST) as usize] |= CHAINED;
        }
        self.cells.push(Cell {
            row: row as u32,
            next,
        });
        (self.cells.len() - 1) as u32
    }

    /// Stores a constraint whose arguments stand in the frame at `from`, and returns its row.
    #[inline(always)]
    pub(crate) fn insert(&mut self, symbol: usize, from: usize) -> usize {
        let code = self.code;
        let constraint = &code.constraints[symbol];
        let arity = constraint.functor.arity();
        let row = self.new_row(ROW + arity);
        let header = ((symbol as u64) << SYMBOL) | ALIVE;
        let (fixed, args) = self.rows[row..row + ROW + arity].split_at_mut(ROW);
        fixed.copy_from_slice(&[header, self.next_id, 0]);
        for (arg, &word) in args.iter_mut().zip(&self.env[from..from + arity]) {
            *arg = follow(&self.heap, Word(word)).0;
        }
        self.next_id += 1;
        self.counters.inserts += 1;
        self.set_live(symbol, self.live[symbol] + 1);
        if constraint.listed {
            let link = self.link(row, self.lists[symbol]);
            self.set_list(symbol, link);
        }
        for (bit, &indexed) in constraint.indexes.iter().enumerate() {
            if self.built[indexed.index as usize]
                && let Some(key) = self.key_of(row, indexed)
            {
                self.put_first(indexed.index as usize, tag_of(key), row, 0);
                self.rows[row] |= 2 << bit;
            }
        }
        if let Some(watch) = constraint.watch {
            for at in (0..arity).filter(|&at| constraint.watched[at]) {
                let word = self.arg_of(row, at);
                self.watch_within(word, row, watch as usize);
            }
        }
        row
    }

    /// Puts a row into the lists of the variables of a term.
    fn watch_within(&mut self, word: Word, row: usize, watch: usize) {
        if word.is_ref() {
            self.watch(word, row, watch);
        } else if !word.is_constant() {
            for var in self.vars(word) {
                self.watch(var, row, watch);
            }
        }
    }

    fn watch(&mut self, var: Word, row: usize, watch: usize) {
        let at = self.watched_at(var) + watch;
        let head = self.watched[at];
        if head != 0 && self.row_of(head) == row {
            return;
        }
        let link = self.link(row, head);
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
    pub(crate) fn remove(&mut self, row: usize) {
        let code = self.code;
        let symbol = self.symbol_of(row);
        let constraint = &code.constraints[symbol];
        self.counters.removals += 1;
        self.set_live(symbol, self.live[symbol] - 1);
        let header = self.rows[row] & !ALIVE;
        self.rows[row] = header;
        if self.id_of(row) < self.old_id {
            self.trail.push(Undo::Remove(row as u32));
        }
        if constraint.listed {
            let head = self.lists[symbol];
            if head != 0 && self.row_of(head) == row {
                self.set_list(symbol, self.next_of(head));
            }
        }
        for (bit, &indexed) in constraint.indexes.iter().enumerate() {
            if header & (2 << bit) != 0
                && let Some(key) = self.key_of(row, indexed)
            {
                self.drop_head(indexed.index as usize, tag_of(key), row);
            }
        }
        if let Some(watch) = constraint.watch {
            for at in (0..constraint.functor.arity()).filter(|&at| constraint.watched[at]) {
                let word = self.deref(self.arg_of(row, at));
                if word.is_ref() && self.is_watched(word) {
                    let list = self.heap[word.place()].place() + watch as usize;
                    let head = self.watched[list];
                    if head != 0 && self.row_of(head) == row {
                        self.set_watched(list, self.next_of(head));
                    }
                }
            }
        } else if header & CHAINED == 0 {
            self.give_back(row);
        }
    }

    /// The rows of the constraints in the store, the oldest first.
    pub(crate) fn stored_rows(&self) -> Vec<usize> {
        let mut rows = Vec::new();
        let mut row = DEAD_ROW + ROW;
        while row < self.rows.len() {
            if self.is_alive(row) {
                rows.push(row);
            }
            row += ROW + self.code.constraints[self.symbol_of(row)].functor.arity();
        }
        rows.sort_unstable_by_key(|&row| self.id_of(row));
        rows
    }

    /// Bytes of the store, its lists and indexes.
    pub(crate) fn store_memory(&self) -> usize {
        8 * (self.rows.len() + self.cells.len())
            + 4 * (self.lists.len() + self.watched.len())
            + self.tables.iter().map(Table::memory).sum::<usize>()
    }
}
