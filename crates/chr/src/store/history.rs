//! The propagation history: which tuples of constraints a rule has fired for.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use crate::code::word::mix;

/// A tuple of constraints: exact for up to three, a hash of 128 bits for more.
pub(crate) type Key = u128;

/// The key of the numbers of the constraints, in the order of the heads.
#[inline(always)]
pub(crate) fn key(ids: &[u64]) -> Key {
    if ids.len() <= 3 && ids.iter().all(|&id| id < 1 << 42) {
        return ids
            .iter()
            .fold(1, |key: u128, &id| (key << 42) | u128::from(id));
    }
    let part = |seed| {
        ids.iter()
            .fold(seed, |hash, &id| mix(hash, id.wrapping_add(1)))
    };
    (u128::from(part(1)) << 64) | u128::from(part(0x5151))
}

/// The tuples of one rule, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    set: HashSet<Key, BuildHasherDefault<Mixer>>,
    order: Vec<Key>,
}

impl History {
    pub(crate) fn contains(&self, key: Key) -> bool {
        self.set.contains(&key)
    }

    pub(crate) fn add(&mut self, key: Key) {
        self.set.insert(key);
        self.order.push(key);
    }

    pub(crate) fn forget_last(&mut self) {
        if let Some(key) = self.order.pop() {
            self.set.remove(&key);
        }
    }

    pub(crate) fn memory(&self) -> usize {
        16 * (self.order.len() + self.set.capacity())
    }
}

/// A fast hash for keys that are spread already.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0, byte.into());
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.0 = mix(self.0, word.into());
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = mix(mix(0, key as u64), (key >> 64) as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_last_is_forgotten_first() {
        let mut history = History::default();
        let keys = [key(&[1, 2]), key(&[2, 1]), key(&[1]), key(&[1, 2, 3, 4])];
        for &key in &keys {
            assert!(!history.contains(key));
            history.add(key);
        }
        history.forget_last();
        assert!(!history.contains(keys[3]));
        assert!(keys[..3].iter().all(|&key| history.contains(key)));
    }
}
