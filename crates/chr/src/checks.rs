//! Checks: the questions of a sieve with what is known, answered from the words of a row alone.

use crate::code::Kind;
use crate::heap::follow;
use crate::sieve::{Place, STEPS, Sum, order};
use crate::word::{Tag, Word};

/// A question with what it compares to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Check<'p> {
    /// A whole argument, by its place in a row.
    Word(usize, Word),
    /// The functor of an argument.
    Functor(usize, Word),
    Is(Place, Word),
    IsNot(Place, Word),
    Kind(Place, Kind),
    /// What the value is computed from and how, and the orders that hold between it and the last number.
    Number(Place, &'p [Sum], [i64; STEPS], u8, i64),
}

/// What a check says of a candidate.
enum Judged {
    Passes,
    Refused,
    /// Nothing; nor must what comes after it be asked.
    Unknown,
}

impl Check<'_> {
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
            Check::Number(place, sums, known, orders, other) => {
                match computed(heap, Word(rows[row + place.at]), *place, sums, known) {
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
    pub(crate) fn is_like(&self, other: &Check<'_>) -> bool {
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
pub(crate) fn refuses(
    checks: &[Check<'_>],
    rows: &[u64],
    heap: &[Word],
    row: usize,
) -> Option<bool> {
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
fn computed(heap: &[Word], word: Word, place: Place, sums: &[Sum], known: &[i64]) -> Option<i64> {
    let word = part(heap, word, place).filter(|word| word.is_small())?;
    let mut value = word.value();
    for (sum, &with) in sums.iter().zip(known) {
        value = if sum.left {
            sum.op.at_once(value, with)?
        } else {
            sum.op.at_once(with, value)?
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
