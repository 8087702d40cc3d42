//! Looking up partners: which list is searched, and the way along it past suspensions that are gone.

use crate::code::word::Word;
use crate::code::word::mix;
use crate::code::{Partner, Shape, Sought};
use crate::store::suspensions::MIXED;
use crate::store::table::{key_of_constant, key_of_hash, tag_of};
use crate::vm::machine::Machine;

impl Machine<'_> {
    /// The link to the first live suspension for a partner, and that suspension; 0 if there is none.
    #[inline(always)]
    pub(crate) fn open(&mut self, partner: &Partner, base: usize) -> (u32, usize) {
        let lookup = &partner.lookup;
        let var = match lookup.shared[..] {
            [] => None,
            [slot] if self.slot(base, slot).is_ref() => Some(self.slot(base, slot)),
            [slot] if self.slot(base, slot).is_constant() => None,
            _ => self.shared_var(&lookup.shared, base),
        };
        if let Some(var) = var {
            return self.open_watched(partner, var);
        }
        if let Some(index) = lookup.index
            && let Some(key) = self.sought(&lookup.key, base)
        {
            let index = index as usize;
            if !self.store.built[index] {
                self.store.build_index(&self.heap, index);
            }
            let mut head = self.store.tables[index].get(key);
            if head & MIXED != 0 {
                head = self.store.put_in_order(index, tag_of(key));
            }
            let (first, suspension, gone) = self.store.skip(head);
            if gone > 0 {
                let place = self.store.tables[index].place(tag_of(key));
                self.store.set_head(index, tag_of(key), place, first);
            }
            return (first, suspension);
        }
        let symbol = partner.constraint as usize;
        let (first, suspension, gone) = self.store.skip(self.store.lists[symbol]);
        if gone > 0 {
            self.store.set_list(symbol, first);
        }
        (first, suspension)
    }

    /// The same among the constraints of an unbound variable.
    fn open_watched(&mut self, partner: &Partner, var: Word) -> (u32, usize) {
        if !self.heap.is_watched(var) {
            return (0, 0);
        }
        let code = self.code;
        let watch = code.constraints[partner.constraint as usize].watch;
        let list = self.heap[var.place()].place() + watch.unwrap_or(0) as usize;
        let (first, suspension, gone) = self.store.skip(self.store.watched[list]);
        if gone > 0 {
            self.store.set_watched(list, first);
        }
        (first, suspension)
    }

    /// The key that is looked up; none if a value in it cannot be computed.
    #[inline(always)]
    fn sought(&mut self, key: &[Sought], base: usize) -> Option<u64> {
        if let [Sought::Term(Shape::Slot(slot))] = key {
            let word = self.slot(base, *slot);
            if word.is_constant() {
                return Some(key_of_constant(word));
            }
        }
        self.sought_parts(key, base)
    }

    #[inline(never)]
    fn sought_parts(&mut self, key: &[Sought], base: usize) -> Option<u64> {
        let mut hash = 0;
        for part in key {
            match part {
                Sought::Term(Shape::Slot(slot)) => {
                    let word = self.slot(base, *slot);
                    hash = if word.is_constant() {
                        mix(hash, word.0)
                    } else {
                        self.heap.hash(word, hash)
                    };
                }
                Sought::Term(shape) => {
                    if let (1, Shape::Const(word)) = (key.len(), shape) {
                        return Some(key_of_constant(*word));
                    }
                    hash = self.hash_shape(shape, base, hash);
                }
                Sought::Value(expr) => {
                    let value = self.eval_int(expr, base)?;
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
            .find_map(|&slot| self.heap.first_var(self.slot(base, slot)))
    }
}
