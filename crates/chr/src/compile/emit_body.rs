//! Emits the bytecode of tests, expressions and bodies.

use crate::code::bytecode::{Args, At, Op, To};
use crate::code::expr::{Binary, Compare, Expr, Unary};
use crate::code::word::{Tag, Word};
use crate::code::{Callee, Instr, Kind, Occurrence, Shape, Test};
use crate::compile::emitter::Emitter;

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

impl Emitter<'_> {
    /// A test; none if it has no bytecode.
    pub(crate) fn test(&mut self, test: &Test) -> Option<()> {
        self.used = 0;
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
            Test::Let(slot, expr) => self.compute(*slot as At, expr)?,
            Test::Type(Kind::Integer, Shape::Slot(slot)) => {
                self.ask(Op::Integer(*slot as At, 0));
            }
            Test::Type(kind, Shape::Slot(slot)) => {
                self.ask(Op::Tagged(*slot as At, tags_of(*kind)?, 0));
            }
            Test::Identical(left, right) => match (left, right) {
                (Shape::Slot(left), Shape::Slot(right)) => {
                    self.ask(Op::Same(*left as At, *right as At, 0))
                }
                (Shape::Slot(slot), Shape::Const(word))
                | (Shape::Const(word), Shape::Slot(slot)) => {
                    self.ask(Op::Is(*slot as At, *word, 0))
                }
                _ => return None,
            },
            Test::Different(left, right) => match (left, right) {
                (Shape::Slot(left), Shape::Slot(right)) => {
                    self.ask(Op::Different(*left as At, *right as At, 0))
                }
                (Shape::Slot(slot), Shape::Const(word))
                | (Shape::Const(word), Shape::Slot(slot)) => {
                    self.ask(Op::IsNot(*slot as At, *word, 0))
                }
                _ => return None,
            },
            _ => return None,
        }
        Some(())
    }

    /// Two numbers compare in some way.
    fn compare(&mut self, compare: Compare, left: At, right: At) {
        match compare {
            Compare::Less => self.below(true, left, right),
            Compare::AtMost => self.below(false, right, left),
            Compare::Greater => self.below(true, right, left),
            Compare::AtLeast => self.below(false, left, right),
            Compare::Equal => self.ask(Op::Equal(true, left, right, 0)),
            Compare::NotEqual => self.ask(Op::Equal(false, left, right, 0)),
        }
    }

    /// A number and a constant one do; none if that is too large.
    fn compare_with(&mut self, compare: Compare, left: At, right: i64) -> Option<()> {
        let word = Word::small(right)?;
        let above = || Word::small(right + 1);
        self.ask(match compare {
            Compare::Less => Op::BelowWith(true, left, word, 0),
            Compare::AtMost => Op::BelowWith(true, left, above()?, 0),
            Compare::Greater => Op::BelowWith(false, left, above()?, 0),
            Compare::AtLeast => Op::BelowWith(false, left, word, 0),
            Compare::Equal => Op::EqualWith(true, left, word, 0),
            Compare::NotEqual => Op::EqualWith(false, left, word, 0),
        });
        Some(())
    }

    /// The word in which the value of an expression is, beside those that are used.
    pub(crate) fn value(&mut self, expr: &Expr) -> Option<At> {
        match self.operand(expr, None)? {
            Operand::Word(at) if at >= self.spare => Some(at),
            Operand::Word(at) => {
                let to = self.spare_word()?;
                // What is looked up is the value, and a word of the frame need not be a number.
                self.add(Op::AddWith(to, at, 0));
                Some(to)
            }
            Operand::Int(_) => None,
        }
    }

    /// Puts the value of an expression into a word.
    fn compute(&mut self, to: At, expr: &Expr) -> Option<()> {
        self.used = 0;
        match (expr, self.operand(expr, Some(to))?) {
            (Expr::Binary(..) | Expr::Unary(..), _) => {}
            (_, Operand::Word(left)) => self.add(Op::AddWith(to, left, 0)),
            (_, Operand::Int(_)) => return None,
        }
        Some(())
    }

    /// What an operand is; what must be computed goes to `to`, or else to a spare word.
    fn operand(&mut self, expr: &Expr, to: Option<At>) -> Option<Operand> {
        let (op, left, right) = match expr {
            Expr::Int(value) => return Some(Operand::Int(*value)),
            Expr::Slot(slot) => return Some(Operand::Word(*slot as At)),
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
            None => self.spare_word()?,
        };
        // A number that is added or taken away, where words have their values.
        let shifted = |by: i64| Some(Word::small(by)?.0.wrapping_sub(Tag::Int as u64) as i64);
        self.add(match (left, right) {
            (Operand::Word(left), Operand::Word(right)) => match op {
                Binary::Add => Op::Add(to, left, right),
                Binary::Subtract => Op::Subtract(to, left, right),
                _ => Op::Compute(op, to, left, right),
            },
            (Operand::Word(left), Operand::Int(right)) => match op {
                Binary::Add => Op::AddWith(to, left, shifted(right)?),
                Binary::Subtract => Op::AddWith(to, left, shifted(right.checked_neg()?)?),
                _ => Op::ComputeWith(op, to, left, right),
            },
            (Operand::Int(left), Operand::Word(right)) if op == Binary::Add => {
                Op::AddWith(to, right, shifted(left)?)
            }
            (Operand::Int(left), Operand::Word(right)) => Op::ComputeFrom(op, to, left, right),
            (Operand::Int(_), Operand::Int(_)) => return None,
        });
        Some(Operand::Word(to))
    }

    /// The body of an occurrence, as far as it has a bytecode; returns the instruction that goes on with the search, if it is there.
    pub(crate) fn body(&mut self, at: usize, occurrence: &Occurrence) -> Option<To> {
        let code = self.code;
        let mut resumed = None;
        self.at.instr = occurrence.body;
        self.bytecode.of_instr[self.at.instr as usize] = self.here();
        loop {
            let start = self.here();
            let going = match &code.instrs[self.at.instr as usize] {
                Instr::Resume => {
                    resumed = Some(start);
                    self.add(Op::Resume(at as u16, occurrence.partners.is_empty(), 0));
                    if usize::from(self.constraint.filters[at].group) > 1 || occurrence.back > 0 {
                        resumed = None;
                        None
                    } else {
                        Some(false)
                    }
                }
                instr => self.instr(instr),
            };
            match going {
                Some(true) => self.at.instr += 1,
                Some(false) => break,
                None => {
                    self.bytecode.all.truncate(start as usize);
                    self.bytecode.slow_path.truncate(start as usize);
                    self.no.clear();
                    self.add(Op::Leave);
                    break;
                }
            }
        }
        self.at.instr = 0;
        resumed
    }

    /// One instruction of a body; whether more can follow, or none if it has no bytecode.
    fn instr(&mut self, instr: &Instr) -> Option<bool> {
        match instr {
            Instr::Is(Shape::First(slot), expr) => self.compute(*slot as At, expr)?,
            Instr::Test(test) => {
                self.test(test)?;
                // A test that fails in a body makes the run go back.
                let to = self.bytecode.all.len();
                for at in std::mem::take(&mut self.no) {
                    debug_assert!((at as usize) < to);
                    self.bytecode.all[at as usize].set_no(0);
                }
            }
            Instr::Unify(left, right) => match (left, right) {
                (Shape::Slot(left), Shape::Slot(right)) => {
                    self.add(Op::Unify(*left as At, *right as At))
                }
                (Shape::Slot(slot), Shape::Const(word))
                | (Shape::Const(word), Shape::Slot(slot)) => {
                    self.add(Op::UnifyWith(*slot as At, *word))
                }
                (Shape::First(to), Shape::Slot(from)) => self.add(Op::Copy(*to as At, *from as At)),
                _ => return None,
            },
            Instr::Call(Callee::Constraint(symbol), shapes) => {
                let (args, next) = (self.load(shapes)?, self.at.instr + 1);
                // Where its instructions begin is said when all are made.
                self.add(Op::Call {
                    next,
                    entry: 0,
                    symbol: u16::try_from(*symbol).ok()?,
                    size: 0,
                    args,
                });
                self.bytecode.of_instr[next as usize] = self.here();
            }
            Instr::Exec(Callee::Constraint(symbol), shapes) => {
                let args = self.load(shapes)?;
                self.add(Op::Exec {
                    entry: 0,
                    symbol: u16::try_from(*symbol).ok()?,
                    size: 0,
                    args,
                });
                return Some(false);
            }
            Instr::Proceed => {
                self.add(Op::Proceed);
                return Some(false);
            }
            _ => return None,
        }
        Some(true)
    }

    /// The arguments of a call.
    fn load(&mut self, shapes: &[Shape]) -> Option<Args> {
        let mut args = Args::default();
        self.used = 0;
        for (at, shape) in shapes.iter().enumerate() {
            let place = match shape {
                Shape::Slot(slot) | Shape::First(slot) => *slot as At,
                _ => self.spare_word()?,
            };
            match shape {
                Shape::Slot(_) => {}
                Shape::Const(word) => self.add(Op::Put(place, *word)),
                Shape::First(_) | Shape::Void => self.add(Op::Fresh(place)),
                _ => return None,
            }
            *args.at.get_mut(at)? = place;
        }
        args.count = shapes.len() as u8;
        Some(args)
    }

    /// A spare word of the frame, if there is one left.
    pub(crate) fn spare_word(&mut self) -> Option<At> {
        let at = self.spare + self.used;
        self.used += 1;
        self.most = self.most.max(self.used);
        (self.used <= crate::compile::emitter::SPARE as At).then_some(at)
    }
}
