//! Control: goals that are terms, and the continuations they leave behind.

use crate::code::atoms::{Functor, known};
use crate::code::instr::Instr;
use crate::code::layout::FRAME;
use crate::code::word::{Tag, Word};
use crate::code::{Callee, fixed};
use crate::heap::records::Record;
use crate::state::choice_point::Other;
use crate::state::exception::Outcome;
use crate::vm::machine::{Machine, TICKS};

/// So many goals may run inside each other before the loop of the machine takes over.
const MOST_NESTED: u32 = 64;

/// Cells for which there must be room while a goal is taken apart.
const CHARGED: usize = 1 << 16;

impl<'p> Machine<'p> {
    /// Runs a goal that is a term; its cuts go back to `barrier` choices. A goal inside many others, such as `call(call(…))`, is left to
    /// the loop of the machine, so that depth is memory.
    pub(crate) fn solve(&mut self, goal: Word, barrier: usize) -> Outcome {
        if self.nested_goals >= MOST_NESTED {
            self.push_frame(barrier, &[goal.0]);
            self.pc = fixed::META_NEXT;
            return Ok(true);
        }
        self.nested_goals += 1;
        let holds = self.solve_nested(goal, barrier);
        self.nested_goals -= 1;
        holds
    }

    fn solve_nested(&mut self, mut goal: Word, mut barrier: usize) -> Outcome {
        let mut rounds = 0_u64;
        loop {
            rounds += 1;
            if rounds.is_multiple_of(TICKS) {
                self.look_at_limits()?;
                self.charge_cells(CHARGED)?;
            }
            goal = self.deref(goal);
            let Some((functor, at)) = self.parts(goal) else {
                if goal.is_ref() {
                    return Err(self.instantiation_error());
                }
                return Err(self.type_error("callable", goal));
            };
            self.pc = self.cp;
            match (functor.name(), functor.arity()) {
                (known::TRUE, 0) => return Ok(true),
                (known::FAIL | known::FALSE, 0) => return Ok(false),
                (known::CUT, 0) => {
                    self.cut_to(barrier);
                    return Ok(true);
                }
                (known::COMMA, 2) => {
                    self.push_frame(barrier, &[self.heap[at + 1].0]);
                    self.cp = fixed::META_NEXT;
                    goal = self.heap[at];
                }
                (known::COLON, 2) => goal = self.heap[at + 1],
                (known::SEMICOLON | known::BAR, 2) => {
                    let (left, right) = (self.deref(self.heap[at]), self.heap[at + 1]);
                    let count = self.choices.len();
                    self.push_choice(Other::Goal(right, barrier), 0);
                    match self.parts(left) {
                        Some((inner, place)) if inner == Functor::new(known::ARROW, 2) => {
                            goal = self.condition(place, count, barrier, fixed::META_THEN);
                            barrier = self.choices.len();
                        }
                        Some((inner, place)) if inner == Functor::new(known::SOFT_ARROW, 2) => {
                            goal = self.condition(place, count, barrier, fixed::META_SOFT_THEN);
                            barrier = self.choices.len();
                        }
                        _ => goal = left,
                    }
                }
                (known::ARROW, 2) => {
                    let count = self.choices.len();
                    let fail = Word::atom(known::FAIL);
                    self.push_choice(Other::Goal(fail, barrier), 0);
                    goal = self.condition(at, count, barrier, fixed::META_THEN);
                    barrier = self.choices.len();
                }
                (known::SOFT_ARROW, 2) => {
                    let then = self.heap[at + 1];
                    self.push_frame(barrier, &[then.0]);
                    self.cp = fixed::META_NEXT;
                    goal = self.heap[at];
                }
                (known::NOT, 1) => {
                    let count = self.choices.len();
                    let holds = Word::atom(known::TRUE);
                    self.push_choice(Other::Goal(holds, barrier), 0);
                    self.push_frame(barrier, &[Word::count(count).0]);
                    self.cp = fixed::META_NOT;
                    goal = self.heap[at];
                    barrier = self.choices.len();
                }
                _ => {
                    let arity = functor.arity();
                    if arity > self.args.len() {
                        return self.enter(Callee::Unknown(functor));
                    }
                    self.args[..arity].copy_from_slice(&self.heap[at..at + arity]);
                    return self.call(functor);
                }
            }
        }
    }

    /// Prepares to run a condition, which is returned; what follows is at `then` in the fixed code.
    fn condition(&mut self, place: usize, count: usize, barrier: usize, then: u32) -> Word {
        let branch = self.heap[place + 1];
        self.push_frame(barrier, &[branch.0, Word::count(count).0]);
        self.cp = then;
        self.heap[place]
    }

    /// Calls a predicate or constraint by its functor, with the arguments loaded.
    pub(crate) fn call(&mut self, functor: Functor) -> Outcome {
        let callee = self.code.callees.get(&functor).copied();
        self.enter(callee.unwrap_or(Callee::Unknown(functor)))
    }

    /// Carries out one of the machine's own continuations.
    pub(crate) fn continuation(&mut self, instr: &Instr) -> Outcome {
        let base = self.e;
        let first = Word(self.env[base + FRAME]);
        let barrier = self.env[base + 2] as usize;
        match instr {
            Instr::MetaNext => {
                self.leave();
                self.solve(first, barrier)
            }
            Instr::MetaThen => {
                self.cut_to(Word(self.env[base + FRAME + 1]).value() as usize);
                self.leave();
                self.solve(first, barrier)
            }
            Instr::MetaSoftThen => {
                self.soft_cut(Word(self.env[base + FRAME + 1]).value() as usize);
                self.leave();
                self.solve(first, barrier)
            }
            Instr::MetaNot => {
                self.cut_to(first.value() as usize);
                Ok(false)
            }
            Instr::FindallNext => {
                let found = self.heap.store_term(first);
                if let Some(collected) = self.findalls.last_mut() {
                    collected.push(found);
                }
                Ok(false)
            }
            Instr::CatchExit => {
                let count = first.value() as usize;
                if self.choices.len() == count + 1 {
                    self.cut_to(count);
                }
                self.leave();
                self.pc = self.cp;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Begins `findall(Template, Goal, List, Rest)`.
    pub(crate) fn findall(
        &mut self,
        template: Word,
        goal: Word,
        list: Word,
        rest: Word,
    ) -> Outcome {
        self.findalls.push(Vec::new());
        self.args[0] = list;
        self.args[1] = rest;
        self.push_choice(Other::Findall, 2);
        let barrier = self.choices.len();
        self.push_frame(barrier, &[template.0]);
        self.cp = fixed::FINDALL_NEXT;
        self.solve(goal, barrier)
    }

    /// Ends a `findall`: unifies what was found with the list and its rest.
    pub(crate) fn findall_done(&mut self, found: &[Record], kept: [Word; 2]) -> bool {
        let items: Vec<Word> = found
            .iter()
            .map(|stored| self.heap.load_term(stored))
            .collect();
        let list = self.heap.new_open_list(&items, kept[1]);
        self.unify(kept[0], list)
    }

    /// `catch(Goal, Catcher, Recovery)`.
    pub(crate) fn catch(&mut self, goal: Word, catcher: Word, recovery: Word) -> Outcome {
        self.args[0] = catcher;
        self.args[1] = recovery;
        let count = self.choices.len();
        self.push_choice(Other::Catch, 2);
        self.push_frame(count, &[Word::count(count).0]);
        self.cp = fixed::CATCH_EXIT;
        let barrier = self.choices.len();
        self.solve(goal, barrier)
    }

    /// `call(Goal, Extra…)`: adds arguments to a goal and runs it.
    pub(crate) fn call_with(&mut self, goal: Word, extra: &[Word]) -> Outcome {
        let mut goal = self.deref(goal);
        let barrier = self.choices.len();
        if extra.is_empty() {
            return self.solve(goal, barrier);
        }
        while goal.tag() == Tag::Compound
            && self.heap.functor_at(goal.place()) == Functor::new(known::COLON, 2)
        {
            goal = self.deref(self.heap[goal.place() + 2]);
        }
        let Some((functor, at)) = self.parts(goal) else {
            if goal.is_ref() {
                return Err(self.instantiation_error());
            }
            return Err(self.type_error("callable", goal));
        };
        let arity = functor.arity();
        let full = Functor::new(functor.name(), arity + extra.len());
        if matches!(
            functor.name(),
            known::COMMA | known::SEMICOLON | known::ARROW | known::NOT
        ) {
            let mut args = self.heap[at..at + arity].to_vec();
            args.extend_from_slice(extra);
            let goal = self.new_compound(functor.name(), &args);
            return self.solve(goal, barrier);
        }
        if arity + extra.len() > self.args.len() {
            return self.enter(Callee::Unknown(full));
        }
        self.args[..arity].copy_from_slice(&self.heap[at..at + arity]);
        self.args[arity..arity + extra.len()].copy_from_slice(extra);
        self.pc = self.cp;
        self.call(full)
    }
}
