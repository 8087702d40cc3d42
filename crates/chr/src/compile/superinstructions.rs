//! Superinstructions: instructions that often follow each other, as one.

use crate::code::bytecode::{At, Op, Open, To, Tried};
use crate::compile::emitter::Emitter;

impl Emitter<'_> {
    /// Makes the last instruction another one, at the same place in the search as what comes next.
    fn merge(&mut self, op: Op) {
        self.bytecode.all.pop();
        self.bytecode.slow_path.pop();
        self.add(op);
    }

    /// Takes an argument of a candidate, together with the one before it if that was taken too.
    pub(crate) fn take(&mut self, arg: u8, to: At) {
        match self.bytecode.all.last() {
            Some(&Op::Take(other, other_to)) => self.merge(Op::TakeTwo(other, other_to, arg, to)),
            _ => self.add(Op::Take(arg, to)),
        }
    }

    /// Whether a number is below another, together with the argument that was taken before it.
    pub(crate) fn below(&mut self, holds: bool, left: At, right: At) {
        match self.bytecode.all.last() {
            Some(&Op::Take(arg, to)) => {
                self.no.push(self.here() - 1);
                self.merge(Op::TakeBelow(arg, to, holds, left, right, 0));
            }
            _ => self.ask(Op::Below(holds, left, right, 0)),
        }
    }

    /// The search in the list of a symbol, together with the trial of its occurrence if that asked for nothing else; returns the instruction.
    pub(crate) fn open_list(&mut self, symbol: u32, open: Open) -> To {
        let tried = match self.bytecode.all.last() {
            Some(&Op::TryEnough(tried, of, count, own)) => Some((tried, of, count, own)),
            // A symbol of which there is none has no list to search.
            Some(&Op::Try(tried, needs)) if needs.count_ones() == 1 => {
                Some((tried, needs.trailing_zeros() as u16, 1, false))
            }
            _ => None,
        };
        match tried {
            Some((Tried { rule, .. }, of, count, counts)) if u32::from(of) == symbol => {
                self.merge(Op::TryList(rule, of, count, counts, open))
            }
            _ => self.add(Op::OpenList(symbol, open)),
        }
        self.here() - 1
    }
}
