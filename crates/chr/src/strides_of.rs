//! Tests, expressions and bodies to strides.

use crate::code::{Callee, Instr, Kind, Occurrence, Shape, Test};
use crate::expr::{Binary, Compare, Expr, Unary};
use crate::straighten::Road;
use crate::stride::{Args, At, Stride, To};
use crate::word::{Tag, Word};

/// What an operand of an expression is.
enum Operand {
    Word(At),
    Int(i64),
}

/// The bits of the tags by which a word is of a kind, but for the empty list, which is no name; none if more must be seen.
fn tags_of(kind: Kind) -> Option<u8> {
    let number = 1 << Tag::Int as u8 | 1 << Tag::Wide as u8;
    let name = 1 << Tag::Name as u8;
    match kind {
        Kind::Var => Some(1 << Tag::Ref as u8),
        Kind::Nonvar => Some(!(1 << Tag::Ref as u8)),
        Kind::Number => Some(number),
        Kind::Name => Some(name),
        Kind::Atomic => Some(number | name | 1 << Tag::Text as u8),
        _ => None,
    }
}

impl Road<'_> {
    /// A test; none if it has no straight form.
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
            Test::Type(kind, Shape::Slot(slot)) => {
                self.ask(Stride::Tagged(*slot as At, tags_of(*kind)?, 0));
                if *kind == Kind::Name {
                    self.ask(Stride::IsNot(*slot as At, Word::NIL, 0));
                }
            }
            Test::Identical(left, right) => match (left, right) {
                (Shape::Slot(left), Shape::Slot(right)) => {
                    self.ask(Stride::Same(*left as At, *right as At, 0))
                }
                (Shape::Slot(slot), Shape::Const(word))
                | (Shape::Const(word), Shape::Slot(slot)) => {
                    self.ask(Stride::Is(*slot as At, *word, 0))
                }
                _ => return None,
            },
            Test::Different(left, right) => match (left, right) {
                (Shape::Slot(left), Shape::Slot(right)) => {
                    self.ask(Stride::Different(*left as At, *right as At, 0))
                }
                (Shape::Slot(slot), Shape::Const(word))
                | (Shape::Const(word), Shape::Slot(slot)) => {
                    self.ask(Stride::IsNot(*slot as At, *word, 0))
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
            Compare::Equal => self.ask(Stride::Equal(true, left, right, 0)),
            Compare::NotEqual => self.ask(Stride::Equal(false, left, right, 0)),
        }
    }

    /// A number and a constant one do; none if that is too large.
    fn compare_with(&mut self, compare: Compare, left: At, right: i64) -> Option<()> {
        let word = Word::small(right)?;
        let above = || Word::small(right + 1);
        self.ask(match compare {
            Compare::Less => Stride::BelowWith(true, left, word, 0),
            Compare::AtMost => Stride::BelowWith(true, left, above()?, 0),
            Compare::Greater => Stride::BelowWith(false, left, above()?, 0),
            Compare::AtLeast => Stride::BelowWith(false, left, word, 0),
            Compare::Equal => Stride::EqualWith(true, left, word, 0),
            Compare::NotEqual => Stride::EqualWith(false, left, word, 0),
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
                self.add(Stride::AddWith(to, at, 0));
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
            (_, Operand::Word(left)) => self.add(Stride::AddWith(to, left, 0)),
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
                Binary::Add => Stride::Add(to, left, right),
                Binary::Subtract => Stride::Subtract(to, left, right),
                _ => Stride::Compute(op, to, left, right),
            },
            (Operand::Word(left), Operand::Int(right)) => match op {
                Binary::Add => Stride::AddWith(to, left, shifted(right)?),
                Binary::Subtract => Stride::AddWith(to, left, shifted(right.checked_neg()?)?),
                _ => Stride::ComputeWith(op, to, left, right),
            },
            (Operand::Int(left), Operand::Word(right)) if op == Binary::Add => {
                Stride::AddWith(to, right, shifted(left)?)
            }
            (Operand::Int(left), Operand::Word(right)) => Stride::ComputeFrom(op, to, left, right),
            (Operand::Int(_), Operand::Int(_)) => return None,
        });
        Some(Operand::Word(to))
    }

    /// The body of an occurrence, as far as it has a straight form; returns the stride that goes on with the search, if it is there.
    pub(crate) fn body(&mut self, at: usize, occurrence: &Occurrence) -> Option<To> {
        let code = self.code;
        let mut resumed = None;
        self.at.instr = occurrence.body;
        self.strides.of_instr[self.at.instr as usize] = self.here();
        loop {
            let start = self.here();
            let going = match &code.instrs[self.at.instr as usize] {
                Instr::Resume => {
                    resumed = Some(start);
                    self.add(Stride::Resume(at as u16, occurrence.partners.is_empty(), 0));
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
                    self.strides.all.truncate(start as usize);
                    self.strides.instead.truncate(start as usize);
                    self.no.clear();
                    self.add(Stride::Leave);
                    break;
                }
            }
        }
        self.at.instr = 0;
        resumed
    }

    /// One instruction of a body; whether more can follow, or none if it has no straight form.
    fn instr(&mut self, instr: &Instr) -> Option<bool> {
        match instr {
            Instr::Is(Shape::First(slot), expr) => self.compute(*slot as At, expr)?,
            Instr::Test(test) => {
                self.test(test)?;
                // A test that fails in a body makes the run go back.
                let to = self.strides.all.len();
                for at in std::mem::take(&mut self.no) {
                    debug_assert!((at as usize) < to);
                    self.strides.all[at as usize].set_no(0);
                }
            }
            Instr::Unify(left, right) => match (left, right) {
                (Shape::Slot(left), Shape::Slot(right)) => {
                    self.add(Stride::Unify(*left as At, *right as At))
                }
                (Shape::Slot(slot), Shape::Const(word))
                | (Shape::Const(word), Shape::Slot(slot)) => {
                    self.add(Stride::UnifyWith(*slot as At, *word))
                }
                (Shape::First(to), Shape::Slot(from)) => {
                    self.add(Stride::Copy(*to as At, *from as At))
                }
                _ => return None,
            },
            Instr::Call(Callee::Constraint(symbol), shapes) => {
                let (args, next) = (self.load(shapes)?, self.at.instr + 1);
                // Where its strides begin is said when all are made.
                self.add(Stride::Call {
                    next,
                    entry: 0,
                    symbol: u16::try_from(*symbol).ok()?,
                    size: 0,
                    args,
                });
                self.strides.of_instr[next as usize] = self.here();
            }
            Instr::Exec(Callee::Constraint(symbol), shapes) => {
                let args = self.load(shapes)?;
                self.add(Stride::Exec {
                    entry: 0,
                    symbol: u16::try_from(*symbol).ok()?,
                    size: 0,
                    args,
                });
                return Some(false);
            }
            Instr::Proceed => {
                self.add(Stride::Proceed);
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
                Shape::Const(word) => self.add(Stride::Put(place, *word)),
                Shape::First(_) | Shape::Void => self.add(Stride::Fresh(place)),
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
        (self.used <= crate::straighten::SPARE as At).then_some(at)
    }
}
