//! Which indexes there are: each is built when it is first looked up, and kept up from then on.
//!
//! An active constraint that never finds what it looks for first leaves the indexes of its other partners alone, and rows that come and go
//! need not be entered there. Going back does not undo the building, so everything is built before the first choice.

use crate::machine::Machine;
use crate::store::MIXED;
use crate::table::tag_of;

impl Machine<'_> {
    /// Enters all rows of a constraint in one of its indexes.
    #[cold]
    pub(crate) fn build_index(&mut self, index: usize) {
        let code = self.code;
        let symbol = code.indexes[index].constraint as usize;
        let own = code.constraints[symbol].indexes.iter();
        let mut own = own.enumerate();
        let Some((bit, &indexed)) = own.find(|(_, own)| own.index as usize == index) else {
            return;
        };
        self.built[index] = true;
        if self.live[symbol] == 0 {
            return;
        }
        for row in self.stored_rows() {
            if self.symbol_of(row) == symbol
                && let Some(key) = self.key_of(row, indexed)
            {
                let place = self.tables[index].place(tag_of(key));
                let head = self.tables[index].head(place);
                let link = self.link(row, head & !MIXED);
                self.tables[index].set(place, link);
                self.rows[row] |= 2 << bit;
            }
        }
    }

    /// Builds all indexes, as there will be something to go back to.
    #[cold]
    pub(crate) fn build_all(&mut self) {
        for index in 0..self.built.len() {
            if !self.built[index] {
                self.build_index(index);
            }
        }
        self.all_built = true;
    }
}
