//! Calling predicates defined by clauses: which clauses can match, and the frame of the one that does.

use crate::code::word::Tag;
use crate::code::{LIST_KEY, Pred};
use crate::state::choice_point::{ChoicePoint, Other};
use crate::state::exception::Outcome;
use crate::vm::machine::Machine;

impl<'p> Machine<'p> {
    /// Calls a predicate with the arguments loaded.
    pub(crate) fn call_clauses(&mut self, pred: u32) -> Outcome {
        let code = self.code;
        let list = self.candidates(&code.preds[pred as usize]);
        let Some((&first, rest)) = list.split_first() else {
            return Ok(false);
        };
        let barrier = self.choices.len();
        if !rest.is_empty() {
            let arity = code.clauses[first as usize].head.len();
            self.push_choice(Other::Clause(rest), arity);
        }
        Ok(self.enter_clause(first, barrier))
    }

    /// The clauses that the first argument allows.
    fn candidates(&self, pred: &'p Pred) -> &'p [u32] {
        if pred.keyed.is_empty() {
            return &pred.all;
        }
        let first = self.deref(self.args[0]);
        let key = match first.tag() {
            Tag::Ref | Tag::Number => return &pred.all,
            Tag::List => LIST_KEY,
            Tag::Compound => self.heap[first.place()].0,
            _ => first.0,
        };
        pred.keyed.get(&key).unwrap_or(&pred.open)
    }

    /// Tries the next clause of a choice.
    pub(crate) fn next_clause(&mut self, choice: ChoicePoint<'p>, list: &'p [u32]) -> bool {
        let (first, rest) = list.split_first().expect("a choice has a clause left");
        let arity = self.code.clauses[*first as usize].head.len();
        self.args[..arity].copy_from_slice(&self.saved[choice.saved..choice.saved + arity]);
        let barrier = self.choices.len() - 1;
        if rest.is_empty() {
            self.cut_to(barrier);
        } else if let Some(last) = self.choices.last_mut() {
            last.other = Other::Clause(rest);
        }
        self.enter_clause(*first, barrier)
    }

    /// Unifies the head of a clause with the arguments, and goes on with its body.
    fn enter_clause(&mut self, clause: u32, barrier: usize) -> bool {
        let code = self.code;
        let clause = &code.clauses[clause as usize];
        let base = self.frame(clause.size.into());
        for (at, shape) in clause.head.iter().enumerate() {
            if !self.unify_shape(shape, self.args[at], base) {
                return false;
            }
        }
        let Some(body) = clause.body else {
            self.pc = self.cp;
            return true;
        };
        self.env[base] = self.e as u64;
        self.env[base + 1] = self.cp.into();
        self.env[base + 2] = barrier as u64;
        self.env[base + 3] = clause.size.into();
        self.e = base;
        self.pc = body;
        true
    }
}
