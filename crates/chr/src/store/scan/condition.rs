//! Checks: the questions of a prefilter with what is known, answered from the words of a suspension alone.

use crate::code::Kind;
use crate::code::expr::Binary;
use crate::code::number::is_integer;
use crate::code::prefilter::{
    AT_LEAST, AT_MOST, EQUAL, GREATER, LESS, NOT_EQUAL, Place, STEPS, has_functor, order,
};
use crate::code::word::follow;
use crate::code::word::{Tag, Word};

/// What a division leaves, of numbers of 32 bits: the place in a suspension of the argument that is one of them, the other, which is divided by it or
/// divides it, and the remainder, which is wanted or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Remainder {
    pub(crate) at: usize,
    pub(crate) other: u32,
    pub(crate) divides: bool,
    pub(crate) is: u32,
    pub(crate) wanted: bool,
}

/// A question with what it compares to.
#[derive(Clone, Debug)]
pub(crate) enum Check {
    /// A whole argument, by its place in a suspension.
    Word(usize, Word),
    /// The functor of an argument.
    Functor(usize, Word),
    Is(Place, Word),
    IsNot(Place, Word),
    Kind(Place, Kind),
    /// A number below 64 that is one of those whose bits are set.
    In(Place, u64),
    /// The same, and no variable.
    Among(Place, u64),
    /// A list of constants with this one among them.
    Has(Place, Word),
    /// A number within bounds, or outside them if the last part says so.
    Within(Place, i64, i64, bool),
    Number(Box<Number>),
}

/// What a value is computed from and how, and the orders that hold between it and another number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    pub(crate) place: Place,
    pub(crate) steps: Steps,
    pub(crate) orders: u8,
    pub(crate) other: i64,
}

impl Number {
    /// The remainder that it asks for, if that is all it asks for, and about numbers of 32 bits.
    pub(crate) fn remainder(&self) -> Option<Remainder> {
        let (op, divides, other) = self.steps.all[0];
        let is_one = self.steps.count == 1 && op == Binary::Mod && !(divides && other == 0);
        let is_plain = self.place.is_whole() && matches!(self.orders, EQUAL | NOT_EQUAL);
        (is_one && is_plain).then_some(Remainder {
            at: self.place.at(),
            other: u32::try_from(other).ok()?,
            divides,
            is: u32::try_from(self.other).ok()?,
            wanted: self.orders == EQUAL,
        })
    }
}

/// A computation: how many steps it has, and of each the function, the other number, and whether that is on the right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    pub(crate) count: usize,
    pub(crate) all: [(Binary, bool, i64); STEPS],
}

impl Steps {
    /// What is computed from a number, if that is small numbers all the way.
    #[inline(always)]
    fn value(&self, mut value: i64) -> Option<i64> {
        for (op, left, with) in &self.all[..self.count] {
            value = if *left {
                op.at_once(value, *with)?
            } else {
                op.at_once(*with, value)?
            };
        }
        Some(value)
    }

    /// The bounds within which a number must be so that what is computed from it compares to another as `orders` says, or outside which.
    pub(crate) fn bounds(&self, orders: u8, other: i64) -> Option<(i64, i64, bool)> {
        let (other, least, most) = (i128::from(other), -LARGE, LARGE);
        let (mut min, mut max) = match orders {
            LESS => (least, other - 1),
            AT_MOST => (least, other),
            GREATER => (other + 1, most),
            AT_LEAST => (other, most),
            _ => (other, other),
        };
        for &(op, left, with) in self.all[..self.count].iter().rev() {
            // Nothing of this size overflows, in the computation or here.
            if with.unsigned_abs() >> 20 != 0 {
                return None;
            }
            let with = i128::from(with);
            (min, max) = match op {
                Binary::Add => (min - with, max - with),
                Binary::Subtract if left => (min + with, max + with),
                Binary::Subtract => (with - max, with - min),
                Binary::Floor if left && with > 0 => (min * with, max * with + with - 1),
                Binary::Truncate if left && with > 0 => {
                    let below = if min > 0 { 0 } else { with - 1 };
                    let above = if max < 0 { 0 } else { with - 1 };
                    (min * with - below, max * with + above)
                }
                _ => return None,
            };
        }
        let short = |bound: i128| bound.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        Some((short(min), short(max), orders == NOT_EQUAL))
    }
}

/// The bounds of a number that compares to another as `orders` says, or outside which it is; none if no number can be beyond the other.
pub(crate) fn bounds_of(orders: u8, other: i64) -> Option<(i64, i64, bool)> {
    Some(match orders {
        LESS => (i64::MIN, other.checked_sub(1)?, false),
        AT_MOST => (i64::MIN, other, false),
        GREATER => (other.checked_add(1)?, i64::MAX, false),
        AT_LEAST => (other, i64::MAX, false),
        _ => (other, other, orders == NOT_EQUAL),
    })
}

/// Beyond every number that can be computed.
const LARGE: i128 = 1 << 64;

impl Check {
    /// Whether it holds of a candidate; none if it cannot say, and then what comes after it must not be asked either.
    #[inline(always)]
    fn holds(&self, suspensions: &[u64], heap: &[Word], suspension: usize) -> Option<bool> {
        let argument = |at: usize| Word(suspensions[suspension + at]);
        let part = |place: &Place| place.part(heap, argument(place.at()));
        let small = |place: &Place| part(place).filter(|word| word.is_small());
        let below_64 = |word: &Word| word.is_small() && (0..64).contains(&word.value());
        match self {
            Check::Word(at, word) => {
                let found = argument(*at);
                Some(found == *word || found.is_ref() && follow(heap, found) == *word)
            }
            Check::Functor(at, functor) => {
                Some(has_functor(heap, follow(heap, argument(*at)), *functor))
            }
            Check::Is(place, word) => Some(part(place) == Some(*word)),
            Check::IsNot(place, word) => part(place).map(|found| found != *word),
            Check::Kind(place, kind) => part(place).map(|found| match kind {
                Kind::Var => found.is_ref(),
                Kind::Nonvar => !found.is_ref(),
                Kind::Integer => is_integer(heap, found),
                _ => matches!(found.tag(), Tag::Int | Tag::Number),
            }),
            Check::In(place, bits) => part(place)
                .filter(below_64)
                .map(|word| bits >> word.value() & 1 != 0),
            Check::Among(place, bits) => match part(place) {
                Some(word) if word.is_ref() => Some(false),
                part => part
                    .filter(below_64)
                    .map(|word| bits >> word.value() & 1 != 0),
            },
            Check::Has(place, word) => part(place).and_then(|list| has(heap, list, *word)),
            Check::Within(place, min, max, outside) => {
                small(place).map(|word| (*min <= word.value() && word.value() <= *max) != *outside)
            }
            Check::Number(number) => small(&number.place)
                .and_then(|word| number.steps.value(word.value()))
                .map(|value| number.orders & order(value, number.other) != 0),
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
pub(crate) fn refuses(
    checks: &[Check],
    suspensions: &[u64],
    heap: &[Word],
    suspension: usize,
) -> Option<bool> {
    for check in checks {
        if !check.holds(suspensions, heap, suspension)? {
            return Some(!check.is_of_pattern());
        }
    }
    None
}

/// The same for whoever asks in many places.
#[inline(never)]
pub(crate) fn refuses_apart(
    checks: &[Check],
    suspensions: &[u64],
    heap: &[Word],
    suspension: usize,
) -> Option<bool> {
    refuses(checks, suspensions, heap, suspension)
}

/// Whether a constant is an item of a list of constants; nothing if it is no such list, or one with very many items, which may be cyclic.
pub(crate) fn has(heap: &[Word], mut list: Word, word: Word) -> Option<bool> {
    let mut left = 1_u32 << 20;
    while list.tag() == Tag::List && left > 0 {
        left -= 1;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_a_number_are_those_of_no_computation() {
        let none = Steps {
            count: 0,
            all: [(Binary::Add, true, 0); STEPS],
        };
        for orders in 1..7 {
            for other in [i64::MIN + 1, -3, 0, 5, i64::MAX - 1] {
                assert_eq!(bounds_of(orders, other), none.bounds(orders, other));
            }
        }
        assert_eq!(bounds_of(LESS, i64::MIN), None);
        assert_eq!(bounds_of(GREATER, i64::MAX), None);
    }

    #[test]
    fn bounds_say_what_the_computation_says() {
        let place = Place::of(0, None);
        let functions = [
            (Binary::Add, true),
            (Binary::Add, false),
            (Binary::Subtract, true),
            (Binary::Subtract, false),
            (Binary::Truncate, true),
            (Binary::Floor, true),
        ];
        for first in functions {
            for second in functions {
                for (one, two) in [(1, 3), (3, 1), (2, 5), (4, 2)] {
                    let none = (Binary::Add, true, 0);
                    let steps = Steps {
                        count: 2,
                        all: [(first.0, first.1, one), (second.0, second.1, two), none],
                    };
                    for (orders, other) in
                        (1..7).flat_map(|orders| (-4..5).map(move |x| (orders, x)))
                    {
                        let (min, max, outside) = steps.bounds(orders, other).expect("it is small");
                        let within = Check::Within(place, min, max, outside);
                        let number = Check::Number(Box::new(Number {
                            place,
                            steps,
                            orders,
                            other,
                        }));
                        for value in -40..40 {
                            let word = Word::small(value).expect("it is small");
                            let suspension = [0, 0, 0, word.0];
                            let passes =
                                |check: &Check| check.holds(&suspension, &[], 0) == Some(true);
                            assert_eq!(passes(&within), passes(&number), "{value}: {number:?}");
                        }
                    }
                }
            }
        }
    }
}
