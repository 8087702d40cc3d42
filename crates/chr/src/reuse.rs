//! Rows that are used again: a constraint that is removed and can never come back leaves its place to the next one of its size.
//!
//! Nothing may lead to such a row any more. Cells do not, as a row that ever was in one is left to compaction. Frames may: what a
//! search found before a body, and what was to wake. They tell a newer constraint in the same place by its number, which is not
//! below the one that was next when the frame noted its rows.

use crate::machine::Machine;

/// How many of the rows given back last are looked at for one of the right size.
const LOOKED_AT: usize = 4;

impl Machine<'_> {
    /// Room for a row of a size, whose content is the caller's affair.
    #[inline]
    pub(crate) fn new_row(&mut self, size: usize) -> usize {
        let from = self.old_free.max(self.free.len().saturating_sub(LOOKED_AT));
        for at in (from..self.free.len()).rev() {
            let (row, room) = self.free[at];
            if room as usize == size {
                self.free.swap_remove(at);
                return row as usize;
            }
        }
        let row = self.rows.len();
        self.rows.extend(std::iter::repeat_n(0, size));
        row
    }

    /// Lets a row be used again, unless a choice may bring its constraint back. Turns of priorities know rows by their place alone.
    #[inline]
    pub(crate) fn give_back(&mut self, row: usize) {
        if self.id_of(row) >= self.old_id && !self.code.prioritised {
            let arity = self.code.constraints[self.symbol_of(row)].functor.arity();
            let size = arity + crate::store::ROW;
            self.free.push((row as u32, size as u32));
        }
    }

    /// Whether a row still holds a constraint that was stored before some number was next.
    #[inline]
    pub(crate) fn holds(&self, row: usize, since: u64) -> bool {
        self.is_alive(row) && self.id_of(row) < since
    }
}
