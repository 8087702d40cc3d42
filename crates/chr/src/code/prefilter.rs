//! Prefilters: what most candidates fail by, asked of many candidates one after the other before all else.
//!
//! A search that goes along a list asks a few questions of each suspension whose answers follow from words of the suspension and from what is known before
//! the search. Only what passes is matched and tested as a whole. What a prefilter cannot judge it lets pass. How candidates go through it
//! is in `vm/prefilter.rs`.

use crate::code::expr::{Binary, Compare, Expr, Unary};
use crate::code::layout::SUSPENSION_HEADER;
use crate::code::word::follow;
use crate::code::word::{Tag, Word};
use crate::code::{Kind, Pattern, Shape, Test};

/// What is asked of every candidate, in this order: what the pattern says, then what tests say.
pub(crate) type Prefilter = Box<[Question]>;

/// What is asked of a part of a candidate.
#[derive(Clone, Debug)]
pub(crate) enum Question {
    /// By the pattern it is a word known before: a constant, or what a slot has.
    Is(Place, Shape),
    /// By the pattern the argument at a place in the suspension has this functor.
    Functor(usize, Word),
    /// By a test it is not.
    IsNot(Place, Shape),
    /// It is of a kind, as a test says.
    Kind(Place, Kind),
    /// It is an item of a list that is known, as far as one can be selected.
    In(Place, u16),
    /// It is a list of which something known is an item, as far as it can be selected.
    Has(Place, Shape),
    /// A value computed from it compares to one that is known.
    Number(Place, Box<[Sum]>, Compare, Expr),
}

/// An argument, or a part of the compound or list that stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// The position of the argument in a suspension.
    at: u16,
    /// The number of the part, from 1 on; 0 if the argument itself is meant.
    inside: u16,
    /// [`LIST`] for a list.
    functor: Word,
}

/// What stands for the functor of a list, which has no cell of its own.
pub(crate) const LIST: Word = Word::NIL;

/// Whether a term is a compound with a functor, or a list.
#[inline(always)]
pub(crate) fn has_functor(heap: &[Word], word: Word, functor: Word) -> bool {
    match word.tag() {
        Tag::Compound => heap[word.place()] == functor,
        Tag::List => functor == LIST,
        _ => false,
    }
}

/// One step of a computation: with what it goes on, and whether what was computed so far is on the left.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    pub(crate) op: Binary,
    pub(crate) other: Expr,
    pub(crate) left: bool,
}

/// The most steps of a computation.
pub(crate) const STEPS: usize = 3;

impl Place {
    /// A whole argument, or one of its parts, with the functor.
    pub(crate) fn of(arg: u16, inside: Option<(Word, u16)>) -> Place {
        let at = SUSPENSION_HEADER as u16 + arg;
        let (functor, inside) = inside.unwrap_or((Word::NIL, 0));
        Place {
            at,
            inside,
            functor,
        }
    }

    /// The position of the argument in a suspension.
    #[inline(always)]
    pub(crate) fn at(self) -> usize {
        self.at.into()
    }

    #[inline(always)]
    pub(crate) fn is_whole(self) -> bool {
        self.inside == 0
    }

    /// The functor of the compound that is meant, and the number of the part.
    pub(crate) fn inside(self) -> Option<(Word, usize)> {
        (!self.is_whole()).then_some((self.functor, self.inside.into()))
    }

    /// What stands there, from the argument on; none if the argument has another functor.
    #[inline(always)]
    pub(crate) fn part(self, heap: &[Word], word: Word) -> Option<Word> {
        let word = follow(heap, word);
        if self.is_whole() {
            return Some(word);
        }
        if !has_functor(heap, word, self.functor) {
            return None;
        }
        // The parts of a list begin where it does.
        let place = word.place() + usize::from(self.inside) - usize::from(self.functor == LIST);
        Some(follow(heap, heap[place]))
    }
}

/// The prefilter of a pattern and the tests that follow, as far as they can be asked of words; none if that is nothing.
pub(crate) fn prefilter_of(pattern: &Pattern, tests: &[Test]) -> Option<Prefilter> {
    let taken = taken(pattern);
    let mut filled = Vec::new();
    for (_, shape) in pattern {
        first_slots(shape, &mut filled);
    }
    let mut questions = Vec::new();
    let mut is_whole = true;
    let is_word = |shape: &Shape| match shape {
        Shape::Const(_) => true,
        Shape::Slot(slot) => !filled.contains(slot),
        _ => false,
    };
    let ask = |questions: &mut Vec<Question>, place: Place, shape: &Shape| {
        if is_word(shape) {
            questions.push(Question::Is(place, shape.clone()));
        }
        is_word(shape) || matches!(shape, Shape::First(_) | Shape::Void)
    };
    for (arg, shape) in pattern {
        let Some((functor, parts)) = parts_of(shape) else {
            is_whole &= ask(&mut questions, Place::of(*arg, None), shape);
            continue;
        };
        if !parts.iter().any(is_word) {
            let at = SUSPENSION_HEADER + usize::from(*arg);
            questions.push(Question::Functor(at, functor));
        }
        for (part, at) in parts.iter().zip(1..) {
            let place = Place::of(*arg, Some((functor, at)));
            is_whole &= ask(&mut questions, place, part);
        }
    }
    // Tests are made only of what the pattern matches.
    if is_whole {
        questions.extend(questions_of(tests, &taken));
    }
    (!questions.is_empty()).then_some(questions.into())
}

/// The functor and the parts of a compound or a list.
fn parts_of(shape: &Shape) -> Option<(Word, &[Shape])> {
    match shape {
        Shape::Compound(functor, args) => Some((Word::inner(functor.0 as usize), args)),
        Shape::List(pair) => Some((LIST, &pair[..])),
        _ => None,
    }
}

/// What tests ask of a candidate, up to the first that may throw or that gives a slot its value and cannot be asked. What cannot be asked
/// otherwise is left out: it has no effect, and a candidate that a later test refuses is refused.
fn questions_of(tests: &[Test], taken: &[(u16, Place)]) -> Vec<Question> {
    let mut questions = Vec::new();
    // Slots that have no value before the search.
    let mut set: Vec<u16> = Vec::new();
    for test in tests {
        match question(test, taken, &set) {
            Some(question) => questions.push(question),
            None if test.can_throw() => break,
            None => {}
        }
        sets(test, &mut set);
    }
    questions
}

/// A test as a question, if it compares one part of the candidate with what is known. Slots that are `set` during the search are not known.
fn question(test: &Test, taken: &[(u16, Place)], set: &[u16]) -> Option<Question> {
    let place_of = |shape: &Shape| match shape {
        Shape::Slot(slot) => {
            let mut taken = taken.iter();
            taken.find(|(other, _)| other == slot).map(|entry| entry.1)
        }
        _ => None,
    };
    let is_word = |shape: &Shape| match shape {
        Shape::Slot(slot) => !set.contains(slot),
        Shape::Const(_) => true,
        _ => false,
    };
    let is_open =
        |expr: &Expr| mentions(expr, &|slot| taken.iter().any(|(other, _)| *other == slot));
    let is_set = |expr: &Expr| mentions(expr, &|slot| set.contains(&slot));
    match test {
        Test::Compare(_, left, right) if is_set(left) || is_set(right) => None,
        Test::Compare(compare, left, right) => {
            let (own, compare, other) = if !is_open(right) {
                (left, *compare, right)
            } else if !is_open(left) {
                (right, compare.turned(), left)
            } else {
                return None;
            };
            let (place, sums) = computed(own, taken, &is_open)?;
            Some(Question::Number(place, sums.into(), compare, other.clone()))
        }
        // Constants that are the same can be unified too.
        Test::Different(left, right) | Test::Apart(left, right) => {
            match (place_of(left), place_of(right)) {
                (Some(place), None) if is_word(right) => {
                    Some(Question::IsNot(place, right.clone()))
                }
                (None, Some(place)) if is_word(left) => Some(Question::IsNot(place, left.clone())),
                _ => None,
            }
        }
        Test::Type(kind @ (Kind::Var | Kind::Nonvar | Kind::Number | Kind::Integer), shape) => {
            place_of(shape).map(|place| Question::Kind(place, *kind))
        }
        Test::Select(_, shapes) => {
            let (item, list) = (&shapes[0], &shapes[1]);
            match (place_of(item), list, place_of(list)) {
                (Some(place), Shape::Slot(slot), None) if is_word(list) => {
                    Some(Question::In(place, *slot))
                }
                (None, _, Some(place)) if is_word(item) => Some(Question::Has(place, item.clone())),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Adds the slots to which a test gives a value, if only a new variable.
fn sets(test: &Test, slots: &mut Vec<u16>) {
    let all =
        |tests: &[Test], slots: &mut Vec<u16>| tests.iter().for_each(|test| sets(test, slots));
    match test {
        Test::Let(slot, _) => slots.push(*slot),
        Test::Aggregate(aggregate) => slots.push(aggregate.slot),
        Test::Has(shape, _) | Test::Type(_, shape) => first_slots(shape, slots),
        Test::Identical(left, right) | Test::Different(left, right) | Test::Apart(left, right) => {
            first_slots(left, slots);
            first_slots(right, slots);
        }
        Test::Builtin(_, shapes) | Test::Select(_, shapes) => {
            shapes.iter().for_each(|shape| first_slots(shape, slots));
        }
        Test::Not(tests) => all(tests, slots),
        Test::Any(left, right) => {
            all(left, slots);
            all(right, slots);
        }
        Test::If(condition, then, other) => {
            for tests in [condition, then, other] {
                all(tests, slots);
            }
        }
        Test::True | Test::Fail | Test::Compare(..) => {}
    }
}

/// Adds the slots that matching or building a shape gives a value.
fn first_slots(shape: &Shape, slots: &mut Vec<u16>) {
    match shape {
        Shape::First(slot) => slots.push(*slot),
        Shape::List(pair) => pair.iter().for_each(|part| first_slots(part, slots)),
        Shape::Compound(_, args) => args.iter().for_each(|arg| first_slots(arg, slots)),
        _ => {}
    }
}

/// The slots that a candidate fills with its arguments, and with arguments of these.
fn taken(pattern: &Pattern) -> Vec<(u16, Place)> {
    let mut taken = Vec::new();
    for (arg, shape) in pattern {
        let parts = match parts_of(shape) {
            Some((functor, parts)) => parts
                .iter()
                .zip((1..).map(|at| Some((functor, at))))
                .collect(),
            None => vec![(shape, None)],
        };
        for (part, inside) in parts {
            if let Shape::First(slot) = part {
                taken.push((*slot, Place::of(*arg, inside)));
            }
        }
    }
    taken
}

/// Whether an expression mentions one of some slots. What has another value each time it is computed counts as if it did.
fn mentions(expr: &Expr, is_one: &dyn Fn(u16) -> bool) -> bool {
    let any = |args: &[Expr]| args.iter().any(|arg| mentions(arg, is_one));
    match expr {
        Expr::Slot(slot) => is_one(*slot),
        Expr::Unary(Unary::Random, _) => true,
        Expr::Unary(_, arg) => mentions(arg, is_one),
        Expr::Binary(_, args) => any(&args[..]),
        Expr::Ternary(_, args) => any(&args[..]),
        Expr::Int(_) | Expr::Number(_) => false,
        Expr::Constant(_) | Expr::Unbound | Expr::Unknown(_) => true,
    }
}

/// An expression as a computation from one part of the candidate; `is_open` says what mentions a part of it.
fn computed(
    expr: &Expr,
    taken: &[(u16, Place)],
    is_open: &dyn Fn(&Expr) -> bool,
) -> Option<(Place, Vec<Sum>)> {
    match expr {
        Expr::Slot(slot) => {
            let found = taken.iter().find(|(other, _)| other == slot);
            found.map(|(_, place)| (*place, Vec::new()))
        }
        Expr::Binary(op, args) => {
            let left = is_open(&args[0]);
            let (own, other) = if left {
                (&args[0], &args[1])
            } else {
                (&args[1], &args[0])
            };
            if is_open(other) {
                return None;
            }
            let (place, mut sums) = computed(own, taken, is_open)?;
            let other = other.clone();
            let op = *op;
            sums.push(Sum { op, other, left });
            (sums.len() <= STEPS).then_some((place, sums))
        }
        _ => None,
    }
}

/// One of three bits for how two numbers compare.
#[inline(always)]
pub(crate) fn order(left: i64, right: i64) -> u8 {
    1 << (u8::from(left >= right) + u8::from(left > right))
}

/// The orders for which comparisons hold, as the bits of [`order`].
pub(crate) const LESS: u8 = 1;
pub(crate) const EQUAL: u8 = 2;
pub(crate) const AT_MOST: u8 = 3;
pub(crate) const GREATER: u8 = 4;
pub(crate) const NOT_EQUAL: u8 = 5;
pub(crate) const AT_LEAST: u8 = 6;

impl Compare {
    /// The orders of two numbers for which it holds, as the bits of [`order`].
    pub(crate) fn orders(self) -> u8 {
        match self {
            Compare::Less => LESS,
            Compare::Equal => EQUAL,
            Compare::Greater => GREATER,
            Compare::AtMost => AT_MOST,
            Compare::AtLeast => AT_LEAST,
            Compare::NotEqual => NOT_EQUAL,
        }
    }

    /// The same comparison with its sides exchanged.
    pub(crate) fn turned(self) -> Compare {
        match self {
            Compare::Less => Compare::Greater,
            Compare::AtMost => Compare::AtLeast,
            Compare::Greater => Compare::Less,
            Compare::AtLeast => Compare::AtMost,
            same => same,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_say_what_comparisons_say() {
        let all = [
            Compare::Less,
            Compare::AtMost,
            Compare::Greater,
            Compare::AtLeast,
            Compare::Equal,
            Compare::NotEqual,
        ];
        for compare in all {
            for (left, right) in [(1, 2), (2, 2), (3, 2)] {
                let holds = compare.holds(left, right);
                assert_eq!(compare.orders() & order(left, right) != 0, holds);
                assert_eq!(compare.turned().holds(right, left), holds);
            }
        }
    }
}
