//! Matching, and the values of expressions over small numbers: what follows from the words of a frame and the heap alone.

use crate::code::Shape;
use crate::code::expr::Expr;
use crate::code::word::follow;
use crate::code::word::{Tag, Word};
use crate::heap::cells::Heap;
use crate::store::scan::condition::has;

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

/// Whether a list certainly has no item equal to a constant.
pub(crate) fn lacks(list: &Shape, item: Word, frame: &[u64], heap: &Heap) -> bool {
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
