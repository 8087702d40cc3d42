//! Candidates go through sieves: many rows of a list in a row, without all the rest of a search.
//!
//! A search for one rule has one sieve. Rules that are searched for together have one each, and a candidate is passed over if all of them
//! refuse it. What a sieve compares with is found out once, before the first candidate.

use std::ops::Range;

use crate::active::OWN_ROW;
use crate::checks::{Check, Number, Steps, refuses_apart};
use crate::code::{Occurrence, Shape};
use crate::expr::Binary;
use crate::machine::Machine;
use crate::pass::{Sifted, Wanted, misses};
use crate::sieve::{Question, STEPS};
use crate::word::{Tag, Word};

/// The checks of rules that are searched for together.
#[derive(Debug, Default)]
pub(crate) struct Sieves {
    checks: Vec<Check>,
    alike: Vec<Alike>,
    /// For each rule the number under which its searches are counted, and with which it is alike.
    rules: Vec<(u32, usize)>,
}

/// Rules that have the same checks.
#[derive(Clone, Debug)]
struct Alike {
    /// The bits of the rules.
    rules: u64,
    /// Where an argument stands in a row, and what it is, if that is the first check.
    first: Option<Wanted>,
    /// Their checks, and those after the first.
    checks: Range<usize>,
    rest: Range<usize>,
    /// How many candidates a test refused.
    refused: u64,
}

/// The bits of a list that was asked for last, as rules often ask for the same one.
#[derive(Debug)]
struct Bits {
    list: Word,
    bits: Option<u64>,
}

impl Default for Bits {
    fn default() -> Bits {
        let (list, bits) = (Word::NIL, Some(0));
        Bits { list, bits }
    }
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
    fn ready(
        &mut self,
        sieve: &'p [Question],
        base: usize,
        checks: &mut Vec<Check>,
        last: &mut Bits,
    ) {
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
                Question::In(place, slot) => {
                    let list = self.slot(base, *slot);
                    if list != last.list {
                        let bits = self.bits_of(list);
                        *last = Bits { list, bits };
                    }
                    match last.bits {
                        Some(bits) => Check::In(*place, bits),
                        None => return,
                    }
                }
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
                        None => Check::Number(Box::new(Number {
                            place: *place,
                            steps,
                            orders: compare.orders(),
                            other,
                        })),
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
        let mut checks = std::mem::take(&mut self.checks);
        checks.clear();
        self.ready(sieve, base, &mut checks, &mut Bits::default());
        let sifted = match &checks[..] {
            [] => Sifted {
                first: from,
                scanned: 0,
                refused: 0,
            },
            // What is asked most has loops of its own.
            [Check::Word(at, word)] => self.pass_by_word(from, (*at, *word)),
            [Check::Number(number)] if used.is_empty() && number.remainder().is_some() => {
                let asked = number.remainder().expect("it is one");
                self.pass_by_remainder(from, asked, own)
            }
            _ => {
                let taken = self.env[used].to_vec();
                self.pass_by_checks(from, &checks, own, &taken)
            }
        };
        self.checks = checks;
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
        let mut last = Bits::default();
        for (member, occurrence) in members.iter().enumerate() {
            if matched >> member & 1 == 0 {
                continue;
            }
            let partner = &occurrence.partners[level];
            let start = sieves.checks.len();
            if let Some(sieve) = &partner.sieve {
                self.ready(sieve, self.e, &mut sieves.checks, &mut last);
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
                        refused: 0,
                    });
                }
            }
            sieves.rules.push((partner.probe, sieves.alike.len() - 1));
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
        if sieves.rules.is_empty() {
            let (rules, tested) = (0, 0);
            return ((0, 0), Passed { rules, tested });
        }
        let own = self.env[self.e + OWN_ROW] as usize;
        let taken = self.env[used].to_vec();
        let mut judge = Judge {
            checks: &sieves.checks,
            alike: &mut sieves.alike,
            own,
            taken: &taken,
            passed: Passed {
                rules: 0,
                tested: 0,
            },
            passed_own: 0,
        };
        // Where most candidates have other words than all rules want, no more is asked of them.
        let firsts = match &judge.alike[..] {
            [one] => one.first.map(|first| [first; 2]),
            [one, two] => one.first.zip(two.first).map(|(one, two)| [one, two]),
            _ => None,
        };
        let misses_all = |firsts: &[Wanted; 2]| {
            let (rows, heap) = (&self.rows[..], &self.heap[..]);
            firsts
                .iter()
                .all(|first| misses(*first, rows, heap, from.1))
        };
        let sifted = match firsts.filter(misses_all) {
            Some([one, two]) => self.pass_over(from, |rows, heap, row| {
                if row != own && misses(one, rows, heap, row) && misses(two, rows, heap, row) {
                    return Some(false);
                }
                judge.judge_apart(rows, heap, row)
            }),
            None => self.pass_over(from, |rows, heap, row| judge.judge(rows, heap, row)),
        };
        let (passed, scanned) = (judge.passed, sifted.scanned - judge.passed_own);
        if scanned > 0 {
            for (probe, one) in &sieves.rules {
                let probe = &mut self.probes[*probe as usize];
                probe.candidates += scanned;
                probe.guard_failures += sieves.alike[*one].refused;
            }
            for one in &mut sieves.alike {
                one.refused = 0;
            }
        }
        (sifted.first, passed)
    }
}

/// What judges candidates for rules that are searched for together.
struct Judge<'s> {
    checks: &'s [Check],
    alike: &'s mut [Alike],
    /// The row of the active constraint, and those of earlier levels.
    own: usize,
    taken: &'s [u64],
    passed: Passed,
    /// How often the active constraint was passed over.
    passed_own: u64,
}

impl Judge<'_> {
    /// Whether all rules refuse a candidate.
    #[inline(always)]
    fn judge(&mut self, rows: &[u64], heap: &[Word], row: usize) -> Option<bool> {
        if row == self.own {
            self.passed_own += 1;
            return Some(false);
        }
        let (mut passes, mut tested) = (0, 0);
        for one in self.alike.iter_mut() {
            if let Some(first) = one.first
                && misses(first, rows, heap, row)
            {
                continue;
            }
            match refuses_apart(&self.checks[one.rest.clone()], rows, heap, row) {
                None => passes |= one.rules,
                Some(false) => {}
                Some(true) => {
                    tested |= one.rules;
                    one.refused += 1;
                }
            }
        }
        if passes == 0 && (tested == 0 || self.taken.is_empty()) {
            return Some(false);
        }
        self.judged(passes, tested, row)
    }

    /// Says what became of a candidate that passes, or that may be a partner of an earlier level.
    #[inline(never)]
    fn judged(&mut self, rules: u64, mut tested: u64, row: usize) -> Option<bool> {
        let is_taken = self.taken.contains(&(row as u64));
        if rules != 0 || is_taken {
            // Whoever tries it counts it, or no one.
            let counted = self.alike.iter_mut();
            for one in counted.filter(|one| one.rules & tested != 0) {
                one.refused -= 1;
            }
        }
        if rules == 0 {
            return Some(false);
        }
        if is_taken {
            tested = 0;
        }
        self.passed = Passed { rules, tested };
        None
    }

    #[inline(never)]
    fn judge_apart(&mut self, rows: &[u64], heap: &[Word], row: usize) -> Option<bool> {
        self.judge(rows, heap, row)
    }
}
