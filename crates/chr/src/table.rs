//! The table of an index: from a key to the list of its rows.
//!
//! Keys that are small numbers are places in an array, as long as there are enough of them to fill it; all others are hashed, by open
//! addressing. Rows of different keys may share a list, so eight bytes for an entry are enough.

use crate::order::mix;
use crate::word::Word;

/// No list.
const NONE: u32 = u32::MAX;

/// Keys below this are numbers, all others hashes.
const NUMBERS: u64 = 1 << 24;

/// The bit of a tag that says it comes from a hash.
const HASHED: u32 = 1 << 31;

/// The key of a single constant.
#[inline(always)]
pub(crate) fn key_of_constant(word: Word) -> u64 {
    if word.is_small() && (word.value() as u64) < NUMBERS {
        word.value() as u64
    } else {
        key_of_hash(mix(0, word.0))
    }
}

/// The key of anything else, by its hash.
#[inline(always)]
pub(crate) fn key_of_hash(hash: u64) -> u64 {
    hash | (1 << 63)
}

/// From keys to lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// The lists of the smallest numbers.
    array: Vec<u32>,
    /// Tag and list of the other keys.
    entries: Vec<(u32, u32)>,
    /// Keys in the entries.
    hashed: usize,
    count: usize,
}

impl Table {
    /// The list of a key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<u32> {
        if let Some(&list) = self.array.get(key as usize) {
            return (list != NONE).then_some(list);
        }
        if self.entries.is_empty() {
            return None;
        }
        let tag = tag_of(key);
        let mask = self.entries.len() - 1;
        let mut at = place_of(tag) & mask;
        loop {
            let (other, list) = self.entries[at];
            if list == NONE {
                return None;
            }
            if other == tag {
                return Some(list);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a key that has no list yet.
    pub(crate) fn insert(&mut self, key: u64, list: u32) {
        self.insert_tag(tag_of(key), list);
    }

    /// Adds a key by its tag.
    pub(crate) fn insert_tag(&mut self, tag: u32, list: u32) {
        self.count += 1;
        let number = tag as usize;
        if number >= self.array.len() && number < (4 * self.count + 64).min(NUMBERS as usize) {
            self.lengthen((number + 1).next_power_of_two());
        }
        match self.array.get_mut(number) {
            Some(place) => *place = list,
            None => self.hash(tag, list),
        }
    }

    /// The tags of all keys, and their lists.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (u32, u32)> {
        let numbers = (0..).zip(self.array.iter().copied());
        let all = numbers.chain(self.entries.iter().copied());
        all.filter(|entry| entry.1 != NONE)
    }

    /// Makes the array longer, and moves numbers into it that were hashed.
    fn lengthen(&mut self, length: usize) {
        self.array.resize(length, NONE);
        if self.hashed == 0 {
            return;
        }
        let old = std::mem::take(&mut self.entries);
        self.hashed = 0;
        for (tag, list) in old.into_iter().filter(|entry| entry.1 != NONE) {
            match self.array.get_mut(tag as usize) {
                Some(place) => *place = list,
                None => self.hash(tag, list),
            }
        }
    }

    fn hash(&mut self, tag: u32, list: u32) {
        if 2 * self.hashed >= self.entries.len() {
            let length = (2 * self.entries.len()).max(16);
            let old = std::mem::replace(&mut self.entries, vec![(0, NONE); length]);
            self.hashed = 0;
            for (tag, list) in old.into_iter().filter(|entry| entry.1 != NONE) {
                self.hash(tag, list);
            }
        }
        let mask = self.entries.len() - 1;
        let mut at = place_of(tag) & mask;
        while self.entries[at].1 != NONE {
            at = (at + 1) & mask;
        }
        self.entries[at] = (tag, list);
        self.hashed += 1;
    }

    pub(crate) fn memory(&self) -> usize {
        4 * self.array.len() + 8 * self.entries.len()
    }
}

/// What stands for a key in an entry; numbers stand for themselves.
#[inline(always)]
fn tag_of(key: u64) -> u32 {
    if key < NUMBERS {
        key as u32
    } else {
        (key >> 32) as u32 | HASHED
    }
}

/// Where the search for a tag begins.
#[inline(always)]
fn place_of(tag: u32) -> usize {
    (u64::from(tag).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn every_key_finds_its_list() {
        let constants = |step: i64| (0..3000).map(move |i| key_of_constant(small(i * step - 40)));
        let hashes = (0..3000).map(|i| key_of_hash(mix(7, i)));
        let keys: Vec<u64> = constants(1).chain(constants(977)).chain(hashes).collect();
        let mut table = Table::default();
        let mut lists: HashMap<u32, u32> = HashMap::new();
        for (list, &key) in (0..).zip(&keys) {
            match table.get(key) {
                // Two hashes may have one tag and then have one list.
                Some(found) => assert_eq!(lists[&tag_of(key)], found, "{key}"),
                None => {
                    table.insert(key, list);
                    lists.insert(tag_of(key), list);
                }
            }
        }
        for &key in &keys {
            assert_eq!(table.get(key), Some(lists[&tag_of(key)]), "{key}");
        }
        assert_eq!(table.get(5_999_999), None);
        assert_eq!(table.get(key_of_hash(mix(7, 1 << 20))), None);
        assert!(
            table.array.len() >= 2960,
            "numbers without gaps are an array"
        );
    }

    fn small(value: i64) -> Word {
        Word::small(value).expect("it is small")
    }
}
