//! Arithmetic, checked in 64 bits, and the tests that run in place.

use std::cmp::Ordering;

use crate::code::atoms::{Functor, known};
use crate::code::expr::{BINARY, Binary, Compare, Expr, UNARY, Unary};
use crate::code::word::{Tag, Word};
use crate::code::{Kind, Shape, Test};
use crate::state::exception::{Outcome, Thrown};
use crate::vm::fast_path::value;
use crate::vm::machine::Machine;
use crate::vm::machine::TICKS;

type Value = Result<i64, Box<Thrown>>;

impl Compare {
    #[inline]
    pub(crate) fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Compare::Less => left < right,
            Compare::AtMost => left <= right,
            Compare::Greater => left > right,
            Compare::AtLeast => left >= right,
            Compare::Equal => left == right,
            Compare::NotEqual => left != right,
        }
    }
}

impl Binary {
    /// The value where that is quickly computed; none where it is not, or where there is none.
    #[inline(always)]
    pub(crate) fn at_once(self, left: i64, right: i64) -> Option<i64> {
        match self {
            // A division of half the width takes half the time.
            Binary::Mod | Binary::Rem if are_short(left, right) => {
                Some(i64::from(left as u32 % right as u32))
            }
            Binary::Truncate | Binary::Floor if are_short(left, right) => {
                Some(i64::from(left as u32 / right as u32))
            }
            Binary::Mod if right > 0 => Some(left.rem_euclid(right)),
            Binary::Rem if right > 0 => Some(left % right),
            Binary::Truncate if right > 0 => Some(left / right),
            Binary::Floor if right > 0 => Some(left.div_euclid(right)),
            Binary::ShiftRight if (0..64).contains(&right) => Some(left >> right),
            Binary::Add => left.checked_add(right),
            Binary::Subtract => left.checked_sub(right),
            Binary::Multiply => left.checked_mul(right),
            Binary::Min => Some(left.min(right)),
            Binary::Max => Some(left.max(right)),
            Binary::And => Some(left & right),
            Binary::Or => Some(left | right),
            Binary::Xor => Some(left ^ right),
            _ => None,
        }
    }
}

impl Machine<'_> {
    /// The value of an expression over the slots of a frame.
    #[inline(always)]
    pub(crate) fn eval(&mut self, expr: &Expr, base: usize) -> Value {
        if let Some(value) = value(expr, &self.env[base..], &self.heap) {
            return Ok(value);
        }
        self.eval_inside(expr, base)
    }

    #[cold]
    fn eval_inside(&mut self, expr: &Expr, base: usize) -> Value {
        match expr {
            Expr::Int(value) => Ok(*value),
            Expr::Slot(slot) => self.eval_word(Word(self.env[base + usize::from(*slot)])),
            Expr::Binary(op, args) => {
                let left = self.eval_inside(&args[0], base)?;
                let right = self.eval_inside(&args[1], base)?;
                self.binary(*op, left, right)
            }
            Expr::Unary(op, arg) => {
                let arg = self.eval_inside(arg, base)?;
                self.unary(*op, arg)
            }
            Expr::Unbound => Err(self.instantiation_error()),
            Expr::Unknown(functor) => Err(self.not_a_function(*functor)),
        }
    }

    fn not_a_function(&mut self, functor: Functor) -> Box<Thrown> {
        let name = Word::atom(functor.name());
        let arity = self.int(functor.arity() as i64);
        let culprit = self.new_compound(known::SLASH, &[name, arity]);
        self.type_error("evaluable", culprit)
    }

    /// The value of a term.
    pub(crate) fn eval_word(&mut self, word: Word) -> Value {
        let word = self.deref(word);
        match word.tag() {
            Tag::Int | Tag::Wide => Ok(self.as_int(word).unwrap_or_default()),
            Tag::Ref => Err(self.instantiation_error()),
            Tag::List if self.deref(self.heap[word.place() + 1]) == Word::NIL => {
                self.eval_word(self.heap[word.place()])
            }
            Tag::Compound => {
                let functor = self.heap.functor_at(word.place());
                let name = self.atoms.text(functor.name() as usize);
                match functor.arity() {
                    1 => {
                        let Some(&(_, op)) = UNARY.iter().find(|entry| entry.0 == name) else {
                            return Err(self.not_a_function(functor));
                        };
                        let arg = self.eval_word(self.heap[word.place() + 1])?;
                        self.unary(op, arg)
                    }
                    2 => {
                        let Some(&(_, op)) = BINARY.iter().find(|entry| entry.0 == name) else {
                            return Err(self.not_a_function(functor));
                        };
                        let left = self.eval_word(self.heap[word.place() + 1])?;
                        let right = self.eval_word(self.heap[word.place() + 2])?;
                        self.binary(op, left, right)
                    }
                    _ => Err(self.not_a_function(functor)),
                }
            }
            Tag::Atom => match self.atoms.text(word.place()) {
                "max_tagged_integer" => Ok((1 << 60) - 1),
                "min_tagged_integer" => Ok(-(1 << 60)),
                "max_integer" | "inf" | "infinite" => Ok(i64::MAX),
                "min_integer" => Ok(i64::MIN),
                _ => Err(self.not_a_function(Functor::new(word.place() as u32, 0))),
            },
            _ => Err(self.type_error("evaluable", word)),
        }
    }

    fn unary(&mut self, op: Unary, value: i64) -> Value {
        let result = match op {
            Unary::Minus => value.checked_neg(),
            Unary::Plus => Some(value),
            Unary::Abs => value.checked_abs(),
            Unary::Sign => Some(value.signum()),
            Unary::Complement => Some(!value),
            Unary::Msb => (value > 0).then(|| i64::from(value.ilog2())),
            Unary::Succ => value.checked_add(1),
        };
        result.ok_or_else(|| self.evaluation_error("int_overflow"))
    }

    fn binary(&mut self, op: Binary, left: i64, right: i64) -> Value {
        match op.at_once(left, right) {
            Some(value) => Ok(value),
            None => self.binary_partial(op, left, right),
        }
    }

    /// The functions that are not defined everywhere, and those that overflow.
    #[inline(never)]
    fn binary_partial(&mut self, op: Binary, left: i64, right: i64) -> Value {
        let divides = matches!(
            op,
            Binary::Divide | Binary::Truncate | Binary::Floor | Binary::Mod | Binary::Rem
        );
        if divides && right == 0 {
            return Err(self.evaluation_error("zero_divisor"));
        }
        let result = match op {
            Binary::Divide if left.checked_rem(right) != Some(0) => {
                return Err(self.evaluation_error("inexact_division"));
            }
            Binary::Divide | Binary::Truncate => left.checked_div(right),
            Binary::Floor => left.checked_div(right).map(|quotient| {
                quotient - i64::from(left % right != 0 && (left < 0) != (right < 0))
            }),
            Binary::Mod => left.checked_rem(right).map(|rest| {
                if rest != 0 && (rest < 0) != (right < 0) {
                    rest + right
                } else {
                    rest
                }
            }),
            Binary::Rem => left.checked_rem(right),
            Binary::Power if right < 0 => match left {
                1 => Some(1),
                -1 => Some(if right % 2 == 0 { 1 } else { -1 }),
                _ => return Err(self.evaluation_error("inexact_division")),
            },
            Binary::Power => u32::try_from(right)
                .ok()
                .and_then(|power| left.checked_pow(power)),
            Binary::ShiftLeft => {
                let shift = u32::try_from(right).ok().filter(|&shift| shift < 64);
                shift
                    .map(|shift| left << shift)
                    .filter(|shifted| shifted >> right == left)
            }
            Binary::ShiftRight => Some(left >> right.clamp(0, 63)),
            Binary::Gcd => {
                let (mut a, mut b) = (left.unsigned_abs(), right.unsigned_abs());
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                i64::try_from(a).ok()
            }
            _ => None,
        };
        result.ok_or_else(|| self.evaluation_error("int_overflow"))
    }

    /// Whether a test holds in a frame.
    pub(crate) fn test(&mut self, test: &Test, base: usize) -> Outcome {
        Ok(match test {
            Test::True => true,
            Test::Fail => false,
            Test::Compare(compare, left, right) => {
                let left = self.eval(left, base)?;
                let right = self.eval(right, base)?;
                compare.holds(left, right)
            }
            Test::Let(slot, expr) => {
                let value = self.eval(expr, base)?;
                self.env[base + usize::from(*slot)] = self.int(value).0;
                true
            }
            Test::Has(shape, expr) => {
                let value = self.eval(expr, base)?;
                let word = self.build(shape, base);
                self.as_int(self.deref(word)) == Some(value)
            }
            Test::Type(kind, shape) => {
                let word = match shape {
                    Shape::Slot(slot) => self.slot(base, *slot),
                    _ => {
                        let word = self.build(shape, base);
                        self.deref(word)
                    }
                };
                self.is_kind(*kind, word)
            }
            Test::Identical(left, right) => {
                let (left, right) = (self.build(left, base), self.build(right, base));
                self.identical(left, right)
            }
            Test::Different(left, right) => {
                let (left, right) = (self.build(left, base), self.build(right, base));
                !self.identical(left, right)
            }
            Test::Apart(left, right) => {
                let (left, right) = (self.build(left, base), self.build(right, base));
                !self.unifiable(left, right)
            }
            Test::Builtin(builtin, shapes) | Test::Select(builtin, shapes) => {
                self.builtin_test(*builtin, shapes, base)?
            }
            Test::Aggregate(aggregate) => self.fold(aggregate, base)?,
            Test::Not(tests) => !self.all(tests, base)?,
            Test::Any(left, right) => self.all(left, base)? || self.all(right, base)?,
            Test::If(condition, then, other) => {
                if self.all(condition, base)? {
                    self.all(then, base)?
                } else {
                    self.all(other, base)?
                }
            }
        })
    }

    /// Runs a builtin in place and takes back what it bound, unless that is new.
    fn builtin_test(&mut self, builtin: u32, shapes: &[Shape], base: usize) -> Outcome {
        self.tests += 1;
        if self.tests.is_multiple_of(TICKS) {
            self.look_at_limits()?;
        }
        let start = self.heap.len();
        for (at, shape) in shapes.iter().enumerate() {
            self.args[at] = self.build(shape, base);
        }
        let (mark, pending) = (self.heap.trail.len(), self.heap.pending.len());
        let old_heap = std::mem::replace(&mut self.heap.old, start);
        let held = (self.builtins[builtin as usize].run)(self);
        self.heap.old = old_heap;
        let holds = *held.as_ref().unwrap_or(&false) && self.heap.trail.len() == mark;
        if !holds {
            self.heap.take_back(mark, pending);
        }
        held.map(|_| holds)
    }

    pub(crate) fn all(&mut self, tests: &[Test], base: usize) -> Outcome {
        for test in tests {
            if !self.test(test, base)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a dereferenced term is of a kind.
    pub(crate) fn is_kind(&self, kind: Kind, word: Word) -> bool {
        let tag = word.tag();
        match kind {
            Kind::Var => tag == Tag::Ref,
            Kind::Nonvar => tag != Tag::Ref,
            Kind::Number => matches!(tag, Tag::Int | Tag::Wide),
            // As in SWI-Prolog, the empty list is none.
            Kind::Atom => tag == Tag::Atom && word != Word::NIL,
            Kind::Atomic => matches!(tag, Tag::Int | Tag::Wide | Tag::Atom | Tag::String),
            Kind::Compound => matches!(tag, Tag::Compound | Tag::List),
            Kind::Callable => matches!(tag, Tag::Compound | Tag::List | Tag::Atom),
            Kind::String => tag == Tag::String,
            Kind::List => self.items(word).is_some(),
            Kind::Ground => self.heap.first_var(word).is_none(),
        }
    }
}

/// Whether two numbers can be divided as unsigned numbers of 32 bits.
#[inline(always)]
fn are_short(left: i64, right: i64) -> bool {
    right != 0 && (left as u64 | right as u64) >> 32 == 0
}

/// An order as the name `compare/3` gives it.
pub(crate) fn order_name(order: Ordering) -> Word {
    Word::atom(match order {
        Ordering::Less => known::LESS,
        Ordering::Equal => known::EQUAL,
        Ordering::Greater => known::GREATER,
    })
}
