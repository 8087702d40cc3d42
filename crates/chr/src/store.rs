//! The store of constraints: rows, the lists that lead to them, and the indexes.
//!
//! A row is a header, a number that grows with time, a count of wakes, and the arguments. All lists of rows, whole lists, buckets of
//! indexes and lists of watched variables, are chains of cells that are never changed except to skip what can never come
//! back: a search that stands in a list sees it as it was, and going back restores only the head of the list.

use crate::choices::Undo;
use crate::machine::Machine;
use crate::order::mix;
use crate::table::{Table, key_of_constant, key_of_hash};
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

/// The bit of a list's head that says its rows are not in order, because some came late.
pub(crate) const MIXED: u32 = 1 << 31;

/// One link of a list of rows.
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
    fn trailing(&self) -> bool {
        self.choices.len() > 1
    }

    /// Changes a word of the store.
    pub(crate) fn set_row(&mut self, row: usize, at: usize, word: u64) {
        if self.id_of(row) < self.old_id {
            self.trail
                .push(Undo::Row((row + at) as u32, self.rows[row + at]));
        }
        self.rows[row + at] = word;
    }

    #[inline]
    pub(crate) fn set_bucket(&mut self, bucket: usize, head: u32) {
        if self.trailing() {
            self.trail
                .push(Undo::Bucket(bucket as u32, self.buckets[bucket]));
        }
        self.buckets[bucket] = head;
    }

    #[inline]
    pub(crate) fn set_watched(&mut self, at: usize, head: u32) {
        if self.trailing() {
            self.trail.push(Undo::Watched(at as u32, self.watched[at]));
        }
        self.watched[at] = head;
    }

    #[inline]
    pub(crate) fn new_cell(&mut self, row: usize, next: u32) -> u32 {
        self.cells.push(Cell {
            row: row as u32,
            next,
        });
        (self.cells.len() - 1) as u32
    }

    /// Notes how many constraints of a symbol are in the store.
    #[inline]
    fn set_live(&mut self, symbol: usize, live: u32) {
        if self.counted[symbol] != self.epoch {
            self.counted[symbol] = self.epoch;
            if self.trailing() {
                self.trail
                    .push(Undo::Live(symbol as u32, self.live[symbol]));
            }
        }
        self.live[symbol] = live;
    }

    /// Stores a constraint whose arguments stand in the frame at `from`, and returns its row.
    pub(crate) fn insert(&mut self, symbol: usize, from: usize) -> usize {
        let code = self.code;
        let constraint = &code.constraints[symbol];
        let arity = constraint.functor.arity();
        let row = self.rows.len();
        self.rows.push(((symbol as u64) << SYMBOL) | ALIVE);
        self.rows.push(self.next_id);
        self.rows.push(0);
        self.next_id += 1;
        for at in 0..arity {
            let word = self.deref(Word(self.env[from + at]));
            self.rows.push(word.0);
        }
        self.counters.inserts += 1;
        self.set_live(symbol, self.live[symbol] + 1);
        if constraint.listed {
            let cell = self.new_cell(row, self.buckets[symbol]);
            self.set_bucket(symbol, cell);
        }
        for (bit, &index) in constraint.indexes.iter().enumerate() {
            if let Some(hash) = self.key_of(row, index as usize) {
                let bucket = self.bucket(index as usize, hash);
                let head = self.buckets[bucket];
                let cell = self.new_cell(row, head & !MIXED);
                self.set_bucket(bucket, cell | (head & MIXED));
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
        if head != 0 && self.cells[head as usize].row as usize == row {
            return;
        }
        let cell = self.new_cell(row, head);
        self.set_watched(at, cell);
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

    /// A row's key in an index, if it is ground.
    pub(crate) fn key_of(&self, row: usize, index: usize) -> Option<u64> {
        let paths = &self.code.indexes[index].args;
        let mut hash = 0;
        for path in paths {
            let mut word = self.deref(self.arg_of(row, path.arg.into()));
            if let Some((functor, at)) = path.inside {
                match self.parts(word) {
                    Some((other, place)) if other == functor => {
                        word = self.deref(self.heap[place + usize::from(at)]);
                    }
                    _ => return None,
                }
            }
            if word.is_constant() {
                if paths.len() == 1 {
                    return Some(key_of_constant(word));
                }
                hash = mix(hash, word.0);
            } else if self.first_var(word).is_some() {
                return None;
            } else {
                hash = self.hash(word, hash);
            }
        }
        Some(key_of_hash(hash))
    }

    /// The list of a key, a new one if there is none.
    pub(crate) fn bucket(&mut self, index: usize, key: u64) -> usize {
        if let Some(bucket) = self.tables[index].get(key) {
            return bucket as usize;
        }
        let bucket = self.buckets.len();
        self.buckets.push(0);
        self.tables[index].insert(key, bucket as u32);
        bucket
    }

    /// Takes a constraint out of the store. It leaves the lists it heads at once, others when they are searched.
    pub(crate) fn remove(&mut self, row: usize) {
        let code = self.code;
        let symbol = self.symbol_of(row);
        let constraint = &code.constraints[symbol];
        self.counters.removals += 1;
        self.set_live(symbol, self.live[symbol] - 1);
        self.rows[row] &= !ALIVE;
        if self.id_of(row) < self.old_id {
            self.trail.push(Undo::Remove(row as u32));
        }
        if constraint.listed {
            self.drop_head(symbol, row);
        }
        for (bit, &index) in constraint.indexes.iter().enumerate() {
            if self.rows[row] & (2 << bit) != 0
                && let Some(hash) = self.key_of(row, index as usize)
                && let Some(bucket) = self.tables[index as usize].get(hash)
            {
                self.drop_head(bucket as usize, row);
            }
        }
        if let Some(watch) = constraint.watch {
            for at in (0..constraint.functor.arity()).filter(|&at| constraint.watched[at]) {
                let word = self.deref(self.arg_of(row, at));
                if word.is_ref() && self.is_watched(word) {
                    let list = self.heap[word.place()].place() + watch as usize;
                    let head = self.watched[list];
                    if head != 0 && self.cells[head as usize].row as usize == row {
                        let next = self.cells[head as usize].next;
                        self.set_watched(list, next);
                    }
                }
            }
        }
    }

    fn drop_head(&mut self, bucket: usize, row: usize) {
        let (head, mixed) = (self.buckets[bucket] & !MIXED, self.buckets[bucket] & MIXED);
        if head != 0 && self.cells[head as usize].row as usize == row {
            let next = self.cells[head as usize].next;
            self.set_bucket(bucket, next | mixed);
        }
    }

    /// The head of a list, whose rows are put in order first if they are not: the newest first.
    #[inline]
    pub(crate) fn head_of(&mut self, bucket: usize) -> u32 {
        let head = self.buckets[bucket];
        if head & MIXED == 0 {
            head
        } else {
            self.put_in_order(bucket)
        }
    }

    fn put_in_order(&mut self, bucket: usize) -> u32 {
        let mut rows = Vec::new();
        let mut at = self.buckets[bucket] & !MIXED;
        while at != 0 {
            let cell = self.cells[at as usize];
            if self.is_alive(cell.row as usize) {
                rows.push(cell.row as usize);
            }
            at = cell.next;
        }
        rows.sort_unstable_by_key(|&row| self.id_of(row));
        let head = rows
            .into_iter()
            .fold(0, |head, row| self.new_cell(row, head));
        self.set_bucket(bucket, head);
        head
    }

    /// Puts a row whose key became ground into its indexes.
    pub(crate) fn settle(&mut self, row: usize) {
        let code = self.code;
        let constraint = &code.constraints[self.symbol_of(row)];
        for (bit, &index) in constraint.indexes.iter().enumerate() {
            if self.rows[row] & (2 << bit) != 0 {
                continue;
            }
            let Some(hash) = self.key_of(row, index as usize) else {
                continue;
            };
            let bucket = self.bucket(index as usize, hash);
            let cell = self.new_cell(row, self.buckets[bucket] & !MIXED);
            self.set_bucket(bucket, cell | MIXED);
            let header = self.rows[row] | (2 << bit);
            self.set_row(row, 0, header);
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
        rows
    }

    /// Bytes of the store, its lists and indexes.
    pub(crate) fn store_memory(&self) -> usize {
        8 * (self.rows.len() + self.cells.len())
            + 4 * (self.buckets.len() + self.watched.len())
            + self.tables.iter().map(Table::memory).sum::<usize>()
    }
}
