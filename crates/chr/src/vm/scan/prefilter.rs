//! Candidates go through prefilters: many suspensions of a list at a time, without all the rest of a search.
//!
//! A search for one rule has one prefilter; rules that are searched for together have one each (`vm/scan/group_filter.rs`). What a prefilter compares with is found
//! out once, before the first candidate.

use std::ops::Range;

use crate::code::expr::Binary;
use crate::code::prefilter::{Question, STEPS};
use crate::code::word::{Tag, Word};
use crate::code::{Kind, Shape};
use crate::vm::machine::Machine;
use crate::vm::scan::condition::{Check, Number, Steps, bounds_of};
use crate::vm::scan::loops::Scan;

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
                    let Ok(other) = self.eval(other, base) else {
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

    /// Passes over candidates from one on that a prefilter refuses. The active constraint and partners of earlier levels are passed over too.
    #[inline(never)]
    pub(crate) fn scan(
        &mut self,
        prefilter: &'p [Question],
        from: (u32, usize),
        own: usize,
        used: Range<usize>,
        base: usize,
    ) -> Scan {
        let mut checks = std::mem::take(&mut self.checks);
        checks.clear();
        self.ready(prefilter, base, &mut checks, &mut Bits::default());
        let scan = match &checks[..] {
            [] => Scan {
                first: from,
                scanned: 0,
                refused: 0,
            },
            // What is asked most has loops of its own.
            [Check::Word(at, word)] => self.pass_by_word(from, (*at, *word)),
            [Check::Word(at, word), Check::Word(other_at, other)] => {
                self.pass_by_both(from, [(*at, *word), (*other_at, *other)])
            }
            [Check::Within(place, min, max, outside)] if used.is_empty() && place.is_whole() => {
                let asked = (place.at(), *min, *max, *outside);
                self.pass_by_bounds(from, asked, own)
            }
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
        scan
    }
}
