//! Prefilters: what most candidates fail by, asked of many candidates one after the other before all else.
//!
//! A search that goes along a list asks a few questions of each suspension whose answers follow from words of the suspension and from what is known before
//! the search. Only what passes is matched and tested as a whole. What a prefilter cannot judge it lets pass. How candidates go through it
//! is in `vm/prefilter.rs`.

use crate::code::expr::{Binary, Compare, Expr};
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
    /// By the pattern the argument at a place in the suspension is a compound with this functor.
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

/// An argument, or an argument of the compound that stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// The position of the argument in a suspension.
    at: u16,
    /// The place after the functor; 0 if the argument itself is meant.
    inside: u16,
    functor: Word,
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
    /// A whole argument, or the cell so many places after its functor.
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

    /// The functor of the compound that is meant, and the place after it.
    pub(crate) fn inside(self) -> Option<(Word, usize)> {
        (!self.is_whole()).then_some((self.functor, self.inside.into()))
    }

    /// What stands there, from the argument on; none if the argument is another compound.
    #[inline(always)]
    pub(crate) fn part(self, heap: &[Word], word: Word) -> Option<Word> {
        let word = follow(heap, word);
        if self.is_whole() {
            return Some(word);
        }
        let is_other = word.tag() != Tag::Compound || heap[word.place()] != self.functor;
        (!is_other).then(|| follow(heap, heap[word.place() + usize::from(self.inside)]))
    }
}

/// The prefilter of a pattern and the tests that follow, as far as they can be asked of words; none if that is nothing.
pub(crate) fn prefilter_of(pattern: &Pattern, tests: &[Test]) -> Option<Prefilter> {
    let taken = taken(pattern);
    let is_known = |slot: u16| !pattern.iter().any(|(_, shape)| fills(shape, slot));
    let mut questions = Vec::new();
    let mut is_whole = true;
    let is_word = |shape: &Shape| match shape {
        Shape::Const(_) => true,
        Shape::Slot(slot) => is_known(*slot),
        _ => false,
    };
    let ask = |questions: &mut Vec<Question>, place: Place, shape: &Shape| {
        if is_word(shape) {
            questions.push(Question::Is(place, shape.clone()));
        }
        is_word(shape) || matches!(shape, Shape::First(_) | Shape::Void)
    };
    for (arg, shape) in pattern {
        match shape {
            Shape::Compound(functor, args) => {
                let functor = Word::inner(functor.0 as usize);
                if !args.iter().any(is_word) {
                    questions.push(Question::Functor(
                        SUSPENSION_HEADER + usize::from(*arg),
                        functor,
                    ));
                }
                for (inner, at) in args.iter().zip(1..) {
                    let place = Place::of(*arg, Some((functor, at)));
                    is_whole &= ask(&mut questions, place, inner);
                }
            }
            shape => is_whole &= ask(&mut questions, Place::of(*arg, None), shape),
        }
    }
    // Tests are made only of what the pattern matches.
    if is_whole {
        questions.extend(tests.iter().map_while(|test| question(test, &taken)));
    }
    (!questions.is_empty()).then_some(questions.into())
}

/// A test as a question, if it compares one part of the candidate with what is known.
fn question(test: &Test, taken: &[(u16, Place)]) -> Option<Question> {
    let place_of = |shape: &Shape| match shape {
        Shape::Slot(slot) => {
            let mut taken = taken.iter();
            taken.find(|(other, _)| other == slot).map(|entry| entry.1)
        }
        _ => None,
    };
    let is_word = |shape: &Shape| matches!(shape, Shape::Slot(_) | Shape::Const(_));
    match test {
        Test::Compare(compare, left, right) => {
            let (own, compare, other) = if !mentions(right, taken) {
                (left, *compare, right)
            } else if !mentions(left, taken) {
                (right, compare.turned(), left)
            } else {
                return None;
            };
            let (place, sums) = computed(own, taken)?;
            Some(Question::Number(place, sums.into(), compare, other.clone()))
        }
        Test::Different(left, right) => match (place_of(left), place_of(right)) {
            (Some(place), None) if is_word(right) => Some(Question::IsNot(place, right.clone())),
            (None, Some(place)) if is_word(left) => Some(Question::IsNot(place, left.clone())),
            _ => None,
        },
        Test::Type(kind @ (Kind::Var | Kind::Nonvar | Kind::Number | Kind::Integer), shape) => {
            place_of(shape).map(|place| Question::Kind(place, *kind))
        }
        Test::Select(_, shapes) => {
            let (item, list) = (&shapes[0], &shapes[1]);
            match (place_of(item), list, place_of(list)) {
                (Some(place), Shape::Slot(list), None) => Some(Question::In(place, *list)),
                (None, _, Some(place)) if is_word(item) => Some(Question::Has(place, item.clone())),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether matching a shape gives a slot its value.
fn fills(shape: &Shape, slot: u16) -> bool {
    match shape {
        Shape::First(own) => *own == slot,
        Shape::List(pair) => pair.iter().any(|shape| fills(shape, slot)),
        Shape::Compound(_, args) => args.iter().any(|shape| fills(shape, slot)),
        _ => false,
    }
}

/// The slots that a candidate fills with its arguments, and with arguments of these.
fn taken(pattern: &Pattern) -> Vec<(u16, Place)> {
    let mut taken = Vec::new();
    for (arg, shape) in pattern {
        let place = |inside| Place::of(*arg, inside);
        match shape {
            Shape::First(slot) => taken.push((*slot, place(None))),
            Shape::Compound(functor, args) => {
                for (inner, at) in args.iter().zip(1..) {
                    if let Shape::First(slot) = inner {
                        let inside = Some((Word::inner(functor.0 as usize), at));
                        taken.push((*slot, place(inside)));
                    }
                }
            }
            _ => {}
        }
    }
    taken
}

/// Whether an expression mentions a slot that the candidate fills.
fn mentions(expr: &Expr, taken: &[(u16, Place)]) -> bool {
    match expr {
        Expr::Slot(slot) => taken.iter().any(|(other, _)| other == slot),
        Expr::Binary(_, args) => args.iter().any(|arg| mentions(arg, taken)),
        Expr::Unary(_, arg) => mentions(arg, taken),
        Expr::Int(_) | Expr::Number(_) | Expr::Constant(_) => false,
        Expr::Ternary(_, args) => args.iter().any(|arg| mentions(arg, taken)),
        Expr::Unbound | Expr::Unknown(_) => true,
    }
}

/// An expression as a computation from one part of the candidate.
fn computed(expr: &Expr, taken: &[(u16, Place)]) -> Option<(Place, Vec<Sum>)> {
    match expr {
        Expr::Slot(slot) => {
            let found = taken.iter().find(|(other, _)| other == slot);
            found.map(|(_, place)| (*place, Vec::new()))
        }
        Expr::Binary(op, args) => {
            let left = mentions(&args[0], taken);
            let (own, other) = if left {
                (&args[0], &args[1])
            } else {
                (&args[1], &args[0])
            };
            if mentions(other, taken) {
                return None;
            }
            let (place, mut sums) = computed(own, taken)?;
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
