//! Matching, and the tests and values that follow from the words of a frame and the heap alone.
//!
//! Tests and values know small numbers, constants and variables. About everything else they know nothing, and the machine finds it out;
//! errors are its affair too.

use crate::code::expr::Expr;
use crate::code::number::is_integer;
use crate::code::word::follow;
use crate::code::word::{Tag, Word};
use crate::code::{Kind, Partner, Shape, Test};
use crate::heap::cells::Heap;
use crate::store::scan::condition::has;

/// Whether a stored constraint is a partner.
pub(crate) enum Fit {
    Yes,
    /// Its arguments do not match.
    No,
    /// A test does not hold.
    Refused,
    /// Its arguments match; from a test on only the machine can tell.
    Untested(usize),
}

/// Matches the arguments of a stored constraint with the pattern of a partner, and makes the tests that follow.
#[inline(always)]
pub(crate) fn fit(partner: &Partner, frame: &mut [u64], heap: &Heap, args: &[u64]) -> Fit {
    for (at, shape) in &partner.args {
        if !matches(shape, Word(args[usize::from(*at)]), frame, heap) {
            return Fit::No;
        }
    }
    for (at, test) in partner.tests.iter().enumerate() {
        match holds(test, frame, heap) {
            Some(true) => {}
            Some(false) => return Fit::Refused,
            None => return Fit::Untested(at),
        }
    }
    Fit::Yes
}

/// Matches a term of the source with one of the heap, of which nothing is bound; its variables get their values in the frame.
#[inline(always)]
pub(crate) fn matches(shape: &Shape, word: Word, frame: &mut [u64], heap: &Heap) -> bool {
    match shape {
        Shape::Void => true,
        Shape::First(slot) => {
            frame[usize::from(*slot)] = word.0;
            true
        }
        Shape::Slot(slot) => {
            let known = Word(frame[usize::from(*slot)]);
            known == word || heap.identical(known, word)
        }
        Shape::Const(constant) => word == *constant || heap.resolve(word) == *constant,
        _ => matches_inside(shape, word, frame, heap),
    }
}

#[inline(never)]
fn matches_inside(shape: &Shape, word: Word, frame: &mut [u64], heap: &Heap) -> bool {
    let word = heap.resolve(word);
    let (parts, place) = match (shape, word.tag()) {
        (Shape::List(pair), Tag::List) => (&pair[..], word.place()),
        (Shape::Compound(functor, args), Tag::Compound)
            if heap.functor_at(word.place()) == *functor =>
        {
            (&args[..], word.place() + 1)
        }
        (Shape::Number(cells), Tag::Number) => return **cells == *heap.number_cells(word),
        _ => return false,
    };
    let mut parts = parts.iter().enumerate();
    parts.all(|(at, part)| matches(part, heap[place + at], frame, heap))
}

/// Whether a test holds.
#[inline(always)]
pub(crate) fn holds(test: &Test, frame: &[u64], heap: &Heap) -> Option<bool> {
    match test {
        Test::Compare(compare, left, right) => {
            let left = value(left, frame, heap)?;
            let right = value(right, frame, heap)?;
            Some(compare.holds(left, right))
        }
        Test::Type(kind, Shape::Slot(slot)) => {
            let word = follow(heap, Word(frame[usize::from(*slot)]));
            match kind {
                Kind::Var => Some(word.is_ref()),
                Kind::Nonvar => Some(!word.is_ref()),
                Kind::Number => Some(matches!(word.tag(), Tag::Int | Tag::Number)),
                Kind::Integer => Some(is_integer(heap, word)),
                _ => None,
            }
        }
        Test::Different(Shape::Slot(left), Shape::Slot(right)) => {
            let left = Word(frame[usize::from(*left)]);
            let right = Word(frame[usize::from(*right)]);
            Some(!heap.identical(left, right))
        }
        Test::Apart(Shape::Slot(left), Shape::Slot(right)) => {
            let left = follow(heap, Word(frame[usize::from(*left)]));
            let right = follow(heap, Word(frame[usize::from(*right)]));
            (left.is_constant() && right.is_constant()).then_some(left != right)
        }
        // Whether an item is there is soon found out; what is left without it is computed by the machine.
        Test::Select(_, shapes) => match &shapes[..] {
            [Shape::Slot(item), list, _] => {
                let item = follow(heap, Word(frame[usize::from(*item)]));
                let lacks = item.is_constant() && lacks(list, item, frame, heap);
                lacks.then_some(false)
            }
            _ => None,
        },
        Test::Not(tests) => Some(!all(tests, frame, heap)?),
        Test::Any(left, right) => Some(all(left, frame, heap)? || all(right, frame, heap)?),
        _ => None,
    }
}

/// Whether a list certainly has no item equal to a constant.
fn lacks(list: &Shape, item: Word, frame: &[u64], heap: &Heap) -> bool {
    let mut list = list;
    loop {
        match list {
            Shape::Slot(slot) => {
                let list = follow(heap, Word(frame[usize::from(*slot)]));
                return has(heap, list, item) == Some(false);
            }
            Shape::List(pair) => {
                let Shape::Slot(slot) = pair[0] else {
                    return false;
                };
                let first = follow(heap, Word(frame[usize::from(slot)]));
                if !first.is_constant() || first == item {
                    return false;
                }
                list = &pair[1];
            }
            _ => return false,
        }
    }
}

/// Whether all of some tests hold.
#[inline(never)]
fn all(tests: &[Test], frame: &[u64], heap: &Heap) -> Option<bool> {
    for test in tests {
        if !holds(test, frame, heap)? {
            return Some(false);
        }
    }
    Some(true)
}

/// The value of an expression.
#[inline(always)]
pub(crate) fn value(expr: &Expr, frame: &[u64], heap: &Heap) -> Option<i64> {
    if let Expr::Binary(op, args) = expr {
        let left = operand(&args[0], frame, heap)?;
        let right = operand(&args[1], frame, heap)?;
        return op.at_once(left, right);
    }
    operand(expr, frame, heap)
}

#[inline(always)]
fn operand(expr: &Expr, frame: &[u64], heap: &Heap) -> Option<i64> {
    match expr {
        Expr::Slot(slot) => {
            let word = follow(heap, Word(frame[usize::from(*slot)]));
            word.is_small().then(|| word.value())
        }
        Expr::Int(value) => Some(*value),
        Expr::Binary(..) => nested(expr, frame, heap),
        _ => None,
    }
}

#[inline(never)]
fn nested(expr: &Expr, frame: &[u64], heap: &Heap) -> Option<i64> {
    value(expr, frame, heap)
}
