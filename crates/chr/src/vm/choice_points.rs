//! Choices and the trail: how the machine goes back, and what it goes back to.

use crate::code::fixed;
use crate::code::word::Word;
use crate::state::choice_point::{ChoicePoint, DUE, Other, Redo};
use crate::state::event::Event;
use crate::state::exception::{Outcome, Thrown};
use crate::vm::machine::{Machine, TICKS};

impl<'p> Machine<'p> {
    /// Adds a choice that keeps the first `count` arguments.
    pub(crate) fn push_choice(&mut self, other: Other<'p>, count: usize) {
        if !self.store.all_built && !self.choices.is_empty() {
            self.store.build_all(&self.heap);
        }
        let protect = self.frame(0);
        let saved = self.saved.len();
        self.saved.extend_from_slice(&self.args[..count]);
        self.choices.push(ChoicePoint {
            other,
            e: self.e,
            cp: self.cp,
            guards: self.guards,
            protect,
            heap: self.heap.mark(),
            store: self.store.mark(),
            agenda: self.agenda.mark(),
            natives: self.natives.levels(),
            saved,
            findalls: self.findalls.len(),
            rule: self.profile.charged(),
            solutions: self.solutions.len(),
        });
        self.look_back();
    }

    pub(crate) fn push_alternative(&mut self, pc: u32) {
        self.push_choice(Other::At(pc), 0);
    }

    /// Sets what belongs to the last choice.
    fn look_back(&mut self) {
        let trailing = self.choices.len() > 1;
        let last = self.choices.last();
        self.protect = last.map_or(0, |choice| choice.protect);
        self.heap.old = last.map_or(0, |choice| choice.heap.cells);
        let mark = last.map(|choice| choice.store);
        self.store.set_mark(mark, trailing);
        self.agenda.trailing = trailing;
    }

    /// Forgets all choices but the first `count`.
    pub(crate) fn cut_to(&mut self, count: usize) {
        if count < self.choices.len() {
            if self.cleanups > 0 {
                self.cut_cleanups(count);
            }
            self.saved.truncate(self.choices[count].saved);
            self.solutions.truncate(self.choices[count].solutions);
            self.choices.truncate(count);
            self.look_back();
            self.shorten_trails();
        }
    }

    /// Drops the entries at the ends of the trails that the last choice point does not need.
    #[inline]
    fn shorten_trails(&mut self) {
        if let Some(choice) = self.choices.last() {
            self.heap.shorten_trail(choice.heap.trail);
            self.store.shorten_trail(choice.store);
        }
    }

    /// Arranges that the cleanups of choice points that are cut run before the machine goes on, the innermost first.
    #[cold]
    fn cut_cleanups(&mut self, count: usize) {
        for at in (count..self.choices.len()).rev() {
            if matches!(self.choices[at].other, Other::Cleanup) {
                self.cleanups -= 1;
                let goal = self.saved[self.choices[at].saved];
                self.heap.pending.push((DUE, self.due.len()));
                self.due.push(goal);
            }
        }
    }

    /// Keeps all cells of the heap that are there now when the machine goes back to a choice point that the cell at `place` outlives.
    pub(crate) fn keep_heap(&mut self, place: usize) {
        let length = self.heap.len();
        for choice in self.choices.iter_mut().rev() {
            if choice.heap.cells <= place {
                break;
            }
            choice.heap.cells = length;
        }
        if let Some(choice) = self.choices.last() {
            self.heap.old = choice.heap.cells;
        }
    }

    /// Makes one choice fail at once when it is come back to.
    pub(crate) fn soft_cut(&mut self, at: usize) {
        if at + 1 == self.choices.len() {
            self.cut_to(at);
        } else if let Some(choice) = self.choices.get_mut(at) {
            choice.other = Other::At(fixed::FAIL);
        }
    }

    /// Restores the state of the last choice, and forgets the choice.
    pub(crate) fn pop_choice(&mut self) -> ChoicePoint<'p> {
        let choice = self.restore();
        self.saved.truncate(choice.saved);
        self.solutions.truncate(choice.solutions);
        self.choices.pop();
        self.look_back();
        choice
    }

    /// Restores the state of the last choice.
    fn restore(&mut self) -> ChoicePoint<'p> {
        let choice = *self
            .choices
            .last()
            .expect("there is a choice at the bottom");
        self.heap.go_back(choice.heap);
        self.store.undo_to(choice.store);
        self.agenda.undo_to(choice.agenda);
        self.natives.undo_to(choice.natives);
        self.findalls.truncate(choice.findalls);
        let own = usize::from(matches!(choice.other, Other::Host(_)));
        self.solutions.truncate(choice.solutions + own);
        self.guards = choice.guards;
        if self.profile.profiler.is_some() {
            self.profile.charge(choice.rule);
        }
        self.e = choice.e;
        self.cp = choice.cp;
        choice
    }

    /// Goes back to the last choice and takes the other way; false if the run has failed.
    pub(crate) fn backtrack(&mut self) -> Outcome {
        loop {
            self.profile.counters.backtracks += 1;
            if self.profile.counters.backtracks.is_multiple_of(16 * TICKS) {
                self.look_at_limits()?;
            }
            self.tell_turn(Event::Fail);
            let choice = self.restore();
            let other = choice.other;
            if !matches!(
                other,
                Other::Guard | Other::Findall | Other::Catch | Other::Cleanup | Other::End
            ) {
                self.tell_turn(Event::Redo);
            }
            let holds = match other {
                Other::At(pc) => {
                    self.pop_choice();
                    self.pc = pc;
                    true
                }
                Other::Clause(list) => self.next_clause(choice, list),
                Other::Goal(goal, barrier) => {
                    self.pop_choice();
                    self.solve(goal, barrier)?
                }
                Other::Between(var, next, max) => {
                    if next == max {
                        self.pop_choice();
                    } else if let Some(last) = self.choices.last_mut() {
                        last.other = Other::Between(var, next + 1, max);
                    }
                    self.pc = self.cp;
                    let value = self.int(next);
                    self.unify(var, value)
                }
                Other::Retry(redo, count) => {
                    let count = usize::from(count);
                    let kept = &self.saved[choice.saved..choice.saved + count];
                    self.args[..count].copy_from_slice(kept);
                    self.pop_choice();
                    self.pc = self.cp;
                    match redo {
                        Redo::Clauses(purpose) => self.next_dynamic(count, purpose)?,
                        Redo::TableAnswer => self.next_table_answer()?,
                    }
                }
                Other::Cleanup => {
                    let goal = self.saved[choice.saved];
                    self.cleanups -= 1;
                    self.pop_choice();
                    let goal = self.call_of("$cleanup_fail", &[goal]);
                    let barrier = self.choices.len();
                    self.solve(goal, barrier)?
                }
                Other::Host(arity) => self.next_solution(arity.into(), choice.saved)?,
                Other::Guard => {
                    self.pop_choice();
                    self.guard_failed();
                    self.advance()?
                }
                Other::Findall => {
                    let kept = [self.saved[choice.saved], self.saved[choice.saved + 1]];
                    let found = self.findalls.pop().unwrap_or_default();
                    self.pop_choice();
                    self.pc = self.cp;
                    self.findall_done(&found, kept)
                }
                Other::Catch => {
                    self.pop_choice();
                    false
                }
                Other::End => {
                    self.pop_choice();
                    return Ok(false);
                }
            };
            if holds {
                return Ok(true);
            }
        }
    }

    /// Goes back to the innermost `catch/3` whose catcher fits what was thrown, and runs its recovery.
    pub(crate) fn recover(&mut self, thrown: Box<Thrown>) -> Result<(), Box<Thrown>> {
        let Thrown::Ball(ball) = &*thrown else {
            return Err(thrown);
        };
        loop {
            let Some(choice) = self.choices.last().copied() else {
                return Err(thrown);
            };
            match choice.other {
                Other::End => return Err(thrown),
                Other::Catch => {
                    let kept = [self.saved[choice.saved], self.saved[choice.saved + 1]];
                    self.pop_choice();
                    let ball = self.heap.load_term(ball);
                    let mark = self.heap.trail.len();
                    if self.heap.unify_apart(kept[0], ball, mark) {
                        let barrier = self.choices.len();
                        self.push_frame(barrier, &[kept[1].0]);
                        self.pc = fixed::META_NEXT;
                        return Ok(());
                    }
                }
                Other::Cleanup => {
                    let goal = self.saved[choice.saved];
                    self.cleanups -= 1;
                    self.pop_choice();
                    let ball = self.heap.load_term(ball);
                    let goal = self.call_of("$cleanup_throw", &[goal, ball]);
                    let barrier = self.choices.len();
                    self.push_frame(barrier, &[goal.0]);
                    self.pc = fixed::META_NEXT;
                    return Ok(());
                }
                _ => {
                    self.pop_choice();
                }
            }
        }
    }

    /// A compound whose functor is given by its name.
    pub(crate) fn call_of(&mut self, name: &str, args: &[Word]) -> Word {
        let number = self.atoms.number(name);
        self.new_compound(number, args)
    }
}
