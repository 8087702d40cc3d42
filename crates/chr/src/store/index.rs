//! Suspensions in indexes: their keys, and the lists of keys, most of which hold one suspension.

use crate::code::Indexed;
use crate::code::atoms::{Functor, known};
use crate::code::word::mix;
use crate::heap::cells::Heap;
use crate::store::suspensions::{LAST, MIXED, Store, Undo};
use crate::store::table::{key_of_constant, key_of_hash, tag_of};

/// The functor of a list.
const LIST: Functor = Functor::new(known::DOT, 2);

impl Store<'_> {
    /// A suspension's key in an index, if it is ground.
    #[inline(always)]
    pub(crate) fn key_of(&self, heap: &Heap, suspension: usize, indexed: Indexed) -> Option<u64> {
        if let Some(arg) = indexed.arg {
            let word = heap.resolve(self.arg_of(suspension, arg.into()));
            if word.is_constant() {
                return Some(key_of_constant(word));
            }
            if word.is_ref() {
                return None;
            }
        }
        self.key_of_parts(heap, suspension, indexed.index as usize)
    }

    #[inline(never)]
    fn key_of_parts(&self, heap: &Heap, suspension: usize, index: usize) -> Option<u64> {
        let paths = &self.code.indexes[index].args;
        let mut hash = 0;
        for path in paths.iter() {
            let mut word = heap.resolve(self.arg_of(suspension, path.arg.into()));
            if let Some((functor, at)) = path.inside {
                match heap.parts(word) {
                    Some((other, place)) if other == functor => {
                        word = heap.resolve(heap[place + usize::from(at)]);
                        // Of the rest of a list only its end is looked up.
                        if other == LIST && at == 1 && !word.is_constant() {
                            return None;
                        }
                    }
                    _ => return None,
                }
            }
            if word.is_constant() {
                if paths.len() == 1 {
                    return Some(key_of_constant(word));
                }
                hash = mix(hash, word.0);
            } else if heap.first_var(word).is_some() {
                return None;
            } else {
                hash = heap.hash(word, hash);
            }
        }
        Some(key_of_hash(hash))
    }

    /// Puts a suspension at the head of the list of a key; `late` is [`MIXED`] if it need not be the newest of it, else 0.
    #[inline]
    pub(crate) fn put_first(&mut self, index: usize, tag: u32, suspension: usize, late: u32) {
        match self.tables[index].known_head(tag) {
            Some(head) if *head == 0 => {
                *head = suspension as u32 | LAST | late;
                if self.trailing {
                    self.trail.push(Undo::Head(index as u16, tag, 0));
                }
            }
            Some(head) => {
                let head = *head;
                let link = self.link(suspension, head & !MIXED) | (head & MIXED) | late;
                if self.keeps(head) {
                    self.trail.push(Undo::Head(index as u16, tag, head));
                }
                if let Some(known) = self.tables[index].known_head(tag) {
                    *known = link;
                }
            }
            None => {
                self.tables[index].add(tag, suspension as u32 | LAST | late);
                if self.trailing {
                    self.trail.push(Undo::Head(index as u16, tag, 0));
                }
            }
        }
    }

    /// Takes a suspension out of the list of a key if it is the first.
    #[inline]
    pub(crate) fn drop_head(&mut self, index: usize, tag: u32, suspension: usize) {
        if let Some(head) = self.tables[index].known_head(tag)
            && *head == suspension as u32 | LAST
        {
            let old = std::mem::replace(head, 0);
            if self.keeps(old) {
                self.trail.push(Undo::Head(index as u16, tag, old));
            }
            return;
        }
        self.drop_head_of_many(index, tag, suspension);
    }

    #[inline(never)]
    fn drop_head_of_many(&mut self, index: usize, tag: u32, suspension: usize) {
        let Some(place) = self.tables[index].find(tag) else {
            return;
        };
        let head = self.tables[index].head(place);
        let (link, mixed) = (head & !MIXED, head & MIXED);
        if link != 0 && self.suspension_of(link) == suspension {
            let rest = match self.next_of(link) {
                0 => 0,
                next => next | mixed,
            };
            self.set_head(index, tag, place, rest);
        }
    }

    /// The suspensions of a list from a link on that are in the store, the oldest first.
    pub(crate) fn alive_by_age(&self, mut link: u32) -> Vec<usize> {
        let mut suspensions = Vec::new();
        while link != 0 {
            let suspension = self.suspension_of(link);
            if self.is_alive(suspension) {
                suspensions.push(suspension);
            }
            link = self.next_of(link);
        }
        suspensions.sort_unstable_by_key(|&suspension| self.id_of(suspension));
        suspensions
    }

    /// Puts the suspensions of a list in order that came late: the newest first.
    #[cold]
    pub(crate) fn put_in_order(&mut self, index: usize, tag: u32) -> u32 {
        let place = self.tables[index].place(tag);
        let suspensions = self.alive_by_age(self.tables[index].head(place) & !MIXED);
        let head = suspensions
            .into_iter()
            .fold(0, |head, suspension| self.link(suspension, head));
        self.set_head(index, tag, place, head);
        head
    }

    /// Puts a suspension whose key became ground into its indexes.
    pub(crate) fn settle(&mut self, heap: &Heap, suspension: usize) {
        let code = self.code;
        let constraint = &code.constraints[self.symbol_of(suspension)];
        let all = (2_u64 << constraint.indexes.len()) - 2;
        if self.suspensions[suspension] & all == all {
            return;
        }
        for (bit, &indexed) in constraint.indexes.iter().enumerate() {
            let index = indexed.index as usize;
            if self.suspensions[suspension] & (2 << bit) != 0 || !self.built[index] {
                continue;
            }
            let Some(key) = self.key_of(heap, suspension, indexed) else {
                continue;
            };
            self.put_first(index, tag_of(key), suspension, MIXED);
            let header = self.suspensions[suspension] | (2 << bit);
            self.set_suspension(suspension, 0, header);
        }
    }
}

impl Store<'_> {
    /// Enters all suspensions of a constraint in one of its indexes.
    #[cold]
    pub(crate) fn build_index(&mut self, heap: &Heap, index: usize) {
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
        for suspension in self.suspensions_by_age(|other| other == symbol) {
            if let Some(key) = self.key_of(heap, suspension, indexed) {
                let place = self.tables[index].place(tag_of(key));
                let head = self.tables[index].head(place);
                let link = self.link(suspension, head & !MIXED);
                self.tables[index].set(place, link);
                self.suspensions[suspension] |= 2 << bit;
            }
        }
    }

    /// Builds all indexes, as there will be something to go back to.
    #[cold]
    pub(crate) fn build_all(&mut self, heap: &Heap) {
        for index in 0..self.built.len() {
            if !self.built[index] {
                self.build_index(heap, index);
            }
        }
        self.all_built = true;
    }
}
