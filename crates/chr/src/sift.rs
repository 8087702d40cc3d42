//! Candidates go through sieves: many rows of a list in a row, without all the rest of a search.
//!
//! A search for one rule has one sieve. Rules that are searched for together have one each, and a candidate is passed over if all of them
//! refuse it. What a sieve compares with is found out once, before the first candidate.

use std::ops::Range;

use crate::active::OWN_ROW;
use crate::checks::{Check, Steps, refuses};
use crate::code::{Occurrence, Shape};
use crate::expr::Binary;
use crate::heap::follow;
use crate::machine::Machine;
use crate::sieve::{EQUAL, NOT_EQUAL, Question, STEPS};
use crate::store::{ALIVE, LAST};
use crate::word::{Tag, Word};

/// The largest number of 32 bits.
const SHORT: i64 = u32::MAX as i64;

/// The candidate that passed, and how many before it did not.
pub(crate) struct Sifted {
    pub(crate) first: (u32, usize),
    pub(crate) scanned: u64,
    /// Those that failed by a test, not by the pattern.
    pub(crate) refused: u64,
}

/// The checks of rules that are searched for together.
#[derive(Debug, Default)]
pub(crate) struct Sieves {
    checks: Vec<Check>,
    alike: Vec<Alike>,
    /// For each rule its place among them, the number under which its searches are counted, and how many candidates a test refused.
    rules: Vec<(usize, u32, u64)>,
}

/// Rules that have the same checks.
#[derive(Clone, Debug)]
struct Alike {
    /// The bits of the rules.
    rules: u64,
    /// Where an argument stands in a row, and what it is, if that is the first check.
    first: Option<(usize, Word)>,
    /// Their checks, and those after the first.
    checks: Range<usize>,
    rest: Range<usize>,
}

/// What sieves say of the candidate that was found: the bits of the rules it passes, and of those that refuse it by a test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    pub(crate) rules: u64,
    pub(crate) tested: u64,
}

impl Passed {
    /// What is said of a candidate that went through no sieve.
    pub(crate) const ALL: Passed = Passed {
        rules: u64::MAX,
        tested: 0,
    };
}

impl<'p> Machine<'p> {
    /// Finds out what a sieve compares with.
    fn ready(&mut self, sieve: &'p [Question], base: usize, checks: &mut Vec<Check>) {
        // Whether the pattern is asked for as a whole, so that tests may be asked for.
        let mut is_whole = true;
        for question in sieve {
            let check = match question {
                Question::Is(place, shape) => match self.word_known(shape, base) {
                    Some(word) if word.has_parts() => {
                        is_whole = false;
                        continue;
                    }
                    Some(word) if place.inside.is_none() => Check::Word(place.at, word),
                    Some(word) => Check::Is(*place, word),
                    None => return,
                },
                Question::Functor(at, functor) => Check::Functor(*at, *functor),
                _ if !is_whole => return,
                Question::IsNot(place, shape) => match self.word_known(shape, base) {
                    Some(word) if word.is_constant() => Check::IsNot(*place, word),
                    _ => return,
                },
                Question::Kind(place, kind) => Check::Kind(*place, *kind),
                Question::In(place, slot) => match self.bits_of(self.slot(base, *slot)) {
                    Some(bits) => Check::In(*place, bits),
                    None => return,
                },
                Question::Has(place, shape) => match self.word_known(shape, base) {
                    Some(word) if word.is_constant() => Check::Has(*place, word),
                    _ => return,
                },
                Question::Number(place, sums, compare, other) => {
                    let Ok(other) = self.eval(other, base) else {
                        return;
                    };
                    let mut steps = Steps {
                        count: sums.len(),
                        all: [(Binary::Add, true, 0); STEPS],
                    };
                    for (step, sum) in steps.all.iter_mut().zip(sums) {
                        match self.eval(&sum.other, base) {
                            Ok(value) => *step = (sum.op, sum.left, value),
                            Err(_) => return,
                        }
                    }
                    match steps.bounds(compare.orders(), other) {
                        Some((min, max, outside)) => Check::Within(*place, min, max, outside),
                        None => Check::Number(*place, steps, compare.orders(), other),
                    }
                }
            };
            checks.push(check);
        }
    }

    /// The items of a list of numbers below 64, as bits.
    fn bits_of(&self, mut list: Word) -> Option<u64> {
        let mut bits = 0;
        while list.tag() == Tag::List {
            let first = self.deref(self.heap[list.place()]);
            if !first.is_small() || !(0..64).contains(&first.value()) {
                return None;
            }
            bits |= 1 << first.value();
            list = self.deref(self.heap[list.place() + 1]);
        }
        (list == Word::NIL).then_some(bits)
    }

    fn word_known(&self, shape: &Shape, base: usize) -> Option<Word> {
        match shape {
            Shape::Slot(slot) => Some(self.slot(base, *slot)),
            Shape::Const(word) => Some(*word),
            _ => None,
        }
    }

    /// Passes over candidates from one on that a sieve refuses. The active constraint and partners of earlier levels are passed over too.
    #[inline(never)]
    pub(crate) fn sift(
        &mut self,
        sieve: &'p [Question],
        from: (u32, usize),
        own: usize,
        used: Range<usize>,
        base: usize,
    ) -> Sifted {
        let taken = self.env[used].to_vec();
        let mut checks = std::mem::take(&mut self.checks);
        checks.clear();
        self.ready(sieve, base, &mut checks);
        let counted =
            |row: usize| row != own && (taken.is_empty() || !taken.contains(&(row as u64)));
        let sifted = match checks[..] {
            [] => Sifted {
                first: from,
                scanned: 0,
                refused: 0,
            },
            // What is asked most has loops of its own.
            [Check::Word(at, word)] => self.pass_over(from, |rows, heap, row| {
                let found = Word(rows[row + at]);
                (found != word && follow(heap, found) != word).then_some(false)
            }),
            [Check::Number(place, steps, orders @ (EQUAL | NOT_EQUAL), other)]
                if steps.count == 1
                    && matches!(steps.all[0], (Binary::Mod, false, 0..=SHORT))
                    && place.inside.is_none()
                    && (0..=SHORT).contains(&other) =>
            {
                let (with, other) = (steps.all[0].2 as u32, other as u32);
                self.pass_over(from, |rows, _, row| {
                    let word = Word(rows[row + place.at]);
                    let by = u32::try_from(word.value()).unwrap_or(0);
                    if !word.is_small() || by == 0 {
                        return None;
                    }
                    let holds = (with % by == other) == (orders == EQUAL);
                    (!holds).then(|| counted(row))
                })
            }
            _ => self.pass_over(from, |rows, heap, row| {
                let refused = refuses(&checks, rows, heap, row)?;
                Some(refused && counted(row))
            }),
        };
        self.checks = checks;
        sifted
    }

    /// Passes over candidates as long as `refuses` says so; what it says besides is whether a test refused them.
    #[inline(always)]
    fn pass_over(
        &mut self,
        from: (u32, usize),
        mut refuses: impl FnMut(&[u64], &[Word], usize) -> Option<bool>,
    ) -> Sifted {
        let mut sifted = Sifted {
            first: from,
            scanned: 0,
            refused: 0,
        };
        let (mut link, mut row) = from;
        while link != 0 {
            let (rows, heap, cells) = (&self.rows[..], &self.heap[..], &self.cells[..]);
            loop {
                let Some(tested) = refuses(rows, heap, row) else {
                    sifted.first = (link, row);
                    return sifted;
                };
                sifted.scanned += 1;
                sifted.refused += u64::from(tested);
                if link & LAST != 0 {
                    sifted.first = (0, 0);
                    return sifted;
                }
                let next = cells[link as usize].next;
                let at = if next & LAST == 0 {
                    cells[next as usize].row
                } else {
                    next & !LAST
                };
                if next == 0 || rows[at as usize] & ALIVE == 0 {
                    break;
                }
                (link, row) = (next, at as usize);
            }
            // Rows that are gone are taken out of the list on the way.
            (link, row) = self.next_link(link);
        }
        sifted.first = (0, 0);
        sifted
    }

    /// Finds out what the sieves of rules compare with that share the candidates of a level, of those whose bits are set.
    pub(crate) fn prepare(
        &mut self,
        sieves: &mut Sieves,
        members: &'p [Occurrence],
        level: usize,
        matched: u64,
    ) {
        sieves.checks.clear();
        sieves.alike.clear();
        sieves.rules.clear();
        for (member, occurrence) in members.iter().enumerate() {
            if matched >> member & 1 == 0 {
                continue;
            }
            let partner = &occurrence.partners[level];
            sieves.rules.push((member, partner.probe, 0));
            let start = sieves.checks.len();
            if let Some(sieve) = &partner.sieve {
                self.ready(sieve, self.e, &mut sieves.checks);
            }
            let (before, own) = sieves.checks.split_at(start);
            let is_like = |(own, other): (&Check, &Check)| own.is_like(other);
            match sieves.alike.last_mut() {
                Some(last)
                    if own.len() == last.checks.len()
                        && own.iter().zip(&before[last.checks.clone()]).all(is_like) =>
                {
                    last.rules |= 1 << member;
                    sieves.checks.truncate(start);
                }
                _ => {
                    let end = sieves.checks.len();
                    let first = match own.first() {
                        Some(Check::Word(at, word)) => Some((*at, *word)),
                        _ => None,
                    };
                    sieves.alike.push(Alike {
                        rules: 1 << member,
                        first,
                        checks: start..end,
                        rest: start + usize::from(first.is_some())..end,
                    });
                }
            }
        }
    }

    /// Passes over candidates from one on that the sieves of all rules refuse that were prepared. The active constraint is passed over
    /// and not counted, nor are partners of earlier levels as refused by tests.
    #[inline(never)]
    pub(crate) fn sift_together(
        &mut self,
        sieves: &mut Sieves,
        from: (u32, usize),
        used: Range<usize>,
    ) -> ((u32, usize), Passed) {
        let mut passed = Passed {
            rules: 0,
            tested: 0,
        };
        let Sieves {
            checks,
            alike,
            rules,
        } = sieves;
        if rules.is_empty() {
            return ((0, 0), passed);
        }
        let own = self.env[self.e + OWN_ROW] as usize;
        let taken = self.env[used].to_vec();
        let (mut passed_own, mut tested) = (0, false);
        let sifted = self.pass_over(from, |rows, heap, row| {
            if row == own {
                passed_own += 1;
                return Some(false);
            }
            passed.tested = 0;
            for one in alike.iter() {
                if let Some((at, word)) = one.first {
                    let found = Word(rows[row + at]);
                    if found != word && !(found.is_ref() && follow(heap, found) == word) {
                        continue;
                    }
                }
                match refuses(&checks[one.rest.clone()], rows, heap, row) {
                    None => passed.rules |= one.rules,
                    Some(false) => {}
                    Some(true) => passed.tested |= one.rules,
                }
            }
            if passed.tested != 0 && taken.contains(&(row as u64)) {
                passed.tested = 0;
            }
            if passed.rules != 0 {
                return None;
            }
            if passed.tested != 0 {
                tested = true;
                for (member, _, refused) in rules.iter_mut() {
                    *refused += passed.tested >> *member & 1;
                }
            }
            Some(false)
        });
        if sifted.scanned > 0 {
            for (_, probe, refused) in rules {
                let probe = &mut self.probes[*probe as usize];
                probe.candidates += sifted.scanned - passed_own;
                if tested {
                    probe.guard_failures += std::mem::take(refused);
                }
            }
        }
        (sifted.first, passed)
    }
}
