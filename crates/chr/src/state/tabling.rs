//! Tabling: answers of calls, kept by variant, and the state of those that are being computed.
//!
//! A table is computed in rounds. A call of a table that is under way returns the answers there are, and its caller depends on that table. A table
//! that depends on none below it on the stack is a leader: its rounds go on until none adds an answer to any table, and then all tables above it
//! are complete. Tables that depend on others below are computed once in each round of their leader.

use std::collections::HashMap;

use crate::heap::records::Record;

/// The tables of a run.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    numbers: HashMap<Record, usize>,
    tables: Vec<Table>,
    /// The tables under way, the innermost last.
    stack: Vec<usize>,
    /// Tables that wait for their leader.
    waiting: Vec<usize>,
    /// Grow with every round and every new answer.
    round: u64,
    changes: u64,
    words: usize,
}

#[derive(Debug, Default)]
pub(crate) struct Table {
    answers: Vec<Record>,
    /// Answers by what identifies them: themselves, or the arguments without a mode.
    known: HashMap<Record, usize>,
    state: State,
    /// The place on the stack, and the lowest place it depends on.
    depth: usize,
    low: usize,
    /// The round in which it was computed last, and the answers that were there when its present round began.
    round: u64,
    changes: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum State {
    /// Not computed in this round of its leader.
    #[default]
    New,
    Running,
    /// Computed in the round that is noted.
    Waiting,
    Complete,
}

impl Tables {
    /// The table of a call, and whether it must be computed.
    pub(crate) fn open(&mut self, call: Record) -> (usize, bool) {
        let count = self.tables.len();
        let number = *self.numbers.entry(call).or_insert(count);
        if number == count {
            self.tables.push(Table::default());
        }
        let table = &self.tables[number];
        let (low, compute) = match table.state {
            State::Complete => return (number, false),
            State::Running => (table.depth, false),
            State::Waiting if table.round == self.round => (table.low, false),
            State::New | State::Waiting => (usize::MAX, true),
        };
        if !compute {
            self.depend(low);
        }
        (number, compute)
    }

    fn depend(&mut self, low: usize) {
        if let Some(&top) = self.stack.last() {
            let table = &mut self.tables[top];
            table.low = table.low.min(low);
        }
    }

    /// Begins to compute a table.
    pub(crate) fn begin(&mut self, number: usize) {
        let depth = self.stack.len();
        self.stack.push(number);
        if depth == 0 {
            self.round += 1;
        }
        let (round, changes) = (self.round, self.changes);
        let table = &mut self.tables[number];
        table.state = State::Running;
        table.depth = depth;
        table.low = usize::MAX;
        table.round = round;
        table.changes = changes;
    }

    /// Ends a round of a table; true if another must follow.
    pub(crate) fn end(&mut self, number: usize) -> bool {
        let (depth, low) = (self.tables[number].depth, self.tables[number].low);
        let changed = self.tables[number].changes != self.changes;
        if low < depth {
            // It depends on a table below, whose rounds go on.
            self.tables[number].state = State::Waiting;
            self.waiting.push(number);
            self.stack.pop();
            self.depend(low);
            return false;
        }
        if low == depth && changed {
            self.round += 1;
            let (round, changes) = (self.round, self.changes);
            let table = &mut self.tables[number];
            table.round = round;
            table.changes = changes;
            table.low = usize::MAX;
            return true;
        }
        self.stack.pop();
        self.tables[number].state = State::Complete;
        let tables = &mut self.tables;
        self.waiting.retain(|&other| {
            let done = tables[other].depth > depth;
            if done {
                tables[other].state = State::Complete;
            }
            !done
        });
        false
    }

    /// Forgets everything that is not complete, after something was thrown.
    pub(crate) fn abandon(&mut self, number: usize) {
        while let Some(top) = self.stack.pop() {
            self.tables[top] = Table::default();
            if top == number {
                break;
            }
        }
        for other in std::mem::take(&mut self.waiting) {
            self.tables[other] = Table::default();
        }
    }

    /// Adds an answer unless it is known.
    pub(crate) fn add(&mut self, number: usize, answer: Record) {
        let table = &mut self.tables[number];
        if !table.known.contains_key(&answer) {
            self.words += 2 * answer.words();
            table.known.insert(answer.clone(), table.answers.len());
            table.answers.push(answer);
            self.changes += 1;
        }
    }

    /// The answer that has a key, by its number.
    pub(crate) fn find(&self, number: usize, key: &Record) -> Option<usize> {
        self.tables[number].known.get(key).copied()
    }

    /// Sets the answer that has a key.
    pub(crate) fn set(&mut self, number: usize, key: Record, answer: Record) {
        let table = &mut self.tables[number];
        self.words += answer.words();
        match table.known.get(&key) {
            Some(&at) => table.answers[at] = answer,
            None => {
                table.known.insert(key, table.answers.len());
                table.answers.push(answer);
            }
        }
        self.changes += 1;
    }

    pub(crate) fn answer(&self, number: usize, at: usize) -> Option<&Record> {
        self.tables[number].answers.get(at)
    }

    /// Whether there is an answer after one, or may be before the table is complete.
    pub(crate) fn has_more(&self, number: usize, at: usize) -> bool {
        let table = &self.tables[number];
        table.state != State::Complete || at + 1 < table.answers.len()
    }

    /// Forgets all tables, unless some are under way.
    pub(crate) fn clear(&mut self) {
        if self.stack.is_empty() {
            *self = Tables::default();
        }
    }

    pub(crate) fn memory(&self) -> usize {
        8 * self.words
    }
}
