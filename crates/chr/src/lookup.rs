//! Looking up partners: which list is searched, and the way along it past rows that are gone.

use crate::code::{Partner, Shape, Sought};
use crate::machine::Machine;
use crate::order::mix;
use crate::table::{key_of_constant, key_of_hash};
use crate::word::Word;

impl Machine<'_> {
    /// The first cell with a live row for a partner, or 0.
    pub(crate) fn open(&mut self, partner: &Partner, base: usize) -> usize {
        let lookup = &partner.lookup;
        if !lookup.shared.is_empty()
            && let Some(var) = self.shared_var(&lookup.shared, base)
        {
            if !self.is_watched(var) {
                return 0;
            }
            let code = self.code;
            let watch = code.constraints[partner.constraint as usize].watch;
            let list = self.heap[var.place()].place() + watch.unwrap_or(0) as usize;
            let head = self.watched[list];
            let (first, gone) = self.skip(head as usize);
            if gone {
                self.set_watched(list, first as u32);
            }
            return first;
        }
        let bucket = match lookup.index {
            None => partner.constraint as usize,
            Some(index) => match self.sought(&lookup.key, base) {
                Some(key) => match self.tables[index as usize].get(key) {
                    Some(bucket) => bucket as usize,
                    None => return 0,
                },
                None => partner.constraint as usize,
            },
        };
        let head = self.head_of(bucket);
        let (first, gone) = self.skip(head as usize);
        if gone {
            self.set_bucket(bucket, first as u32);
        }
        first
    }

    /// The key that is looked up; none if a value in it cannot be computed.
    #[inline]
    fn sought(&mut self, key: &[Sought], base: usize) -> Option<u64> {
        if let [Sought::Term(Shape::Slot(slot))] = key {
            let word = self.slot(base, *slot);
            if word.is_constant() {
                return Some(key_of_constant(word));
            }
        }
        let mut hash = 0;
        for part in key {
            match part {
                Sought::Term(shape) => {
                    if let (1, Shape::Const(word)) = (key.len(), shape) {
                        return Some(key_of_constant(*word));
                    }
                    hash = self.hash_shape(shape, base, hash);
                }
                Sought::Value(expr) => {
                    let value = self.eval(expr, base).ok()?;
                    let word = Word::small(value)?;
                    if key.len() == 1 {
                        return Some(key_of_constant(word));
                    }
                    hash = mix(hash, word.0);
                }
            }
        }
        Some(key_of_hash(hash))
    }

    /// The variable in whose list partners are searched, if one of the shared ones is not bound to something ground.
    fn shared_var(&self, shared: &[u16], base: usize) -> Option<Word> {
        let mut inside = false;
        for &slot in shared {
            let word = self.slot(base, slot);
            if word.is_ref() {
                return Some(word);
            }
            inside |= !word.is_constant();
        }
        if !inside {
            return None;
        }
        shared
            .iter()
            .find_map(|&slot| self.first_var(self.slot(base, slot)))
    }

    /// The first live row from a cell on, and whether those passed over can never come back.
    #[inline]
    fn skip(&self, mut cell: usize) -> (usize, bool) {
        let mut gone = false;
        let mut forever = true;
        while cell != 0 {
            let Some(link) = self.cells.get(cell) else {
                return (0, false);
            };
            let row = link.row as usize;
            if self.is_alive(row) {
                break;
            }
            gone = true;
            forever &= self.id_of(row) >= self.old_id;
            cell = link.next as usize;
        }
        (cell, gone && forever)
    }

    /// The cell after one, passing over rows that are gone.
    #[inline]
    pub(crate) fn next_cell(&mut self, cell: usize) -> usize {
        let (next, gone) = self.skip(self.cells[cell].next as usize);
        if gone {
            self.cells[cell].next = next as u32;
        }
        next
    }
}
