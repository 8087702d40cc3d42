//! Passing over candidates: the loops along a list of rows, each for what it asks of every row, and with as little as can be besides.

use std::num::NonZeroU32;

use crate::checks::{Check, refuses, refuses_apart};
use crate::heap::follow;
use crate::machine::Machine;
use crate::pair::{CHECKS, Pair};
use crate::store::{ALIVE, Cell, LAST};
use crate::word::Word;

/// The candidate that passed, and how many before it did not.
pub(crate) struct Sifted {
    pub(crate) first: (u32, usize),
    pub(crate) scanned: u64,
    /// Those that failed by a test, not by the pattern.
    pub(crate) refused: u64,
}

/// Where an argument stands in a row, and what it is to be: a word without parts.
pub(crate) type Wanted = (usize, Word);

/// What a division leaves, of numbers of 32 bits: the place in a row of the argument that is one of them, the other, which is divided by it or
/// divides it, and the remainder, which is wanted or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Remainder {
    pub(crate) at: usize,
    pub(crate) other: u32,
    pub(crate) divides: bool,
    pub(crate) is: u32,
    pub(crate) wanted: bool,
}

/// Whether an argument of a row is another word.
#[inline(always)]
pub(crate) fn misses((at, word): Wanted, rows: &[u64], heap: &[Word], row: usize) -> bool {
    let found = Word(rows[row + at]);
    found != word && !(found.is_ref() && follow(heap, found) == word)
}

impl Machine<'_> {
    /// Passes over candidates without a word.
    #[inline(never)]
    pub(crate) fn pass_by_word(&mut self, from: (u32, usize), wanted: Wanted) -> Sifted {
        self.pass_over(from, |rows, heap, row| {
            misses(wanted, rows, heap, row).then_some(false)
        })
    }

    /// Passes over candidates without one of two words.
    #[inline(never)]
    pub(crate) fn pass_by_both(&mut self, from: (u32, usize), [one, other]: [Wanted; 2]) -> Sifted {
        self.pass_over(from, |rows, heap, row| {
            let refuses = misses(one, rows, heap, row) || misses(other, rows, heap, row);
            refuses.then_some(false)
        })
    }

    /// Passes over candidates that have neither of two words; the active constraint is not passed over.
    #[inline(never)]
    pub(crate) fn pass_by_either(
        &mut self,
        from: (u32, usize),
        [one, other]: [Wanted; 2],
        own: usize,
    ) -> Sifted {
        if one.0 != other.0 {
            return self.pass_over(from, |rows, heap, row| {
                let passes =
                    row == own || !misses(one, rows, heap, row) || !misses(other, rows, heap, row);
                (!passes).then_some(false)
            });
        }
        self.pass_over(from, |rows, heap, row| {
            let found = follow(heap, Word(rows[row + one.0]));
            let passes = row == own || found == one.1 || found == other.1;
            (!passes).then_some(false)
        })
    }

    /// Passes over candidates with a number that is not within bounds, or not outside them: the place in a row, the bounds, and which.
    #[inline(never)]
    pub(crate) fn pass_by_bounds(
        &mut self,
        from: (u32, usize),
        (at, min, max, outside): (usize, i64, i64, bool),
        own: usize,
    ) -> Sifted {
        self.pass_over(from, |rows, heap, row| {
            let word = follow(heap, Word(rows[row + at]));
            if !word.is_small() || (min <= word.value() && word.value() <= max) != outside {
                return None;
            }
            Some(row != own)
        })
    }

    /// Passes over candidates that leave another remainder than is wanted.
    pub(crate) fn pass_by_remainder(
        &mut self,
        from: (u32, usize),
        asked: Remainder,
        own: usize,
    ) -> Sifted {
        // What is the same for all candidates is not asked for each.
        match (asked.wanted, own != 0) {
            (true, false) => self.pass_by_division::<true, false>(from, asked, own),
            (true, true) => self.pass_by_division::<true, true>(from, asked, own),
            (false, false) => self.pass_by_division::<false, false>(from, asked, own),
            (false, true) => self.pass_by_division::<false, true>(from, asked, own),
        }
    }

    /// The same where it is known whether the remainder is wanted, and whether the active constraint is stored.
    #[inline(never)]
    fn pass_by_division<const WANTED: bool, const STORED: bool>(
        &mut self,
        from: (u32, usize),
        asked: Remainder,
        own: usize,
    ) -> Sifted {
        let Remainder { at, is, other, .. } = asked;
        match NonZeroU32::new(other) {
            Some(by) if asked.divides => self.pass_over(from, |rows, _, row| {
                let of = Word(rows[row + at]).short()?;
                ((of % by == is) != WANTED).then_some(!STORED || row != own)
            }),
            _ => self.pass_over(from, |rows, _, row| {
                let by = NonZeroU32::new(Word(rows[row + at]).short()?)?;
                ((other % by == is) != WANTED).then_some(!STORED || row != own)
            }),
        }
    }

    /// Passes over candidates that checks refuse. The active constraint and rows that are taken are not counted as refused by a test.
    #[inline(never)]
    pub(crate) fn pass_by_checks(
        &mut self,
        from: (u32, usize),
        checks: &[Check],
        own: usize,
        taken: &[u64],
    ) -> Sifted {
        let counts = |row: usize| row != own && !taken.contains(&(row as u64));
        let Some(pair) = Pair::of(checks) else {
            return self.pass_over(from, |rows, heap, row| {
                Some(refuses(checks, rows, heap, row)? && counts(row))
            });
        };
        let rest = &checks[CHECKS..];
        self.pass_over(from, |rows, heap, row| {
            let refused = match pair.refuses(rows, heap, row) {
                Ok(()) => refuses_apart(rest, rows, heap, row),
                Err(refused) => refused,
            };
            Some(refused? && counts(row))
        })
    }

    /// Passes over candidates as long as `refuses` says so; what it says besides is whether a test refused them.
    #[inline(always)]
    pub(crate) fn pass_over(
        &mut self,
        from: (u32, usize),
        mut refuses: impl FnMut(&[u64], &[Word], usize) -> Option<bool>,
    ) -> Sifted {
        let (mut scanned, mut refused) = (0, 0);
        let (mut link, mut row) = from;
        while link != 0 {
            let (rows, heap, cells) = (&self.rows[..], &self.heap[..], &self.cells[..]);
            let mut next = self.next_of(link);
            loop {
                let Some(tested) = refuses(rows, heap, row) else {
                    let first = (link, row);
                    return Sifted {
                        first,
                        scanned,
                        refused,
                    };
                };
                scanned += 1;
                refused += u64::from(tested);
                // The end of a list is a cell too, whose row is never in the store.
                let ahead = if next & LAST == 0 {
                    cells[next as usize]
                } else {
                    let row = next & !LAST;
                    Cell { row, next: 0 }
                };
                if rows[ahead.row as usize] & ALIVE == 0 {
                    break;
                }
                (link, row, next) = (next, ahead.row as usize, ahead.next);
            }
            // Rows that are gone are taken out of the list on the way.
            (link, row) = self.next_link(link);
        }
        Sifted {
            first: (0, 0),
            scanned,
            refused,
        }
    }
}
