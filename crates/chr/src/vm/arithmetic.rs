//! Arithmetic: small integers at once, all other numbers by the functions of `numbers`; and the tests that run in place.

use std::cmp::Ordering;

use gridwright_term::{BigInt, Number, Sign};

use crate::code::atoms::{Functor, known};
use crate::code::expr::{Binary, Compare, Constant, Expr, Function, Unary};
use crate::code::word::{Tag, Word};
use crate::code::{Kind, Shape, Test, number};
use crate::numbers::{self, Fault, Work};
use crate::state::exception::{Outcome, Thrown};
use crate::vm::machine::Machine;
use crate::vm::machine::TICKS;
use crate::vm::matching::{lacks, value};

/// The value of an expression.
type Value = Result<Number, Box<Thrown>>;

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

    /// The same for any numbers. Nothing holds of what is not a number, but that it is not equal.
    pub(crate) fn holds_of(self, left: &Number, right: &Number) -> bool {
        match left.compare(right) {
            Some(order) => self.holds(order as i64, 0),
            None => self == Compare::NotEqual,
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

/// What is still to be done for the value of a term.
enum Todo {
    Value(Word),
    Apply(Function),
}

impl Machine<'_> {
    /// The value of an expression over the slots of a frame.
    pub(crate) fn eval(&mut self, expr: &Expr, base: usize) -> Value {
        if let Some(value) = value(expr, &self.env[base..], &self.heap) {
            return Ok(Number::Int(value));
        }
        self.eval_inside(expr, base)
    }

    /// The word of a value.
    pub(crate) fn eval_to_word(&mut self, expr: &Expr, base: usize) -> Result<Word, Box<Thrown>> {
        let value = self.eval(expr, base)?;
        Ok(self.number(&value))
    }

    /// The value of an expression if it is an integer of 64 bits; none too if it has no value.
    #[inline(always)]
    pub(crate) fn eval_int(&mut self, expr: &Expr, base: usize) -> Option<i64> {
        if let Some(value) = value(expr, &self.env[base..], &self.heap) {
            return Some(value);
        }
        match self.eval_inside(expr, base) {
            Ok(Number::Int(value)) => Some(value),
            _ => None,
        }
    }

    #[cold]
    fn eval_inside(&mut self, expr: &Expr, base: usize) -> Value {
        match expr {
            Expr::Int(value) => Ok(Number::Int(*value)),
            Expr::Number(value) => Ok(Number::clone(value)),
            Expr::Slot(slot) => self.eval_word(Word(self.env[base + usize::from(*slot)])),
            Expr::Constant(constant) => self.constant(*constant),
            Expr::Unary(op, arg) => {
                let arg = self.eval_inside(arg, base)?;
                self.unary(*op, &arg)
            }
            Expr::Binary(op, args) => {
                // As in SWI-Prolog, the last argument comes first.
                let right = self.eval_inside(&args[1], base)?;
                let left = self.eval_inside(&args[0], base)?;
                self.binary(*op, &left, &right)
            }
            Expr::Ternary(op, args) => {
                let third = self.eval_inside(&args[2], base)?;
                let second = self.eval_inside(&args[1], base)?;
                let first = self.eval_inside(&args[0], base)?;
                let value = numbers::ternary(*op, [&first, &second, &third], &self.work());
                value.map_err(|fault| self.fault(fault))
            }
            Expr::Unbound => Err(self.instantiation_error()),
            Expr::Unknown(functor) => Err(self.not_a_function(*functor)),
        }
    }

    fn not_a_function(&mut self, functor: Functor) -> Box<Thrown> {
        let name = Word::atom(functor.name());
        if name == Word::NIL {
            return self.type_error("evaluable", name);
        }
        let arity = self.int(functor.arity() as i64);
        let culprit = self.new_compound(known::SLASH, &[name, arity]);
        self.type_error("evaluable", culprit)
    }

    /// The value of a term. Nothing here recurses with its depth.
    pub(crate) fn eval_word(&mut self, word: Word) -> Value {
        let word = self.deref(word);
        if let Some(value) = self.as_number(word) {
            return Ok(value);
        }
        let mut todo = vec![Todo::Value(word)];
        let mut values: Vec<Number> = Vec::new();
        let mut steps = 0_u64;
        while let Some(next) = todo.pop() {
            steps += 1;
            if steps.is_multiple_of(TICKS) {
                self.look_at_limits()?;
                let waiting = todo.len() * size_of::<Todo>() + values.len() * size_of::<Number>();
                self.charge_cells(waiting / 8)?;
                // A cyclic term would go on until memory is used up.
                if steps == 1 << 16 && !self.heap.is_acyclic(word) {
                    return Err(self.type_error("expression", word));
                }
            }
            match next {
                Todo::Value(word) => {
                    let word = self.deref(word);
                    match self.as_number(word) {
                        Some(value) => values.push(value),
                        None => self.expand(word, &mut todo, &mut values)?,
                    }
                }
                Todo::Apply(function) => {
                    let value = self.apply(function, &mut values)?;
                    values.push(value);
                }
            }
        }
        Ok(values.pop().unwrap_or(Number::Int(0)))
    }

    /// Finds out what the value of a term that is not a number takes.
    fn expand(
        &mut self,
        word: Word,
        todo: &mut Vec<Todo>,
        values: &mut Vec<Number>,
    ) -> Result<(), Box<Thrown>> {
        match word.tag() {
            Tag::Ref => return Err(self.instantiation_error()),
            Tag::List => {
                if self.deref(self.heap[word.place() + 1]) != Word::NIL {
                    return Err(self.not_one_character(word));
                }
                todo.push(Todo::Value(self.heap[word.place()]));
            }
            Tag::String => {
                let mut chars = self.atoms.text(word.place()).chars();
                match (chars.next(), chars.next()) {
                    (Some(only), None) => values.push(Number::Int(u32::from(only).into())),
                    _ => return Err(self.not_one_character(word)),
                }
            }
            _ => {
                let Some((functor, place)) = self.parts(word) else {
                    return Err(self.type_error("evaluable", word));
                };
                let name = self.atoms.text(functor.name() as usize);
                let Some(function) = Function::named(name, functor.arity()) else {
                    return Err(self.not_a_function(functor));
                };
                todo.push(Todo::Apply(function));
                // As in SWI-Prolog, the last argument comes first.
                let args = 0..functor.arity();
                todo.extend(args.map(|at| Todo::Value(self.heap[place + at])));
            }
        }
        Ok(())
    }

    /// A text of other than one character has no value.
    fn not_one_character(&mut self, word: Word) -> Box<Thrown> {
        let name = self.atoms.number("type_error");
        let formal = self.new_compound(name, &[Word::NIL, word]);
        self.error(formal)
    }

    /// Applies a function to the values that were computed last.
    fn apply(&mut self, function: Function, values: &mut Vec<Number>) -> Value {
        let mut next = || values.pop().unwrap_or(Number::Int(0));
        match function {
            Function::Constant(constant) => self.constant(constant),
            Function::Unary(op) => {
                let arg = next();
                self.unary(op, &arg)
            }
            Function::Binary(op) => {
                let (left, right) = (next(), next());
                self.binary(op, &left, &right)
            }
            Function::Ternary(op) => {
                let (first, second, third) = (next(), next(), next());
                let value = numbers::ternary(op, [&first, &second, &third], &self.work());
                value.map_err(|fault| self.fault(fault))
            }
        }
    }

    fn constant(&mut self, constant: Constant) -> Value {
        Ok(match numbers::constant(constant) {
            Some(value) => value,
            None => match constant {
                Constant::RealTime => {
                    let seconds = self.limits.now().as_secs();
                    Number::Int(i64::try_from(seconds).unwrap_or(i64::MAX))
                }
                Constant::CpuTime => Number::float(self.limits.now().as_secs_f64()),
                _ => Number::float(self.random_float()),
            },
        })
    }

    fn unary(&mut self, op: Unary, arg: &Number) -> Value {
        if op == Unary::Random {
            return self.random_below(arg);
        }
        let value = numbers::unary(op, arg, &self.work());
        value.map_err(|fault| self.fault(fault))
    }

    pub(crate) fn binary(&mut self, op: Binary, left: &Number, right: &Number) -> Value {
        if let (Number::Int(left), Number::Int(right)) = (left, right)
            && let Some(value) = op.at_once(*left, *right)
        {
            return Ok(Number::Int(value));
        }
        let value = numbers::binary(op, left, right, &self.work());
        value.map_err(|fault| self.fault(fault))
    }

    /// A random number of at least 0 and below an integer.
    pub(crate) fn random_below(&mut self, most: &Number) -> Value {
        let limit = match numbers::integer(most) {
            Ok(limit) if limit.sign() == Sign::Plus => limit,
            Ok(_) => return Err(self.fault(Fault::Domain("not_less_than_one", most.clone()))),
            Err(fault) => return Err(self.fault(fault)),
        };
        if let Number::Int(value) = most {
            return Ok(Number::Int(self.rng.below(*value as usize) as i64));
        }
        // Random bits, again if they are too large.
        let digits = limit.bits().div_ceil(32) as usize;
        let extra = 32 * digits as u64 - limit.bits();
        loop {
            self.look_at_limits()?;
            let digits = (0..digits).map(|_| self.rng.bits() as u32).collect();
            let value = BigInt::new(Sign::Plus, digits) >> extra;
            if value < limit {
                return Ok(Number::from(value));
            }
        }
    }

    /// A random float above 0 and below 1.
    pub(crate) fn random_float(&mut self) -> f64 {
        ((self.rng.bits() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
    }

    /// The digits of a number.
    pub(crate) fn number_text(&mut self, value: &Number) -> Result<String, Box<Thrown>> {
        match value {
            Number::Big(value) => {
                let text = numbers::decimal(value, &self.work());
                text.map_err(|fault| self.fault(fault))
            }
            value => Ok(value.to_string()),
        }
    }

    /// What a computation may use.
    pub(crate) fn work(&self) -> Work<'_> {
        Work {
            limits: &self.limits,
            deadline: self.deadline,
            memory: self,
        }
    }

    /// The error of an expression that has no value.
    #[cold]
    pub(crate) fn fault(&mut self, fault: Fault) -> Box<Thrown> {
        match fault {
            Fault::Undefined => self.evaluation_error("undefined"),
            Fault::ZeroDivisor => self.evaluation_error("zero_divisor"),
            Fault::FloatOverflow => self.evaluation_error("float_overflow"),
            Fault::RationalOverflow => self.evaluation_error("rational_overflow"),
            Fault::Type(wanted, culprit) => {
                let culprit = self.number(&culprit);
                self.type_error(wanted, culprit)
            }
            Fault::Domain(wanted, culprit) => {
                let culprit = self.number(&culprit);
                self.domain_error(wanted, culprit)
            }
            Fault::Resource => self.resource_error("stack"),
            Fault::Limit(limit) => Box::new(Thrown::Limit(limit)),
        }
    }

    /// Whether a comparison of two expressions holds that are not both small at once.
    #[cold]
    fn compare_values(
        &mut self,
        compare: Compare,
        left: &Expr,
        right: &Expr,
        base: usize,
    ) -> Outcome {
        let left = self.eval(left, base)?;
        let right = self.eval(right, base)?;
        Ok(compare.holds_of(&left, &right))
    }

    /// Whether a test holds in a frame.
    pub(crate) fn test(&mut self, test: &Test, base: usize) -> Outcome {
        Ok(match test {
            Test::True => true,
            Test::Fail => false,
            Test::Compare(compare, left, right) => {
                let frame = &self.env[base..];
                match (
                    value(left, frame, &self.heap),
                    value(right, frame, &self.heap),
                ) {
                    (Some(left), Some(right)) => compare.holds(left, right),
                    _ => self.compare_values(*compare, left, right, base)?,
                }
            }
            Test::Let(slot, expr) => {
                let small = value(expr, &self.env[base..], &self.heap).and_then(Word::small);
                let word = match small {
                    Some(word) => word,
                    None => self.eval_to_word(expr, base)?,
                };
                self.env[base + usize::from(*slot)] = word.0;
                true
            }
            Test::Has(shape, expr) => {
                let value = self.eval_to_word(expr, base)?;
                let word = self.build(shape, base);
                self.identical(word, value)
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
                let (left, right) = (self.deref(left), self.deref(right));
                if left.is_constant() && right.is_constant() {
                    left != right
                } else {
                    !self.unifiable(left, right)
                }
            }
            // Whether an item is there is soon found out, without what is left without it.
            Test::Select(builtin, shapes) => {
                let is_absent = match &shapes[..] {
                    [Shape::Slot(item), list, _] => {
                        let item = self.slot(base, *item);
                        item.is_constant() && lacks(list, item, &self.env[base..], &self.heap)
                    }
                    _ => false,
                };
                !is_absent && self.builtin_test(*builtin, shapes, base)?
            }
            Test::Builtin(builtin, shapes) => self.builtin_test(*builtin, shapes, base)?,
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
        let locked = std::mem::replace(&mut self.locked, start);
        let held = (self.builtins[builtin as usize].run)(self);
        (self.heap.old, self.locked) = (old_heap, locked);
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
            Kind::Number => matches!(tag, Tag::Int | Tag::Number),
            Kind::Integer => number::is_integer(&self.heap, word),
            Kind::Float => number::is_float(&self.heap, word),
            Kind::Rational => {
                matches!(tag, Tag::Int | Tag::Number) && !number::is_float(&self.heap, word)
            }
            // As in SWI-Prolog, the empty list is none.
            Kind::Atom => {
                tag == Tag::Atom && word != Word::NIL && self.atoms.opaque(word.place()).is_none()
            }
            Kind::Atomic => matches!(tag, Tag::Int | Tag::Number | Tag::Atom | Tag::String),
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
