//! Choices and the trail: how the machine goes back, and what it goes back to.

use crate::code::fixed;
use crate::code::word::Word;
use crate::store::suspensions::ALIVE;
use crate::vm::events::Event;
use crate::vm::exceptions::{Outcome, Thrown};
use crate::vm::machine::Machine;

/// How one change is taken back.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Undo {
    /// A variable was bound.
    Bind(u32),
    /// A cell of the heap had another content.
    Cell(u32, Word),
    /// The list of a key of an index had another head.
    Head(u16, u32, u32),
    /// The list of all constraints of a symbol had another head.
    List(u32, u32),
    /// The list of a watched variable had another head.
    Watched(u32, u32),
    /// A cell of a list led to another, by way of suspensions that were gone.
    Next(u32, u32),
    /// A stored constraint was removed.
    Remove(u32),
    /// Another number of constraints of a symbol was in the store.
    Live(u32, u32),
    /// A word of the store had another content.
    Suspension(u32, u64),
    /// A firing was remembered last.
    Fired(u32),
    /// A global variable had a value.
    Global(u32, Word),
    /// A turn was put on the agenda, or taken from it.
    Queued(u32, u32),
    Taken(u32, u32),
}

/// What is done when the machine comes back to a choice.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Other<'p> {
    /// Goes on at an instruction of the same frame.
    At(u32),
    /// Tries the next clause.
    Clause(&'p [u32]),
    /// Runs a goal, with the number of choices its cuts go back to.
    Goal(Word, usize),
    /// Binds the variable of `between/3` to the next number.
    Between(Word, i64, i64),
    /// Looks for further partners, as the guard did not hold.
    Guard,
    /// Hands over what `findall` collected.
    Findall,
    /// Fails, as what was thrown past it did not concern it.
    Catch,
    /// Ends the run.
    End,
}

/// A state to come back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChoicePoint<'p> {
    pub(crate) other: Other<'p>,
    pub(crate) e: usize,
    pub(crate) cp: u32,
    pub(crate) guards: u32,
    pub(crate) protect: usize,
    heap: usize,
    trail: usize,
    pub(crate) saved: usize,
    suspensions: usize,
    cells: usize,
    pub(crate) free: usize,
    pub(crate) watched: usize,
    id: u64,
    pub(crate) findalls: usize,
    turns: u32,
    level: u32,
    rule: u32,
}

impl ChoicePoint<'_> {
    /// How long suspensions, cells and trail were.
    pub(crate) fn store_marks(&self) -> (usize, usize, usize) {
        (self.suspensions, self.cells, self.trail)
    }

    /// How long the trail and the heap were.
    pub(crate) fn marks(&self) -> (usize, usize) {
        (self.trail, self.heap)
    }
}

impl<'p> Machine<'p> {
    /// Adds a choice that keeps the first `count` arguments.
    pub(crate) fn push_choice(&mut self, other: Other<'p>, count: usize) {
        if !self.all_built && !self.choices.is_empty() {
            self.build_all();
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
            heap: self.heap.len(),
            trail: self.trail.len(),
            saved,
            suspensions: self.suspensions.len(),
            cells: self.cells.len(),
            free: self.free.len(),
            watched: self.watched.len(),
            id: self.next_id,
            findalls: self.findalls.len(),
            turns: self.agenda.turns(),
            level: self.level,
            rule: self.charged(),
        });
        self.look_back();
    }

    pub(crate) fn push_alternative(&mut self, pc: u32) {
        self.push_choice(Other::At(pc), 0);
    }

    /// Sets what belongs to the last choice.
    fn look_back(&mut self) {
        self.epoch += 1;
        match self.choices.last() {
            Some(choice) => {
                self.protect = choice.protect;
                self.old_heap = choice.heap;
                self.old_id = choice.id;
                self.old_suspensions = choice.suspensions;
                self.old_cells = choice.cells;
                self.old_free = choice.free;
            }
            None => {
                self.protect = 0;
                self.old_heap = 0;
                self.old_id = 0;
                self.old_suspensions = 0;
                self.old_cells = 0;
                self.old_free = 0;
            }
        }
    }

    /// Forgets all choices but the first `count`.
    pub(crate) fn cut_to(&mut self, count: usize) {
        if count < self.choices.len() {
            self.saved.truncate(self.choices[count].saved);
            self.choices.truncate(count);
            self.look_back();
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
        while self.trail.len() > choice.trail {
            let undo = self.trail.pop().expect("the trail is longer than that");
            self.undo(undo);
        }
        self.epoch += 1;
        self.heap.truncate(choice.heap);
        self.suspensions.truncate(choice.suspensions);
        self.cells.truncate(choice.cells);
        self.free.truncate(choice.free);
        self.watched.truncate(choice.watched);
        self.findalls.truncate(choice.findalls);
        self.pending.clear();
        self.guards = choice.guards;
        self.level = choice.level;
        self.agenda.forget(choice.turns);
        if self.profiler.is_some() {
            self.charge(choice.rule);
        }
        self.e = choice.e;
        self.cp = choice.cp;
        choice
    }

    pub(crate) fn undo(&mut self, undo: Undo) {
        match undo {
            Undo::Bind(place) => {
                self.heap[place as usize] = Word::reference(place as usize);
            }
            Undo::Cell(place, word) => self.heap[place as usize] = word,
            Undo::Head(index, tag, head) => {
                let table = &mut self.tables[usize::from(index)];
                let place = table.place(tag);
                table.set(place, head);
            }
            Undo::List(symbol, head) => self.lists[symbol as usize] = head,
            Undo::Watched(at, head) => self.watched[at as usize] = head,
            Undo::Next(cell, next) => self.cells[cell as usize].next = next,
            Undo::Live(symbol, live) => self.count_live(symbol as usize, live),
            Undo::Remove(suspension) => self.suspensions[suspension as usize] |= ALIVE,
            Undo::Suspension(at, old) => self.suspensions[at as usize] = old,
            Undo::Fired(rule) => self.history[rule as usize].forget_last(),
            Undo::Queued(priority, turn) => self.agenda.take_out(priority, turn),
            Undo::Taken(priority, turn) => self.agenda.put_back(priority, turn),
            Undo::Global(name, word) => {
                self.back_globals.insert(name, word);
            }
        }
    }

    /// Goes back to the last choice and takes the other way; false if the run has failed.
    pub(crate) fn backtrack(&mut self) -> Outcome {
        loop {
            self.counters.backtracks += 1;
            self.tell_turn(Event::Fail);
            let choice = self.restore();
            let other = choice.other;
            if !matches!(
                other,
                Other::Guard | Other::Findall | Other::Catch | Other::End
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
                    let ball = self.load_term(ball);
                    let mark = self.trail.len();
                    if self.unify_apart(kept[0], ball, mark) {
                        let barrier = self.choices.len();
                        self.push_frame(barrier, &[kept[1].0]);
                        self.pc = fixed::META_NEXT;
                        return Ok(());
                    }
                }
                _ => {
                    self.pop_choice();
                }
            }
        }
    }
}
