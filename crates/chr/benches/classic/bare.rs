//! What a look-up costs at the least: the same questions put to a hash table of this language, with entries as large as our rows. What it
//! costs more in a large store than in a small one is the price of memory, not ours.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::ours::{ASKED, now};

/// One multiplication: the cheapest hash that spreads neighbouring numbers.
#[derive(Clone, Copy, Debug, Default)]
struct Multiplied(u64);

impl Hasher for Multiplied {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = (self.0 ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 32;
    }
}

/// Nanoseconds for one of many look-ups, each for what the one before it found.
pub(crate) fn look_up(size: u32) -> f64 {
    let mut table: HashMap<u64, [u64; 4], BuildHasherDefault<Multiplied>> = HashMap::default();
    for key in 0..u64::from(size) {
        table.insert(key, [1, key, 0, 0]);
    }
    let (mut key, mut found) = (1, 0);
    let start = now();
    for _ in 0..ASKED {
        if let Some(row) = table.get(&key) {
            key = (key * 7919 + row[0]) % u64::from(size);
            found += 1;
        }
    }
    let spent = (now() - start) * 1e9 / f64::from(ASKED);
    assert_eq!(found, ASKED, "every key is in the table");
    spent
}
