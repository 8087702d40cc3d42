//! Passing over candidates: the loops along a list of suspensions, each for what it asks of every suspension, and with as little as can be besides.

use crate::heap::cells::Heap;
use std::num::NonZeroU32;

use crate::code::word::Word;
use crate::code::word::follow;
use crate::store::scan::condition::{Check, Remainder, refuses, refuses_apart};
use crate::store::scan::pair::{CHECKS, Pair};
use crate::store::suspensions::{ALIVE, Cell, LAST, Store};

/// The candidate that passed, and how many before it did not.
pub(crate) struct Scan {
    pub(crate) first: (u32, usize),
    pub(crate) scanned: u64,
    /// Those that failed by a test, not by the pattern.
    pub(crate) refused: u64,
}

/// The position of an argument in a suspension, and its wanted value: a word without parts.
pub(crate) type Wanted = (usize, Word);

/// Whether an argument of a suspension is another word.
#[inline(always)]
pub(crate) fn misses(
    (at, word): Wanted,
    suspensions: &[u64],
    heap: &[Word],
    suspension: usize,
) -> bool {
    let found = Word(suspensions[suspension + at]);
    found != word && !(found.is_ref() && follow(heap, found) == word)
}

impl Store<'_> {
    /// Passes over candidates without one of two words.
    #[inline(never)]
    pub(crate) fn pass_by_both(
        &mut self,
        heap: &Heap,
        from: (u32, usize),
        [one, other]: [Wanted; 2],
    ) -> Scan {
        self.pass_over(heap, from, |suspensions, heap, suspension| {
            let refuses = misses(one, suspensions, heap, suspension)
                || misses(other, suspensions, heap, suspension);
            refuses.then_some(false)
        })
    }

    /// Passes over candidates that have neither of two words; the active constraint is not passed over.
    #[inline(never)]
    pub(crate) fn pass_by_either(
        &mut self,
        heap: &Heap,
        from: (u32, usize),
        [one, other]: [Wanted; 2],
        own: usize,
    ) -> Scan {
        if one.0 != other.0 {
            return self.pass_over(heap, from, |suspensions, heap, suspension| {
                let passes = suspension == own
                    || !misses(one, suspensions, heap, suspension)
                    || !misses(other, suspensions, heap, suspension);
                (!passes).then_some(false)
            });
        }
        self.pass_over(heap, from, |suspensions, heap, suspension| {
            let found = follow(heap, Word(suspensions[suspension + one.0]));
            let passes = suspension == own || found == one.1 || found == other.1;
            (!passes).then_some(false)
        })
    }

    /// Passes over candidates that leave another remainder than is wanted.
    pub(crate) fn pass_by_remainder(
        &mut self,
        heap: &Heap,
        from: (u32, usize),
        asked: Remainder,
        own: usize,
    ) -> Scan {
        // What is the same for all candidates is not asked for each.
        match (asked.wanted, own != 0) {
            (true, false) => self.pass_by_division::<true, false>(heap, from, asked, own),
            (true, true) => self.pass_by_division::<true, true>(heap, from, asked, own),
            (false, false) => self.pass_by_division::<false, false>(heap, from, asked, own),
            (false, true) => self.pass_by_division::<false, true>(heap, from, asked, own),
        }
    }

    /// The same where it is known whether the remainder is wanted, and whether the active constraint is stored.
    #[inline(never)]
    fn pass_by_division<const WANTED: bool, const STORED: bool>(
        &mut self,
        heap: &Heap,
        from: (u32, usize),
        asked: Remainder,
        own: usize,
    ) -> Scan {
        let Remainder { at, is, other, .. } = asked;
        match NonZeroU32::new(other) {
            Some(by) if asked.divides => {
                self.pass_over(heap, from, |suspensions, _, suspension| {
                    let of = Word(suspensions[suspension + at]).short()?;
                    ((of % by == is) != WANTED).then_some(!STORED || suspension != own)
                })
            }
            _ => self.pass_over(heap, from, |suspensions, _, suspension| {
                let by = NonZeroU32::new(Word(suspensions[suspension + at]).short()?)?;
                ((other % by == is) != WANTED).then_some(!STORED || suspension != own)
            }),
        }
    }

    /// Passes over candidates that checks refuse. The active constraint and suspensions that are taken are not counted as refused by a test.
    #[inline(never)]
    pub(crate) fn pass_by_checks(
        &mut self,
        heap: &Heap,
        from: (u32, usize),
        checks: &[Check],
        own: usize,
        taken: &[u64],
    ) -> Scan {
        let counts = |suspension: usize| suspension != own && !taken.contains(&(suspension as u64));
        let Some(pair) = Pair::of(checks) else {
            return self.pass_over(heap, from, |suspensions, heap, suspension| {
                Some(refuses(checks, suspensions, heap, suspension)? && counts(suspension))
            });
        };
        let rest = &checks[CHECKS..];
        self.pass_over(heap, from, |suspensions, heap, suspension| {
            let refused = match pair.refuses(suspensions, heap, suspension) {
                Ok(()) => refuses_apart(rest, suspensions, heap, suspension),
                Err(refused) => refused,
            };
            Some(refused? && counts(suspension))
        })
    }

    /// Passes over candidates as long as `refuses` says so; what it says besides is whether a test refused them.
    #[inline(always)]
    pub(crate) fn pass_over(
        &mut self,
        heap: &Heap,
        from: (u32, usize),
        mut refuses: impl FnMut(&[u64], &[Word], usize) -> Option<bool>,
    ) -> Scan {
        let (mut scanned, mut refused) = (0, 0);
        let (mut link, mut suspension) = from;
        while link != 0 {
            let (suspensions, cells) = (&self.suspensions[..], &self.cells[..]);
            let mut next = self.next_of(link);
            loop {
                let Some(tested) = refuses(suspensions, heap, suspension) else {
                    let first = (link, suspension);
                    return Scan {
                        first,
                        scanned,
                        refused,
                    };
                };
                scanned += 1;
                refused += u64::from(tested);
                // The end of a list is a cell too, whose suspension is never in the store.
                let ahead = if next & LAST == 0 {
                    cells[next as usize]
                } else {
                    let suspension = next & !LAST;
                    Cell {
                        suspension,
                        next: 0,
                    }
                };
                if suspensions[ahead.suspension as usize] & ALIVE == 0 {
                    break;
                }
                (link, suspension, next) = (next, ahead.suspension as usize, ahead.next);
            }
            // Suspensions that are gone are taken out of the list on the way.
            (link, suspension) = self.next_link(link);
        }
        Scan {
            first: (0, 0),
            scanned,
            refused,
        }
    }
}
