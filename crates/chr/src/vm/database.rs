//! Calls of dynamic predicates, and the search for their clauses.

use std::sync::Arc;

use crate::code::LIST_KEY;
use crate::code::atoms::known;
use crate::code::word::{Tag, Word};
use crate::state::choice_point::{Other, Purpose, Redo};
use crate::state::database::{DynamicClause, KEYS};
use crate::state::exception::Outcome;
use crate::vm::machine::Machine;

impl<'p> Machine<'p> {
    /// Calls a dynamic predicate with the arguments loaded.
    pub(crate) fn call_dynamic(&mut self, number: u32) -> Outcome {
        self.pc = self.cp;
        let generation = self.database.generation;
        self.try_dynamic(number, i64::MIN, generation, Purpose::Call)
    }

    /// `clause(Head, Body)` and `retract((Head :- Body))`, with the arguments of the head loaded and the body after them.
    pub(crate) fn search_clauses(&mut self, number: u32, purpose: Purpose) -> Outcome {
        let generation = self.database.generation;
        self.try_dynamic(number, i64::MIN, generation, purpose)
    }

    /// The key by which clauses are found of a term; 0 if any clause may match.
    fn dynamic_key(&self, word: Word) -> u64 {
        let word = self.deref(word);
        match word.tag() {
            Tag::List => LIST_KEY,
            Tag::Compound => self.heap[word.place()].0,
            _ if word.is_constant() => word.0,
            _ => 0,
        }
    }

    /// Tries the clauses of a predicate from a position on.
    fn try_dynamic(
        &mut self,
        number: u32,
        from: i64,
        generation: u64,
        purpose: Purpose,
    ) -> Outcome {
        let arity = self.database.preds[number as usize].functor.arity();
        let mut keys = [0; KEYS];
        for (at, key) in keys.iter_mut().enumerate().take(arity) {
            *key = self.dynamic_key(self.args[at]);
        }
        let pred = &mut self.database.preds[number as usize];
        let index = pred.best_index(&keys);
        let Some(position) = pred.next(from, &keys, index, generation) else {
            return Ok(false);
        };
        let clause = Arc::clone(&pred.entry(position).clause);
        let after = pred.next(position + 1, &keys, index, generation);
        let barrier = self.choices.len();
        if let Some(after) = after {
            let kept = arity + usize::from(purpose != Purpose::Call);
            let state = [
                Word::count(number as usize),
                Word::small(after).unwrap_or(Word::NIL),
                Word::count(generation as usize),
            ];
            self.args[kept..kept + 3].copy_from_slice(&state);
            let redo = Redo::Clauses(purpose);
            self.push_choice(Other::Retry(redo, (kept + 3) as u16), kept + 3);
        }
        let mut vars = std::mem::take(&mut self.record_vars);
        let mut holds = true;
        for at in 0..arity {
            let arg = clause.record.args(clause.head())[at];
            if !self
                .heap
                .unify_record(&clause.record, arg, self.args[at], &mut vars)
            {
                holds = false;
                break;
            }
        }
        if !holds {
            vars.clear();
            self.record_vars = vars;
            return Ok(false);
        }
        let body = clause.body();
        let plain = body == Word::atom(known::TRUE);
        if purpose == Purpose::Call {
            if plain {
                vars.clear();
                self.record_vars = vars;
                return Ok(true);
            }
            let body = self.heap.build_record(&clause.record, body, &mut vars);
            vars.clear();
            self.record_vars = vars;
            return self.solve(body, barrier);
        }
        let holds = self
            .heap
            .unify_record(&clause.record, body, self.args[arity], &mut vars);
        vars.clear();
        self.record_vars = vars;
        if holds && purpose == Purpose::Retract {
            if !self.database.erase(number, position) {
                return Ok(false);
            }
            self.tidy_clauses(number);
        }
        Ok(holds)
    }

    /// Erases all clauses whose head unifies with the arguments loaded.
    pub(crate) fn retract_all(&mut self, number: u32) {
        let arity = self.database.preds[number as usize].functor.arity();
        let mut keys = [0; KEYS];
        for (at, key) in keys.iter_mut().enumerate().take(arity) {
            *key = self.dynamic_key(self.args[at]);
        }
        let generation = self.database.generation;
        let open = (0..arity).all(|at| {
            let word = self.deref(self.args[at]);
            word.is_ref() && (0..at).all(|other| self.deref(self.args[other]) != word)
        });
        let pred = &mut self.database.preds[number as usize];
        let index = pred.best_index(&keys);
        let mut from = i64::MIN;
        loop {
            let pred = &self.database.preds[number as usize];
            let Some(position) = pred.next(from, &keys, index, generation) else {
                break;
            };
            from = position + 1;
            let clause = Arc::clone(&pred.entry(position).clause);
            if open || self.head_fits(&clause, arity) {
                self.database.erase(number, position);
            }
        }
        self.tidy_clauses(number);
    }

    /// Whether the head of a clause unifies with the arguments loaded; nothing stays bound.
    fn head_fits(&mut self, clause: &DynamicClause, arity: usize) -> bool {
        let (mark, pending) = (self.heap.trail.len(), self.heap.pending.len());
        let heap = self.heap.len();
        let old_heap = std::mem::replace(&mut self.heap.old, usize::MAX);
        let mut vars = std::mem::take(&mut self.record_vars);
        let holds = (0..arity).all(|at| {
            let arg = clause.record.args(clause.head())[at];
            self.heap
                .unify_record(&clause.record, arg, self.args[at], &mut vars)
        });
        vars.clear();
        self.record_vars = vars;
        self.heap.old = old_heap;
        self.heap.take_back(mark, pending);
        self.heap.truncate(heap);
        holds
    }

    /// Gives positions out anew if most clauses are erased and no choice point refers to the predicate.
    fn tidy_clauses(&mut self, number: u32) {
        let pred = &self.database.preds[number as usize];
        let erased = pred.clauses.len() - pred.live;
        if erased < 64 || erased < pred.live {
            return;
        }
        let refers = self.choices.iter().any(|choice| match choice.other {
            Other::Retry(_, count) => {
                let at = choice.saved + usize::from(count) - 3;
                self.saved.get(at) == Some(&Word::count(number as usize))
            }
            _ => false,
        });
        if !refers {
            let pred = &mut self.database.preds[number as usize];
            pred.clauses.retain(|entry| entry.erased == u64::MAX);
            pred.first = 0;
            pred.indexes = [const { None }; KEYS];
        }
    }

    /// A clause as a term `Head :- Body` of the heap.
    pub(crate) fn load_clause(&mut self, clause: &DynamicClause) -> Word {
        self.heap.load_term(&clause.record)
    }

    /// Goes on with the next clause of a choice point, whose state stands after the arguments.
    pub(crate) fn next_dynamic(&mut self, count: usize, purpose: Purpose) -> Outcome {
        let state = &self.args[count - 3..count];
        let (number, from) = (state[0].value() as u32, state[1].value());
        let generation = state[2].value() as u64;
        self.try_dynamic(number, from, generation, purpose)
    }
}
