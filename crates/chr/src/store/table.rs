//! The table of an index: from a key to the list of its suspensions.
//!
//! Keys that are small numbers are places in an array, as long as there are enough of them to fill it; all others are hashed, by open
//! addressing. Suspensions of different keys may share a list, so eight bytes for an entry are enough.

use crate::code::word::Word;
use crate::code::word::mix;

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

/// Whether a key is a number itself, so that no other constant has it.
#[inline(always)]
pub(crate) fn is_number(key: u64) -> bool {
    key < NUMBERS
}

/// The key of anything else, by its hash.
#[inline(always)]
pub(crate) fn key_of_hash(hash: u64) -> u64 {
    hash | (1 << 63)
}

/// From keys to lists: an entry is the head of the list itself, so that a look-up reads one word here and then the suspension.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// The lists of the smallest numbers.
    array: Vec<u32>,
    /// Tag and list of the other keys.
    entries: Vec<(u32, u32)>,
    /// Keys in the entries.
    hashed: usize,
    /// Keys in all, and how many there may be before those are forgotten whose lists are empty.
    count: usize,
    most: usize,
}

/// Tables with fewer entries than this are small.
const SMALL: usize = 1 << 15;

/// Keys that are kept in any case.
const FEW: usize = 1024;

/// A table with more places than this for each key is too large.
const SPARSE: usize = 16;

/// The position of a key's list in a table, until another key is added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place(u32);

/// The bit of a place that says it is among the entries.
const ENTRY: u32 = 1 << 31;

impl Table {
    /// The head of the list of a key; 0 if it has none.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> u32 {
        if let Some(&head) = self.array.get(key as usize) {
            return if head == NONE { 0 } else { head };
        }
        self.find(tag_of(key)).map_or(0, |place| self.head(place))
    }

    /// Where the list of a key stands, by its tag.
    #[inline]
    pub(crate) fn find(&self, tag: u32) -> Option<Place> {
        if let Some(&head) = self.array.get(tag as usize) {
            return (head != NONE).then_some(Place(tag));
        }
        if self.entries.is_empty() {
            return None;
        }
        let mask = self.entries.len() - 1;
        let mut at = place_of(tag) & mask;
        loop {
            let (other, head) = self.entries[at];
            if head == NONE {
                return None;
            }
            if other == tag {
                return Some(Place(at as u32 | ENTRY));
            }
            at = (at + 1) & mask;
        }
    }

    /// The head of the list of a key that has one.
    #[inline(always)]
    pub(crate) fn known_head(&mut self, tag: u32) -> Option<&mut u32> {
        let number = tag as usize;
        if number < self.array.len() {
            let head = &mut self.array[number];
            return (*head != NONE).then_some(head);
        }
        let place = self.find(tag)?;
        Some(&mut self.entries[(place.0 & !ENTRY) as usize].1)
    }

    /// Where the list of a key stands, by its tag; an empty one if it had none.
    #[inline]
    pub(crate) fn place(&mut self, tag: u32) -> Place {
        match self.find(tag) {
            Some(place) => place,
            None => self.add(tag, 0),
        }
    }

    #[inline]
    pub(crate) fn head(&self, place: Place) -> u32 {
        if place.0 & ENTRY == 0 {
            self.array[place.0 as usize]
        } else {
            self.entries[(place.0 & !ENTRY) as usize].1
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, place: Place, head: u32) {
        if place.0 & ENTRY == 0 {
            self.array[place.0 as usize] = head;
        } else {
            self.entries[(place.0 & !ENTRY) as usize].1 = head;
        }
    }

    /// Adds a key that has no list yet.
    pub(crate) fn add(&mut self, tag: u32, head: u32) -> Place {
        if self.count >= self.most {
            self.correct(|head| head);
        }
        self.count += 1;
        let number = tag as usize;
        if number >= self.array.len() && number < (4 * self.count + 64).min(NUMBERS as usize) {
            self.lengthen((number + 1).next_power_of_two());
        }
        match self.array.get_mut(number) {
            Some(place) => {
                *place = head;
                Place(tag)
            }
            None => self.hash(tag, head),
        }
    }

    /// The heads of all lists.
    pub(crate) fn heads(&self) -> impl Iterator<Item = u32> {
        self.keys().map(|(_, head)| head)
    }

    /// Changes the heads of all lists, and forgets the keys of those that are empty then.
    pub(crate) fn correct(&mut self, mut change: impl FnMut(u32) -> u32) {
        self.count = 0;
        for head in self.array.iter_mut().filter(|head| **head != NONE) {
            let changed = change(*head);
            *head = if changed == 0 { NONE } else { changed };
            self.count += usize::from(changed != 0);
        }
        // Hashed keys are found by those before them, so they are entered anew.
        let entries = vec![(0, NONE); self.entries.len()];
        self.hashed = 0;
        for (tag, head) in std::mem::replace(&mut self.entries, entries) {
            let changed = if head == NONE { 0 } else { change(head) };
            if changed != 0 {
                self.hash(tag, changed);
            }
        }
        self.count += self.hashed;
        // What is left of many keys is moved to a table of its size.
        if self.array.len() + self.entries.len() > SPARSE * (self.count + FEW) {
            let old = std::mem::take(self);
            self.most = usize::MAX;
            for (tag, head) in old.keys() {
                self.add(tag, head);
            }
        }
        self.most = 2 * self.count + FEW;
    }

    /// The tags of all keys, and their lists.
    fn keys(&self) -> impl Iterator<Item = (u32, u32)> {
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
        for (tag, head) in old.into_iter().filter(|entry| entry.1 != NONE) {
            match self.array.get_mut(tag as usize) {
                Some(place) => *place = head,
                None => {
                    self.hash(tag, head);
                }
            }
        }
    }

    fn hash(&mut self, tag: u32, head: u32) -> Place {
        if 2 * self.hashed >= self.entries.len() {
            // Small tables grow faster: their keys are moved less often.
            let by = if self.entries.len() < SMALL { 4 } else { 2 };
            let length = (by * self.entries.len()).max(16);
            let old = std::mem::replace(&mut self.entries, vec![(0, NONE); length]);
            self.hashed = 0;
            for (tag, head) in old.into_iter().filter(|entry| entry.1 != NONE) {
                self.hash(tag, head);
            }
        }
        let mask = self.entries.len() - 1;
        let mut at = place_of(tag) & mask;
        while self.entries[at].1 != NONE {
            at = (at + 1) & mask;
        }
        self.entries[at] = (tag, head);
        self.hashed += 1;
        Place(at as u32 | ENTRY)
    }

    pub(crate) fn memory(&self) -> usize {
        4 * self.array.len() + 8 * self.entries.len()
    }
}

/// The tag of a key in an entry; the tag of a number is the number.
#[inline(always)]
pub(crate) fn tag_of(key: u64) -> u32 {
    if is_number(key) {
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
        for (list, &key) in (1..).zip(&keys) {
            // Two hashes may have one tag and then have one list.
            let known = lists.get(&tag_of(key)).copied().unwrap_or(0);
            assert_eq!(table.get(key), known, "{key}");
            if known == 0 {
                let place = table.place(tag_of(key));
                table.set(place, list);
                lists.insert(tag_of(key), list);
            }
        }
        for &key in &keys {
            assert_eq!(table.get(key), lists[&tag_of(key)], "{key}");
        }
        assert_eq!(table.get(5_999_999), 0);
        assert_eq!(table.get(key_of_hash(mix(7, 1 << 20))), 0);
        table.correct(|list| if list % 2 == 0 { 0 } else { list + 1 });
        for (tag, list) in lists {
            let kept = table.find(tag).map(|place| table.head(place));
            assert_eq!(kept, (list % 2 == 1).then_some(list + 1));
        }
        assert!(
            table.array.len() >= 2960,
            "numbers without gaps are an array"
        );
    }

    #[test]
    fn a_table_of_few_keys_is_small_again() {
        let mut table = Table::default();
        let keys = (0..200_000).map(|key| key_of_constant(small(key * key % 99_991 * 7)));
        for key in keys {
            let place = table.place(tag_of(key));
            table.set(place, 1);
        }
        let before = table.memory();
        let (mut count, kept) = (0, 3);
        table.correct(|_| {
            count += 1;
            if count % 20_000 == 0 { kept } else { 0 }
        });
        assert_eq!(
            table.heads().filter(|&head| head == kept).count(),
            count / 20_000
        );
        assert!(table.memory() < before / 10, "{before} {}", table.memory());
    }

    fn small(value: i64) -> Word {
        Word::small(value).expect("it is small")
    }
}
