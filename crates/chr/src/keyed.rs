//! Rows in indexes: their keys, and the lists of keys, most of which hold one row.

use crate::choices::Undo;
use crate::machine::Machine;
use crate::order::mix;
use crate::store::{LAST, MIXED};
use crate::table::{key_of_constant, key_of_hash, tag_of};

/// One of the indexes of a constraint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Indexed {
    pub(crate) index: u32,
    /// The argument that is the key, if it is one and nothing inside it.
    pub(crate) arg: Option<u16>,
}

impl Machine<'_> {
    /// A row's key in an index, if it is ground.
    #[inline(always)]
    pub(crate) fn key_of(&self, row: usize, indexed: Indexed) -> Option<u64> {
        if let Some(arg) = indexed.arg {
            let word = self.deref(self.arg_of(row, arg.into()));
            if word.is_constant() {
                return Some(key_of_constant(word));
            }
            if word.is_ref() {
                return None;
            }
        }
        self.key_of_parts(row, indexed.index as usize)
    }

    #[inline(never)]
    fn key_of_parts(&self, row: usize, index: usize) -> Option<u64> {
        let paths = &self.code.indexes[index].args;
        let mut hash = 0;
        for path in paths.iter() {
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

    /// Puts a row at the head of the list of a key; `late` is [`MIXED`] if it need not be the newest of it, else 0.
    #[inline]
    pub(crate) fn put_first(&mut self, index: usize, tag: u32, row: usize, late: u32) {
        match self.tables[index].known_head(tag) {
            Some(head) if *head == 0 => {
                *head = row as u32 | LAST | late;
                if self.trailing() {
                    self.trail.push(Undo::Head(index as u16, tag, 0));
                }
            }
            Some(head) => {
                let head = *head;
                let link = self.link(row, head & !MIXED) | (head & MIXED) | late;
                if self.keeps(head) {
                    self.trail.push(Undo::Head(index as u16, tag, head));
                }
                if let Some(known) = self.tables[index].known_head(tag) {
                    *known = link;
                }
            }
            None => {
                self.tables[index].add(tag, row as u32 | LAST | late);
                if self.trailing() {
                    self.trail.push(Undo::Head(index as u16, tag, 0));
                }
            }
        }
    }

    /// Takes a row out of the list of a key if it is the first.
    #[inline]
    pub(crate) fn drop_head(&mut self, index: usize, tag: u32, row: usize) {
        if let Some(head) = self.tables[index].known_head(tag)
            && *head == row as u32 | LAST
        {
            let old = std::mem::replace(head, 0);
            if self.keeps(old) {
                self.trail.push(Undo::Head(index as u16, tag, old));
            }
            return;
        }
        self.drop_head_of_many(index, tag, row);
    }

    #[inline(never)]
    fn drop_head_of_many(&mut self, index: usize, tag: u32, row: usize) {
        let Some(place) = self.tables[index].find(tag) else {
            return;
        };
        let head = self.tables[index].head(place);
        let (link, mixed) = (head & !MIXED, head & MIXED);
        if link != 0 && self.row_of(link) == row {
            let rest = match self.next_of(link) {
                0 => 0,
                next => next | mixed,
            };
            self.set_head(index, tag, place, rest);
        }
    }

    /// The rows of a list from a link on that are in the store, the oldest first.
    pub(crate) fn alive_by_age(&self, mut link: u32) -> Vec<usize> {
        let mut rows = Vec::new();
        while link != 0 {
            let row = self.row_of(link);
            if self.is_alive(row) {
                rows.push(row);
            }
            link = self.next_of(link);
        }
        rows.sort_unstable_by_key(|&row| self.id_of(row));
        rows
    }

    /// Puts the rows of a list in order that came late: the newest first.
    #[cold]
    pub(crate) fn put_in_order(&mut self, index: usize, tag: u32) -> u32 {
        let place = self.tables[index].place(tag);
        let rows = self.alive_by_age(self.tables[index].head(place) & !MIXED);
        let head = rows.into_iter().fold(0, |head, row| self.link(row, head));
        self.set_head(index, tag, place, head);
        head
    }

    /// Puts a row whose key became ground into its indexes.
    pub(crate) fn settle(&mut self, row: usize) {
        let code = self.code;
        let constraint = &code.constraints[self.symbol_of(row)];
        let all = (2_u64 << constraint.indexes.len()) - 2;
        if self.rows[row] & all == all {
            return;
        }
        for (bit, &indexed) in constraint.indexes.iter().enumerate() {
            let index = indexed.index as usize;
            if self.rows[row] & (2 << bit) != 0 || !self.built[index] {
                continue;
            }
            let Some(key) = self.key_of(row, indexed) else {
                continue;
            };
            self.put_first(index, tag_of(key), row, MIXED);
            let header = self.rows[row] | (2 << bit);
            self.set_row(row, 0, header);
        }
    }
}
