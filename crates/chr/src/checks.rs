//! Checks: the questions of a sieve with what is known, answered from the words of a row alone.

use crate::code::Kind;
use crate::expr::Binary;
use crate::heap::follow;
use crate::sieve::{Place, STEPS, order};
use crate::word::{Tag, Word};

/// A question with what it compares to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Check {
    /// A whole argument, by its place in a row.
    Word(usize, Word),
    /// The functor of an argument.
    Functor(usize, Word),
    Is(Place, Word),
    IsNot(Place, Word),
    Kind(Place, Kind),
    /// A number below 64 that is one of those whose bits are set.
    In(Place, u64),
    /// A list of constants with this one among them.
    Has(Place, Word),
    /// What the value is computed from and how, and the orders that hold between it and the last number.
    Number(Place, Steps, u8, i64),
}

/// A computation: how many steps it has, and of each the function, the other number, and whether that is on the right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    pub(crate) count: usize,
    pub(crate) all: [(Binary, bool, i64); STEPS],
}

/// What a check says of a candidate.
enum Judged {
    Passes,
    Refused,
    /// Nothing; nor must what comes after it be asked.
    Unknown,
}

impl Check {
    #[inline(always)]
    fn judge(&self, rows: &[u64], heap: &[Word], row: usize) -> Judged {
        let holds = match self {
            Check::Word(at, word) => {
                let found = Word(rows[row + at]);
                found == *word || found.is_ref() && follow(heap, found) == *word
            }
            Check::Functor(at, functor) => {
                let word = follow(heap, Word(rows[row + at]));
                word.tag() == Tag::Compound && heap[word.place()] == *functor
            }
            Check::Is(place, word) => part(heap, Word(rows[row + place.at]), *place) == Some(*word),
            Check::IsNot(place, word) => match part(heap, Word(rows[row + place.at]), *place) {
                Some(found) => found != *word,
                None => return Judged::Unknown,
            },
            Check::Kind(place, kind) => match part(heap, Word(rows[row + place.at]), *place) {
                Some(found) => match kind {
                    Kind::Var => found.is_ref(),
                    Kind::Nonvar => !found.is_ref(),
                    _ => matches!(found.tag(), Tag::Int | Tag::Wide),
                },
                None => return Judged::Unknown,
            },
            Check::In(place, bits) => match part(heap, Word(rows[row + place.at]), *place) {
                Some(word) if word.is_small() && (0..64).contains(&word.value()) => {
                    bits >> word.value() & 1 != 0
                }
                _ => return Judged::Unknown,
            },
            Check::Has(place, word) => {
                let list = part(heap, Word(rows[row + place.at]), *place);
                match list.and_then(|list| has(heap, list, *word)) {
                    Some(holds) => holds,
                    None => return Judged::Unknown,
                }
            }
            Check::Number(place, steps, orders, other) => {
                match computed(heap, Word(rows[row + place.at]), *place, steps) {
                    Some(value) => orders & order(value, *other) != 0,
                    None => return Judged::Unknown,
                }
            }
        };
        if holds {
            Judged::Passes
        } else {
            Judged::Refused
        }
    }

    fn is_of_pattern(&self) -> bool {
        matches!(self, Check::Word(..) | Check::Functor(..) | Check::Is(..))
    }

    /// Whether two checks say the same; it may be unknown that they do.
    pub(crate) fn is_like(&self, other: &Check) -> bool {
        match (self, other) {
            (Check::Word(at, word), Check::Word(other_at, other)) => {
                at == other_at && word == other
            }
            (Check::Is(place, word), Check::Is(other_place, other)) => {
                place == other_place && word == other
            }
            _ => false,
        }
    }
}

/// Whether checks refuse a candidate, and if so, whether that was by a test.
#[inline(always)]
pub(crate) fn refuses(checks: &[Check], rows: &[u64], heap: &[Word], row: usize) -> Option<bool> {
    for check in checks {
        match check.judge(rows, heap, row) {
            Judged::Passes => {}
            Judged::Refused => return Some(!check.is_of_pattern()),
            Judged::Unknown => return None,
        }
    }
    None
}

/// What is computed from a part of a candidate, if that is small numbers all the way.
#[inline(always)]
fn computed(heap: &[Word], word: Word, place: Place, steps: &Steps) -> Option<i64> {
    let word = part(heap, word, place)?;
    if !word.is_small() {
        return None;
    }
    let mut value = word.value();
    for (op, left, with) in &steps.all[..steps.count] {
        value = if *left {
            op.at_once(value, *with)?
        } else {
            op.at_once(*with, value)?
        };
    }
    Some(value)
}

/// What stands at a place, from the argument there on; none if the argument is another compound.
#[inline(always)]
fn part(heap: &[Word], word: Word, place: Place) -> Option<Word> {
    let word = follow(heap, word);
    match place.inside {
        None => Some(word),
        Some((functor, at)) => {
            let is_other = word.tag() != Tag::Compound || heap[word.place()] != functor;
            (!is_other).then(|| follow(heap, heap[word.place() + at]))
        }
    }
}

/// Whether a constant is an item of a list of constants; nothing if it is no such list.
fn has(heap: &[Word], mut list: Word, word: Word) -> Option<bool> {
    while list.tag() == Tag::List {
        let first = follow(heap, heap[list.place()]);
        if first == word {
            return Some(true);
        }
        if !first.is_constant() {
            return None;
        }
        list = follow(heap, heap[list.place() + 1]);
    }
    (list == Word::NIL).then_some(false)
}
