//! Sieves: the one thing about a candidate that most fail by, asked of many candidates in a row before all else.
//!
//! A search that goes along a list compares one argument of each row with what is known before the search. Only what passes is
//! matched and tested as a whole. What a sieve cannot judge it lets pass.

use std::ops::Range;

use crate::code::{Pattern, Shape, Test};
use crate::expr::{Binary, Compare, Expr};
use crate::heap::follow;
use crate::history::HEADS;
use crate::machine::Machine;
use crate::store::{ALIVE, LAST, ROW};
use crate::word::{Tag, Word};

/// What is asked of a part of every candidate.
#[derive(Clone, Debug)]
pub(crate) enum Sieve {
    /// Arguments that are words known before: constants, or what slots have.
    Words(Box<[(u16, Shape)]>),
    /// A value computed from a part of it compares to one that is known.
    Number(Place, Box<[Sum]>, Compare, Expr),
}

/// An argument, or an argument of the compound that stands there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    arg: u16,
    /// The word of the functor and the place after it.
    inside: Option<(Word, u16)>,
}

/// One step of a computation: with what it goes on, and whether what was computed so far is on the left.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    op: Binary,
    other: Expr,
    left: bool,
}

/// The most steps of a computation, and the most words that are compared.
const STEPS: usize = 3;
const WORDS: usize = 4;

/// The candidate that passed, and how many before it did not.
pub(crate) struct Sifted {
    pub(crate) first: (u32, usize),
    pub(crate) scanned: u64,
    /// Those that failed by a test, not by the pattern.
    pub(crate) refused: u64,
}

impl Sieve {
    /// The sieve of a pattern and the tests that follow, if the first thing to ask can be asked of words.
    pub(crate) fn of(pattern: &Pattern, tests: &[Test]) -> Option<Sieve> {
        let taken = taken(pattern);
        let is_word = |shape: &Shape| match shape {
            Shape::Const(_) => true,
            Shape::Slot(slot) => !pattern.iter().any(|(_, shape)| fills(shape, *slot)),
            _ => false,
        };
        let words = pattern.iter().filter(|(_, shape)| is_word(shape)).cloned();
        let words: Box<[(u16, Shape)]> = words.take(WORDS).collect();
        if !words.is_empty() {
            return Some(Sieve::Words(words));
        }
        let is_first = |shape: &Shape| matches!(shape, Shape::First(_) | Shape::Void);
        let is_open = |(_, shape): &(u16, Shape)| match shape {
            Shape::Compound(_, args) => args.iter().all(is_first),
            shape => is_first(shape),
        };
        if !pattern.iter().all(is_open) {
            return None;
        }
        let Some(Test::Compare(compare, left, right)) = tests.first() else {
            return None;
        };
        let is_known = |expr: &Expr| !mentions(expr, &taken);
        let (place, sums, compare, other) = if is_known(right) {
            let (place, sums) = computed(left, &taken)?;
            (place, sums, *compare, right)
        } else if is_known(left) {
            let (place, sums) = computed(right, &taken)?;
            (place, sums, compare.turned(), left)
        } else {
            return None;
        };
        Some(Sieve::Number(place, sums.into(), compare, other.clone()))
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
        let place = |inside| Place { arg: *arg, inside };
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
        Expr::Int(_) => false,
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

impl Machine<'_> {
    /// Passes over candidates from one on that a sieve refuses. The active constraint and partners of earlier levels are passed over too.
    #[inline(never)]
    pub(crate) fn sift(
        &mut self,
        sieve: &Sieve,
        from: (u32, usize),
        own: usize,
        used: Range<usize>,
        base: usize,
    ) -> Sifted {
        let mut rows = [0; HEADS];
        let count = used.len().min(HEADS);
        rows[..count].copy_from_slice(&self.env[used.start..used.start + count]);
        let used = &rows[..count];
        let stay = Sifted {
            first: from,
            scanned: 0,
            refused: 0,
        };
        match sieve {
            Sieve::Words(words) => {
                let mut known = [(0, Word::NIL); WORDS];
                let mut count = 0;
                for (arg, shape) in words {
                    let word = match shape {
                        Shape::Slot(slot) => self.slot(base, *slot),
                        Shape::Const(word) => *word,
                        _ => continue,
                    };
                    if !word.has_parts() {
                        known[count] = (usize::from(*arg), word);
                        count += 1;
                    }
                }
                self.sift_words(&known[..count], from)
            }
            Sieve::Number(place, sums, compare, other) => {
                let Ok(other) = self.eval(other, base) else {
                    return stay;
                };
                let mut known = [0; STEPS];
                for (known, sum) in known.iter_mut().zip(sums) {
                    match self.eval(&sum.other, base) {
                        Ok(value) => *known = value,
                        Err(_) => return stay,
                    }
                }
                let orders = compare.orders();
                let holds = |value: i64| orders & order(value, other) != 0;
                let place = *place;
                match &sums[..] {
                    [] => self.sift_numbers(place, from, (own, used), |x| Some(holds(x))),
                    [only] => {
                        let (op, with) = (only.op, known[0]);
                        if op == Binary::Mod && !only.left && (0..1 << 32).contains(&with) {
                            self.sift_numbers(place, from, (own, used), |x| {
                                let short = u32::try_from(x).ok().filter(|&x| x != 0);
                                short.map(|x| holds(i64::from(with as u32 % x)))
                            })
                        } else if only.left {
                            self.sift_numbers(place, from, (own, used), |x| {
                                op.at_once(x, with).map(holds)
                            })
                        } else {
                            self.sift_numbers(place, from, (own, used), |x| {
                                op.at_once(with, x).map(holds)
                            })
                        }
                    }
                    _ => self.sift_numbers(place, from, (own, used), |mut x| {
                        for (sum, &with) in sums.iter().zip(&known) {
                            x = if sum.left {
                                sum.op.at_once(x, with)?
                            } else {
                                sum.op.at_once(with, x)?
                            };
                        }
                        Some(holds(x))
                    }),
                }
            }
        }
    }

    /// Passes over candidates of which a word is not the one that is known.
    fn sift_words(&mut self, known: &[(usize, Word)], from: (u32, usize)) -> Sifted {
        self.pass_over(from, |rows, heap, row| {
            let differs = known.iter().any(|&(arg, word)| {
                let found = rows[row + ROW + arg];
                found != word.0 && follow(heap, Word(found)) != word
            });
            differs.then_some(false)
        })
    }

    /// Passes over candidates whose number a test does not hold for. A test that cannot tell lets them pass.
    #[inline(always)]
    fn sift_numbers(
        &mut self,
        place: Place,
        from: (u32, usize),
        (own, used): (usize, &[u64]),
        test: impl Fn(i64) -> Option<bool>,
    ) -> Sifted {
        let arg = ROW + usize::from(place.arg);
        self.pass_over(from, |rows, heap, row| {
            let mut word = Word(rows[row + arg]);
            if !word.is_small() {
                word = follow(heap, word);
                if let Some((functor, at)) = place.inside {
                    if word.tag() != Tag::Compound || heap[word.place()] != functor {
                        return None;
                    }
                    word = follow(heap, heap[word.place() + usize::from(at)]);
                }
                if !word.is_small() {
                    return None;
                }
            } else if place.inside.is_some() {
                return None;
            }
            let refused = test(word.value()) == Some(false);
            refused.then(|| row != own && !used.contains(&(row as u64)))
        })
    }

    /// Passes over candidates as long as `refuses` says so; what it says besides is whether a test refused them.
    #[inline(always)]
    fn pass_over(
        &mut self,
        from: (u32, usize),
        refuses: impl Fn(&[u64], &[Word], usize) -> Option<bool>,
    ) -> Sifted {
        let mut sifted = Sifted {
            first: from,
            scanned: 0,
            refused: 0,
        };
        let (mut link, mut row) = from;
        while link != 0 {
            let (rows, heap, cells) = (&self.rows[..], &self.heap[..], &self.cells[..]);
            loop {
                let Some(tested) = refuses(rows, heap, row) else {
                    sifted.first = (link, row);
                    return sifted;
                };
                sifted.scanned += 1;
                sifted.refused += u64::from(tested);
                if link & LAST != 0 {
                    sifted.first = (0, 0);
                    return sifted;
                }
                let next = cells[link as usize].next;
                let at = if next & LAST == 0 {
                    cells[next as usize].row
                } else {
                    next & !LAST
                };
                if next == 0 || rows[at as usize] & ALIVE == 0 {
                    break;
                }
                (link, row) = (next, at as usize);
            }
            // Rows that are gone are taken out of the list on the way.
            (link, row) = self.next_link(link);
        }
        sifted.first = (0, 0);
        sifted
    }
}

/// One of three bits for how two numbers compare.
#[inline(always)]
fn order(left: i64, right: i64) -> u8 {
    1 << (u8::from(left >= right) + u8::from(left > right))
}

impl Compare {
    /// The orders of two numbers for which it holds, as the bits of [`order`].
    fn orders(self) -> u8 {
        match self {
            Compare::Less => 1,
            Compare::Equal => 2,
            Compare::Greater => 4,
            Compare::AtMost => 3,
            Compare::AtLeast => 6,
            Compare::NotEqual => 5,
        }
    }

    /// The same comparison with its sides exchanged.
    fn turned(self) -> Compare {
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
