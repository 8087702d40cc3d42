//! Fixed-size bit sets, and a numbering of values so that domains fit in them. For `all_different` and `global_cardinality`.

use std::ops::{BitAnd, BitOr, BitOrAssign};

use crate::support::prelude::*;

/// The most values that are numbered.
pub(crate) const MAX_VALUES: usize = 1024;

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(crate) const EMPTY: Bits<W> = Bits([0; W]);

    #[inline]
    pub(crate) fn single(i: usize) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        bits.insert(i);
        bits
    }

    /// The bits of one word, moved up by `shift`.
    #[inline]
    pub(crate) fn from_word(word: u64, shift: usize) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        if W == 1 {
            bits.0[0] = word << (shift % 64);
            return bits;
        }
        let (at, by) = (shift / 64, shift % 64);
        bits.0[at] = word << by;
        if by > 0 && at + 1 < W {
            bits.0[at + 1] = word >> (64 - by);
        }
        bits
    }

    /// The 64 bits from `shift` on.
    #[inline]
    fn word_at(&self, shift: usize) -> u64 {
        let (at, by) = (shift / 64, shift % 64);
        let mut word = self.0[at] >> by;
        if W > 1 && by > 0 && at + 1 < W {
            word |= self.0[at + 1] << (64 - by);
        }
        word
    }

    #[inline]
    pub(crate) fn contains(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, i: usize) {
        self.0[i / 64] &= !(1 << (i % 64));
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub(crate) fn intersects(&self, other: &Bits<W>) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    #[inline]
    pub(crate) fn is_within(&self, other: &Bits<W>) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The members that are not in `other`.
    #[inline]
    pub(crate) fn without(mut self, other: &Bits<W>) -> Bits<W> {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a &= !b;
        }
        self
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The smallest member.
    #[inline]
    pub(crate) fn first(&self) -> Option<usize> {
        for (i, word) in self.0.iter().enumerate() {
            if *word != 0 {
                return Some(i * 64 + word.trailing_zeros() as usize);
            }
        }
        None
    }

    /// The largest member.
    pub(crate) fn last(&self) -> Option<usize> {
        (0..W)
            .rev()
            .find(|&i| self.0[i] != 0)
            .map(|i| i * 64 + 63 - self.0[i].leading_zeros() as usize)
    }

    /// The members, ascending.
    #[inline]
    pub(crate) fn iter(mut self) -> impl Iterator<Item = usize> {
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < W {
                let word = self.0[at];
                if word != 0 {
                    self.0[at] = word & (word - 1);
                    return Some(at * 64 + word.trailing_zeros() as usize);
                }
                at += 1;
            }
            None
        })
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Bits<W>;

    #[inline]
    fn bitand(mut self, other: Bits<W>) -> Bits<W> {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a &= b;
        }
        self
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Bits<W>;

    #[inline]
    fn bitor(mut self, other: Bits<W>) -> Bits<W> {
        self |= other;
        self
    }
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Bits<W>) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }
}

/// Moves the bits of a word in which bit 0 stands for `from`, so that bit 0 stands for `to`; bits that do not fit are dropped.
#[inline]
pub(crate) fn rebased(bits: u64, from: i64, to: i64) -> u64 {
    match from - to {
        distance @ 0..=63 => bits << distance,
        distance @ -63..=-1 => bits >> -distance,
        _ => 0,
    }
}

/// The values of several views, numbered from 0 in ascending order.
#[derive(Clone, Debug)]
pub(crate) struct Numbering {
    first: i32,
    n_values: usize,
    /// The values in order; empty if a value's number is its distance from the first.
    listed: Vec<i32>,
}

impl Numbering {
    /// Numbers the current values of the views, and those of `more`; `None` if there are more than [`MAX_VALUES`].
    pub(crate) fn new(store: &Store, views: &[View], more: &[i32]) -> Option<Numbering> {
        // The words of domains are shifted upwards, and may begin below the smallest value if values were removed before posting.
        let mins = views.iter().map(|&view| match store.bits(view) {
            Some((base, _)) => base,
            None => store.min(view),
        });
        let maxes = views.iter().map(|&view| store.max(view));
        let first = mins.chain(more.iter().copied()).min().unwrap_or(0);
        let last = maxes.chain(more.iter().copied()).max().unwrap_or(0);
        let span = i64::from(last) - i64::from(first) + 1;
        if span <= MAX_VALUES as i64 {
            return Some(Numbering {
                first,
                n_values: span as usize,
                listed: Vec::new(),
            });
        }
        let mut listed = more.to_vec();
        for &view in views {
            if store.size(view) as usize > MAX_VALUES {
                return None;
            }
            listed.extend(store.values(view));
            listed.sort_unstable();
            listed.dedup();
            if listed.len() > MAX_VALUES {
                return None;
            }
        }
        Some(Numbering {
            first,
            n_values: listed.len(),
            listed,
        })
    }

    /// The number of numbered values; some may belong to no view.
    pub(crate) fn n_values(&self) -> usize {
        self.n_values
    }

    #[inline]
    pub(crate) fn value(&self, number: usize) -> i32 {
        if self.listed.is_empty() {
            self.first + number as i32
        } else {
            self.listed[number]
        }
    }

    #[inline]
    pub(crate) fn number(&self, value: i32) -> Option<usize> {
        if self.listed.is_empty() {
            usize::try_from(i64::from(value) - i64::from(self.first))
                .ok()
                .filter(|&number| number < self.n_values)
        } else {
            self.listed.binary_search(&value).ok()
        }
    }

    /// By how much the word of each view is shifted among the numbers; `None` unless every domain is one word.
    pub(crate) fn shifts(&self, store: &Store, views: &[View]) -> Option<Vec<(Var, u32)>> {
        let shift = |&view: &View| {
            let (base, _) = store.bits(view)?;
            Some((view.var, (base - self.first) as u32))
        };
        if !self.listed.is_empty() {
            return None;
        }
        let mut shifts = Vec::with_capacity(views.len());
        for view in views {
            shifts.push(shift(view)?);
        }
        Some(shifts)
    }

    /// The current values of a view.
    #[inline(always)]
    pub(crate) fn row<const W: usize>(&self, store: &Store, view: View) -> Bits<W> {
        match store.bits(view) {
            Some((base, word)) if self.listed.is_empty() => {
                Bits::from_word(word, (base - self.first) as usize)
            }
            _ => self.row_by_values(store, view),
        }
    }

    #[cold]
    fn row_by_values<const W: usize>(&self, store: &Store, view: View) -> Bits<W> {
        let mut row = Bits::EMPTY;
        for value in store.values(view) {
            row.insert(self.number(value).expect("domains only shrink"));
        }
        row
    }

    /// The past values of a view.
    pub(crate) fn past_row<const W: usize>(&self, past: &PastStore<'_>, view: View) -> Bits<W> {
        let mut row = Bits::EMPTY;
        if self.listed.is_empty() {
            let words = row.0.iter_mut().zip((0..).step_by(64));
            let known = words
                .map(|(word, i)| {
                    past.bits_from(view, self.first.saturating_add(i))
                        .map(|bits| *word = bits)
                })
                .all(|known| known.is_some());
            if known {
                return row;
            }
            row = Bits::EMPTY;
        }
        for value in past.values(view) {
            row.insert(self.number(value).expect("domains only shrink"));
        }
        row
    }

    /// Keeps only the values in `row`. True if that removed something.
    #[inline]
    pub(crate) fn keep<const W: usize>(
        &self,
        store: &mut Store,
        view: View,
        row: &Bits<W>,
        tag: Tag,
    ) -> Pruned<bool> {
        if self.listed.is_empty()
            && let Some((base, _)) = store.bits(view)
        {
            return store.keep_bits(view, row.word_at((base - self.first) as usize), tag);
        }
        store.retain(view, tag, |value| {
            self.number(value)
                .is_some_and(|number| row.contains(number))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_shifted_across_word_boundaries() {
        let bits = Bits::<2>::from_word(0b1011, 62);
        assert_eq!(bits.iter().collect::<Vec<_>>(), [62, 63, 65]);
        assert_eq!(bits.word_at(62), 0b1011);
        assert_eq!(
            (bits.len(), bits.first(), bits.last()),
            (3, Some(62), Some(65))
        );
    }
}
