//! Candidates go through prefilters: many suspensions of a list at a time, without all the rest of a search.
//!
//! A search for one rule has one prefilter; rules that are searched for together have one each (`store/scan/group_filter.rs`). What a prefilter compares with is found
//! out once, before the first candidate.

use crate::store::scan::group_filter::{Alike, Prefilters};
use crate::store::scan::pair::{CHECKS, Pair};
use std::ops::Range;

use crate::code::expr::Binary;
use crate::code::prefilter::{Question, STEPS};
use crate::code::word::{Tag, Word};
use crate::code::{Kind, Occurrence, Shape};
use crate::store::scan::condition::{Check, Number, Steps, bounds_of};
use crate::store::scan::loops::Scan;
use crate::vm::machine::Machine;

/// The bits of a list that was asked for last, as rules often ask for the same one.
#[derive(Debug)]
pub(crate) struct Bits {
    list: Word,
    bits: Option<u64>,
}

impl Default for Bits {
    fn default() -> Bits {
        let (list, bits) = (Word::NIL, Some(0));
        Bits { list, bits }
    }
}

impl<'p> Machine<'p> {
    /// Finds out what a prefilter compares with.
    pub(crate) fn ready(
        &mut self,
        prefilter: &'p [Question],
        base: usize,
        checks: &mut Vec<Check>,
        last: &mut Bits,
    ) {
        // Whether the pattern is asked for as a whole, so that tests may be asked for.
        let mut is_whole = true;
        let start = checks.len();
        for question in prefilter {
            let check = match question {
                Question::Is(place, shape) => match self.word_known(shape, base) {
                    Some(word) if word.has_parts() => {
                        is_whole = false;
                        continue;
                    }
                    Some(word) if place.is_whole() => Check::Word(place.at(), word),
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
                    let Some(bits) = last.bits else {
                        return;
                    };
                    match checks[start..].last() {
                        Some(Check::Kind(other, Kind::Nonvar)) if other == place => {
                            checks.pop();
                            Check::Among(*place, bits)
                        }
                        _ => Check::In(*place, bits),
                    }
                }
                Question::Has(place, shape) => match self.word_known(shape, base) {
                    Some(word) if word.is_constant() => Check::Has(*place, word),
                    _ => return,
                },
                Question::Number(place, sums, compare, other) => {
                    let Some(other) = self.eval_int(other, base) else {
                        return;
                    };
                    if sums.is_empty()
                        && let Some((min, max, outside)) = bounds_of(compare.orders(), other)
                    {
                        checks.push(Check::Within(*place, min, max, outside));
                        continue;
                    }
                    let mut steps = Steps {
                        count: sums.len(),
                        all: [(Binary::Add, true, 0); STEPS],
                    };
                    for (step, sum) in steps.all.iter_mut().zip(sums) {
                        match self.eval_int(&sum.other, base) {
                            Some(value) => *step = (sum.op, sum.left, value),
                            None => return,
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

    /// The items of a list of numbers below 64, as bits. A list with very many items, which may be cyclic, has none.
    fn bits_of(&self, mut list: Word) -> Option<u64> {
        let (mut bits, mut left) = (0, 1_u32 << 12);
        while list.tag() == Tag::List && left > 0 {
            left -= 1;
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

    /// Finds out what the prefilter of one search compares with.
    pub(crate) fn prepare_checks(
        &mut self,
        prefilter: &'p [Question],
        base: usize,
        checks: &mut Vec<Check>,
    ) {
        checks.clear();
        self.ready(prefilter, base, checks, &mut Bits::default());
    }

    /// Passes over candidates from one on that checks refuse. The active constraint and partners of earlier levels are passed over too.
    #[inline(never)]
    pub(crate) fn scan(
        &mut self,
        checks: &[Check],
        from: (u32, usize),
        own: usize,
        used: Range<usize>,
    ) -> Scan {
        match checks {
            [] => Scan {
                first: from,
                scanned: 0,
                refused: 0,
            },
            // What is asked most has loops of its own.
            [Check::Word(at, word)] => self.store.pass_by_both(&self.heap, from, [(*at, *word); 2]),
            [Check::Word(at, word), Check::Word(other_at, other)] => {
                self.store
                    .pass_by_both(&self.heap, from, [(*at, *word), (*other_at, *other)])
            }
            [Check::Number(number)] if used.is_empty() && number.remainder().is_some() => {
                let asked = number.remainder().expect("it is one");
                self.store.pass_by_remainder(&self.heap, from, asked, own)
            }
            _ => {
                let taken = &self.env[used];
                self.store
                    .pass_by_checks(&self.heap, from, checks, own, taken)
            }
        }
    }
}

impl<'p> Machine<'p> {
    /// Finds out what the prefilters of rules compare with that share the candidates of a level, of those whose bits are set.
    #[inline(never)]
    pub(crate) fn prepare(
        &mut self,
        prefilters: &mut Prefilters,
        members: &'p [Occurrence],
        level: usize,
        matched: u64,
    ) {
        prefilters.checks.clear();
        prefilters.alike.clear();
        prefilters.rules.clear();
        let mut last = Bits::default();
        for (member, occurrence) in members.iter().enumerate() {
            if matched >> member & 1 == 0 {
                continue;
            }
            let partner = &occurrence.partners[level];
            let start = prefilters.checks.len();
            if let Some(prefilter) = &partner.prefilter {
                self.ready(prefilter, self.e, &mut prefilters.checks, &mut last);
            }
            let (before, own) = prefilters.checks.split_at(start);
            let is_like = |(own, other): (&Check, &Check)| own.is_like(other);
            match prefilters.alike.last_mut() {
                Some(last)
                    if own.len() == last.checks.len()
                        && own.iter().zip(&before[last.checks.clone()]).all(is_like) =>
                {
                    last.rules |= 1 << member;
                    prefilters.checks.truncate(start);
                }
                _ => {
                    let end = prefilters.checks.len();
                    let word = |check: &Check| match check {
                        Check::Word(at, word) => Some((*at, *word)),
                        _ => None,
                    };
                    let first = own.first().and_then(word);
                    let second = own.get(1).and_then(word).filter(|_| first.is_some());
                    let pair = Pair::of(own);
                    let words = usize::from(first.is_some()) + usize::from(second.is_some());
                    let said = if pair.is_some() { CHECKS } else { words };
                    prefilters.alike.push(Alike {
                        rules: 1 << member,
                        first,
                        second,
                        pair,
                        checks: start..end,
                        rest: start + said..end,
                        refused: 0,
                    });
                }
            }
            prefilters
                .rules
                .push((partner.probe, prefilters.alike.len() - 1));
        }
    }
}
