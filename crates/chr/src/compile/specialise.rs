//! Specialised instructions: goals and tests whose operands are words of the frame.
//!
//! What has no specialised instructions is left to the general one. Those that have get a cold arm (`compile/cold_arms.rs`).

use std::ops::Range;

use crate::analysis::scope::Scope;
use crate::code::expr::{Binary, Compare, Expr, Unary};
use crate::code::instr::{Args, At, Instr, To};
use crate::code::word::{Tag, Word};
use crate::code::{Callee, Kind, Shape, Test, fixed};
use crate::compile::cold_arms::{Arm, emit_cold};
use crate::compile::compiler::Compiler;

/// The most words of a frame for what expressions come to on the way.
const TEMPORARIES: usize = 4;

impl Compiler {
    /// Emits the specialised instructions that `make` finds for a goal, or the general one; returns those that may not hold.
    fn emit_goal(
        &mut self,
        general: Instr,
        scope: &mut Scope,
        make: impl FnOnce(&mut Specialiser<'_>) -> Option<()>,
    ) -> Range<To> {
        let start = self.here();
        let mut used = 0;
        let temporaries = &mut self.temporaries;
        let mut temporary = || {
            if used == temporaries.len() {
                temporaries.push(scope.spare());
            }
            used += 1;
            At::try_from(temporaries[used - 1]).ok()
        };
        let mut specialiser = Specialiser::new(&mut temporary);
        let made = make(&mut specialiser);
        let instrs = specialiser.instrs;
        if made.is_none() {
            self.emit(general);
            return start..self.here();
        }
        self.code.instrs.extend(instrs);
        let instrs = start..self.here();
        if matches!(general, Instr::Test(..) | Instr::Is(_)) && start < instrs.end {
            let arm = Arm {
                instrs: instrs.clone(),
                general,
            };
            self.arms.push(arm);
        }
        instrs
    }

    /// Emits a test, which makes the run go back if it does not hold; returns its instructions.
    pub(crate) fn emit_test(&mut self, test: Test, scope: &mut Scope) -> Range<To> {
        let general = Instr::test(test.clone());
        self.emit_goal(general, scope, |specialiser| specialiser.test(&test))
    }

    pub(crate) fn emit_is(&mut self, shape: Shape, expr: Expr, scope: &mut Scope) {
        let general = Instr::Is(Box::new((shape.clone(), expr.clone())));
        self.emit_goal(general, scope, |specialiser| match shape {
            Shape::First(slot) => specialiser.compute(slot, &expr),
            _ => None,
        });
    }

    pub(crate) fn emit_unify(&mut self, left: Shape, right: Shape, scope: &mut Scope) {
        let general = Instr::Unify(Box::new([left.clone(), right.clone()]));
        self.emit_goal(general, scope, |specialiser| {
            specialiser.unify(&left, &right)
        });
    }

    /// Emits the call of a constraint that only becomes active, once its types were checked where that is needed.
    pub(crate) fn emit_constraint(
        &mut self,
        general: Instr,
        symbol: u32,
        shapes: &[Shape],
        scope: &mut Scope,
    ) {
        let last = matches!(general, Instr::Exec(_));
        let is_checked = match &general {
            Instr::Call(goal) | Instr::Exec(goal) => matches!(goal.callee, Callee::Checked(_)),
            _ => false,
        };
        self.emit_goal(general, scope, |specialiser| {
            specialiser.call(symbol, shapes, is_checked, last)
        });
    }

    /// Emits the cold arms of what was emitted since the last time.
    pub(crate) fn emit_arms(&mut self) {
        emit_cold(&mut self.code, std::mem::take(&mut self.arms));
    }
}

/// What an operand of an expression is.
enum Operand {
    Word(At),
    Int(i64),
}

/// The bits of the tags by which a word is of a kind; none if more must be seen.
fn tags_of(kind: Kind) -> Option<u8> {
    let number = 1 << Tag::Int as u8 | 1 << Tag::Number as u8;
    let name = 1 << Tag::Atom as u8;
    match kind {
        Kind::Var => Some(1 << Tag::Ref as u8),
        Kind::Nonvar => Some(!(1 << Tag::Ref as u8)),
        Kind::Number => Some(number),
        Kind::Atomic => Some(number | name | 1 << Tag::String as u8),
        _ => None,
    }
}

/// A slot as a word of a small frame.
fn at(slot: u16) -> Option<At> {
    At::try_from(slot).ok()
}

/// The instructions of one goal in the making. A method returns nothing if there are none.
pub(crate) struct Specialiser<'t> {
    pub(crate) instrs: Vec<Instr>,
    temporary: &'t mut dyn FnMut() -> Option<At>,
    used: usize,
}

impl<'t> Specialiser<'t> {
    pub(crate) fn new(temporary: &'t mut dyn FnMut() -> Option<At>) -> Specialiser<'t> {
        Specialiser {
            instrs: Vec::new(),
            temporary,
            used: 0,
        }
    }

    fn add(&mut self, instr: Instr) {
        self.instrs.push(instr);
    }

    /// A word of the frame for what is computed on the way, if there is one left.
    pub(crate) fn temporary(&mut self) -> Option<At> {
        self.used += 1;
        (self.used <= TEMPORARIES).then(&mut *self.temporary)?
    }

    pub(crate) fn test(&mut self, test: &Test) -> Option<()> {
        const NO: To = fixed::FAIL;
        match test {
            Test::True => {}
            Test::Compare(compare, left, right) => {
                match (self.operand(left, None)?, self.operand(right, None)?) {
                    (Operand::Word(left), Operand::Word(right)) => {
                        self.compare(*compare, left, right)
                    }
                    (Operand::Word(left), Operand::Int(right)) => {
                        self.compare_with(*compare, left, right)?
                    }
                    (Operand::Int(right), Operand::Word(left)) => {
                        self.compare_with(compare.turned(), left, right)?
                    }
                    (Operand::Int(_), Operand::Int(_)) => return None,
                }
            }
            Test::Let(slot, expr) => self.compute(*slot, expr)?,
            Test::Type(Kind::Integer, Shape::Slot(slot)) => {
                self.add(Instr::Integer(at(*slot)?, NO));
            }
            Test::Type(kind, Shape::Slot(slot)) => {
                self.add(Instr::Tagged(at(*slot)?, tags_of(*kind)?, NO));
            }
            Test::Identical(left, right) => match (left, right) {
                (Shape::Slot(left), Shape::Slot(right)) => {
                    self.add(Instr::Same(at(*left)?, at(*right)?, NO))
                }
                (Shape::Slot(slot), Shape::Const(word))
                | (Shape::Const(word), Shape::Slot(slot)) => {
                    self.add(Instr::IsConst(at(*slot)?, *word, NO))
                }
                _ => return None,
            },
            Test::Different(left, right) => match (left, right) {
                (Shape::Slot(left), Shape::Slot(right)) => {
                    self.add(Instr::Different(at(*left)?, at(*right)?, NO))
                }
                (Shape::Slot(slot), Shape::Const(word))
                | (Shape::Const(word), Shape::Slot(slot)) => {
                    self.add(Instr::IsNot(at(*slot)?, *word, NO))
                }
                _ => return None,
            },
            _ => return None,
        }
        Some(())
    }

    /// Two numbers compare in some way.
    fn compare(&mut self, compare: Compare, left: At, right: At) {
        const NO: To = fixed::FAIL;
        self.add(match compare {
            Compare::Less => Instr::Below(true, left, right, NO),
            Compare::AtMost => Instr::Below(false, right, left, NO),
            Compare::Greater => Instr::Below(true, right, left, NO),
            Compare::AtLeast => Instr::Below(false, left, right, NO),
            Compare::Equal => Instr::Equal(true, left, right, NO),
            Compare::NotEqual => Instr::Equal(false, left, right, NO),
        });
    }

    /// A number and a constant one do; none if that is too large.
    fn compare_with(&mut self, compare: Compare, left: At, right: i64) -> Option<()> {
        const NO: To = fixed::FAIL;
        let word = Word::small(right)?;
        let above = || Word::small(right + 1);
        self.add(match compare {
            Compare::Less => Instr::BelowWith(true, left, word, NO),
            Compare::AtMost => Instr::BelowWith(true, left, above()?, NO),
            Compare::Greater => Instr::BelowWith(false, left, above()?, NO),
            Compare::AtLeast => Instr::BelowWith(false, left, word, NO),
            Compare::Equal => Instr::EqualWith(true, left, word, NO),
            Compare::NotEqual => Instr::EqualWith(false, left, word, NO),
        });
        Some(())
    }

    /// The word in which the value of an expression is, beside those that are used.
    pub(crate) fn value(&mut self, expr: &Expr) -> Option<At> {
        match self.operand(expr, None)? {
            Operand::Word(at) if !matches!(expr, Expr::Slot(_)) => Some(at),
            Operand::Word(at) => {
                let to = self.temporary()?;
                // What is looked up is the value, and a word of the frame need not be a number.
                self.add(Instr::AddWith(to, at, 0));
                Some(to)
            }
            Operand::Int(_) => None,
        }
    }

    /// Puts the value of an expression into a slot.
    pub(crate) fn compute(&mut self, slot: u16, expr: &Expr) -> Option<()> {
        let to = at(slot)?;
        match (expr, self.operand(expr, Some(to))?) {
            (Expr::Binary(..) | Expr::Unary(..), _) => {}
            (_, Operand::Word(left)) => self.add(Instr::AddWith(to, left, 0)),
            (_, Operand::Int(_)) => return None,
        }
        Some(())
    }

    /// What an operand is; what must be computed goes to `to`, or else to another word.
    fn operand(&mut self, expr: &Expr, to: Option<At>) -> Option<Operand> {
        let (op, left, right) = match expr {
            Expr::Int(value) => return Some(Operand::Int(*value)),
            Expr::Slot(slot) => return Some(Operand::Word(at(*slot)?)),
            Expr::Unary(Unary::Minus, arg) => {
                let right = self.operand(arg, None)?;
                (Binary::Subtract, Operand::Int(0), right)
            }
            Expr::Binary(op, args) => {
                let left = self.operand(&args[0], None)?;
                (*op, left, self.operand(&args[1], None)?)
            }
            _ => return None,
        };
        let to = match to {
            Some(to) => to,
            None => self.temporary()?,
        };
        // A number that is added or taken away, where words have their values.
        let shifted = |by: i64| Some(Word::small(by)?.0.wrapping_sub(Tag::Int as u64) as i64);
        self.add(match (left, right) {
            (Operand::Word(left), Operand::Word(right)) => match op {
                Binary::Add => Instr::Add(to, left, right),
                Binary::Subtract => Instr::Subtract(to, left, right),
                _ => Instr::Compute(op, to, left, right),
            },
            (Operand::Word(left), Operand::Int(right)) => match op {
                Binary::Add => Instr::AddWith(to, left, shifted(right)?),
                Binary::Subtract => Instr::AddWith(to, left, shifted(right.checked_neg()?)?),
                _ => Instr::ComputeWith(op, to, left, right),
            },
            (Operand::Int(left), Operand::Word(right)) if op == Binary::Add => {
                Instr::AddWith(to, right, shifted(left)?)
            }
            (Operand::Int(left), Operand::Word(right)) => Instr::ComputeFrom(op, to, left, right),
            (Operand::Int(_), Operand::Int(_)) => return None,
        });
        Some(Operand::Word(to))
    }

    fn unify(&mut self, left: &Shape, right: &Shape) -> Option<()> {
        self.add(match (left, right) {
            (Shape::Slot(left), Shape::Slot(right)) => Instr::UnifyWords(at(*left)?, at(*right)?),
            (Shape::Slot(slot), Shape::Const(word)) | (Shape::Const(word), Shape::Slot(slot)) => {
                Instr::UnifyWith(at(*slot)?, *word)
            }
            (Shape::First(to), Shape::Slot(from)) => Instr::Copy(at(*to)?, at(*from)?),
            _ => return None,
        });
        Some(())
    }

    /// The call of a constraint.
    fn call(&mut self, symbol: u32, shapes: &[Shape], checked: bool, last: bool) -> Option<()> {
        let mut args = Args::default();
        for (number, shape) in shapes.iter().enumerate() {
            let place = match shape {
                Shape::Slot(slot) | Shape::First(slot) => at(*slot)?,
                _ => self.temporary()?,
            };
            match shape {
                Shape::Slot(_) => {}
                Shape::Const(word) => self.add(Instr::Put(place, *word)),
                Shape::First(_) | Shape::Void => self.add(Instr::Fresh(place)),
                _ => return None,
            }
            *args.at.get_mut(number)? = place;
        }
        args.count = shapes.len() as u8;
        // Where its instructions begin is said when all are made.
        let (entry, symbol, size) = (0, u16::try_from(symbol).ok()?, 0);
        if checked {
            self.add(Instr::CheckTypes(symbol, args));
        }
        self.add(if last {
            Instr::ExecConstraint {
                entry,
                symbol,
                size,
                args,
            }
        } else {
            Instr::CallConstraint {
                entry,
                symbol,
                size,
                args,
            }
        });
        Some(())
    }
}
