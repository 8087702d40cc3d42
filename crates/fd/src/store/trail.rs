//! Undoing changes: levels, the trail, and trailed numbers.
//!
//! The trail saves whole words, each at most once per level: a word whose stamp is that of the current level is already
//! saved.

use crate::store::Store;
use crate::store::domain_repr::{WORD, Wide};
use crate::vars::Var;

/// A number that backtracking restores; a handle into the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trailed(u32);

impl Trailed {
    /// The `i`-th number of the array that starts here.
    #[inline]
    pub fn at(self, i: usize) -> Trailed {
        Trailed(self.0 + i as u32)
    }
}

/// A value to restore, in reverse order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Undo {
    /// A variable, the size of its domain and its values.
    Word(u32, u8, u64),
    Slab(u32, u64),
    Bounds(u32, i32, i32),
    Size(u32, u32),
    Hole(u32, i32),
    Cell(u32, i64),
    Off(u32),
}

/// Where a level began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    trail: u32,
    log: u32,
    stored: u32,
    /// The stamp of the level below.
    stamp: u32,
}

/// Trailed numbers.
impl Store {
    pub(crate) fn add_cells(&mut self, n: usize, value: i64) -> Trailed {
        let first = Trailed(self.cells.len() as u32);
        self.cells.resize(self.cells.len() + n, value);
        self.cell_stamps.resize(self.cells.len(), 0);
        first
    }

    /// Reads a trailed number.
    #[inline]
    pub fn get(&self, cell: Trailed) -> i64 {
        self.cells[cell.0 as usize]
    }

    /// Writes a trailed number; backtracking restores the old value.
    #[inline]
    pub fn put(&mut self, cell: Trailed, value: i64) {
        let i = cell.0 as usize;
        if self.cells[i] == value {
            return;
        }
        if self.cell_stamps[i] != self.stamp {
            self.cell_stamps[i] = self.stamp;
            self.trail.push(Undo::Cell(cell.0, self.cells[i]));
        }
        self.cells[i] = value;
    }
}

/// Levels.
impl Store {
    /// Begins a level; [`Store::pop_level`] undoes everything since.
    pub(crate) fn push_level(&mut self) {
        self.marks.push(Mark {
            trail: self.trail.len() as u32,
            log: self.log.len(),
            stored: self.log.n_stored(),
            stamp: self.stamp,
        });
        self.begin_stamp();
    }

    /// Undoes everything since the last level began.
    pub(crate) fn pop_level(&mut self) {
        let mark = self.marks.pop().expect("a level was begun");
        self.undo_to(mark.trail as usize);
        self.stamp = mark.stamp;
        if self.recording {
            self.log.truncate(mark.log, mark.stored);
        }
    }

    /// Undoes everything since set-up, root propagation included. Not for a store that keeps a log.
    pub(crate) fn rewind(&mut self) {
        debug_assert!(!self.recording);
        while !self.marks.is_empty() {
            self.pop_level();
        }
        self.undo_to(0);
        self.begin_stamp();
    }

    /// Restores what was saved on the trail beyond a length.
    fn undo_to(&mut self, len: usize) {
        while self.trail.len() > len {
            match self.trail.pop().expect("longer than the mark") {
                Undo::Word(var, size, bits) => {
                    let d = &mut self.doms[var as usize];
                    d.bits = bits;
                    d.min = d.base + bits.trailing_zeros() as i32;
                    d.max = d.base + 63 - bits.leading_zeros() as i32;
                    d.size = u32::from(size);
                }
                Undo::Slab(word, bits) => self.words[word as usize] = bits,
                Undo::Bounds(var, min, max) => {
                    let d = &mut self.doms[var as usize];
                    d.min = min;
                    d.max = max;
                }
                Undo::Size(var, size) => self.doms[var as usize].size = size,
                Undo::Hole(var, value) => {
                    let wide = self.doms[var as usize].wide as usize;
                    if let Wide::Sparse { holes, .. } = &mut self.wide[wide] {
                        let index = holes.partition_point(|&hole| hole < value);
                        holes.remove(index);
                    }
                }
                Undo::Cell(cell, value) => self.cells[cell as usize] = value,
                Undo::Off(propagator) => {
                    self.queue.set_off(propagator, false);
                }
            }
        }
    }

    /// Begins a new stamp: every word then counts as not saved.
    fn begin_stamp(&mut self) {
        if self.last_stamp == u32::MAX {
            self.renew_stamps();
        }
        self.last_stamp += 1;
        self.stamp = self.last_stamp;
    }

    /// The number of the level in force at a depth; no other level of this store has had it.
    pub(crate) fn level_id(&self, depth: usize) -> u64 {
        let stamp = self.marks.get(depth).map_or(self.stamp, |mark| mark.stamp);
        u64::from(self.n_renewals) << 32 | u64::from(stamp)
    }

    /// The length of the log when the given level (1 is the first) began.
    pub(crate) fn log_at_level(&self, level: usize) -> u32 {
        self.marks[level - 1].log
    }

    /// Switches a propagator off until the level is undone.
    #[inline]
    pub(crate) fn switch_off(&mut self, propagator: u32) {
        if !self.queue.set_off(propagator, true) {
            self.trail.push(Undo::Off(propagator));
        }
    }

    /// Saves a variable's domain once per level.
    #[inline]
    pub(super) fn save(&mut self, var: Var) {
        let d = &mut self.doms[var.index()];
        if d.stamp == self.stamp {
            return;
        }
        d.stamp = self.stamp;
        if d.wide == WORD {
            self.trail.push(Undo::Word(var.0, d.size as u8, d.bits));
        } else {
            let (min, max, size) = (d.min, d.max, d.size);
            self.trail.push(Undo::Bounds(var.0, min, max));
            self.trail.push(Undo::Size(var.0, size));
        }
    }

    /// Restarts the stamps before they overflow; every value then counts as not saved, which is always safe.
    #[cold]
    fn renew_stamps(&mut self) {
        for d in &mut self.doms {
            d.stamp = 0;
        }
        self.word_stamps.fill(0);
        self.cell_stamps.fill(0);
        for (i, mark) in self.marks.iter_mut().enumerate() {
            mark.stamp = i as u32 + 1;
        }
        self.last_stamp = self.marks.len() as u32 + 1;
        self.n_renewals += 1;
    }
}
