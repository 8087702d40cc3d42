//! Which values of a domain went when: what the log keeps so that the past can be seen a word at a time.

use super::Store;
use super::dom::{self, WORD, Wide, from_bit, to_bit};
use crate::var::Var;

impl Store {
    /// Writes which values a bound passed with the last entry, given the word they were kept in, if they were in one.
    pub(super) fn record_gone(&mut self, var: Var, bits: u64, from: i32, to: i32) {
        if from > to {
            return;
        }
        let (base, wide) = (self.doms[var.index()].base, self.doms[var.index()].wide);
        if wide == WORD {
            let first = i64::from(base);
            let passed = from_bit(i64::from(from) - first) & to_bit(i64::from(to) - first);
            self.log.took(var, base, bits & passed);
            return;
        }
        if let Wide::Slab { first, .. } = self.wide[wide as usize] {
            // Nothing was removed one by one where there are as many values as the span has.
            let (low, high) = ((from - base) as usize, (to - base) as usize);
            if self.wide_count(var, from, to) == (high - low + 1) as u32 {
                self.log.took_all(var, from, to);
                return;
            }
            for i in low / 64..=high / 64 {
                let begin = from_bit(low as i64 - 64 * i as i64);
                let end = to_bit(high as i64 - 64 * i as i64);
                let gone = self.words[first + i] & begin & end;
                self.log.took(var, base + 64 * i as i32, gone);
            }
        }
    }

    /// The 64 values of a word or slab domain from `from` on, as bits; none of a sparse one.
    pub(crate) fn var_word(&self, var: Var, from: i32) -> u64 {
        let dom = &self.doms[var.index()];
        let offset = i64::from(from) - i64::from(dom.base);
        let shifted = |word: u64, by: i64| match by {
            0..64 => word >> by,
            -63..0 => word << -by,
            _ => 0,
        };
        if dom.wide == WORD {
            return shifted(dom.bits, offset);
        }
        let Wide::Slab { first, n_words } = self.wide[dom.wide as usize] else {
            return 0;
        };
        let mut word = 0;
        for i in [offset.div_euclid(64), offset.div_euclid(64) + 1] {
            if (0..n_words as i64).contains(&i) {
                word |= shifted(self.words[first + i as usize], offset - 64 * i);
            }
        }
        // Bits outside the bounds are stale.
        let inside = |bound: i32| i64::from(bound) - i64::from(from);
        word & dom::from_bit(inside(dom.min)) & dom::to_bit(inside(dom.max))
    }
}
