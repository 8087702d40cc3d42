//! The propagator of a unary resource. Each rule is stated for earliest starts; for latest ends it is applied to the schedule mirrored in time.

use crate::disjunctive::explanations::explain;
use crate::disjunctive::windows::{Direction, Rule, Task, Window, not_first, tag};
use crate::support::prelude::*;
use crate::support::view_atom::clamped;

/// Keeps the tasks of a unary resource apart.
#[derive(Debug)]
pub(super) struct UnaryResource {
    tasks: Vec<Task>,
    /// The windows in the current direction, and the tasks in order of their earliest starts.
    windows: Vec<Window>,
    order: Vec<usize>,
    /// By place in `order`, for edge finding: the total length of the tasks from there on that end in time, and their earliest end.
    lengths: Vec<i64>,
    ends: Vec<i64>,
    /// Buffer of `not_first`.
    others: Vec<usize>,
}

impl UnaryResource {
    pub(super) fn new(tasks: Vec<Task>) -> UnaryResource {
        let n = tasks.len();
        UnaryResource {
            tasks,
            windows: vec![Window::default(); n],
            order: (0..n).collect(),
            lengths: vec![0; n],
            ends: vec![0; n],
            others: Vec::new(),
        }
    }

    fn read(&mut self, store: &Store, direction: Direction) {
        for (window, task) in self.windows.iter_mut().zip(&self.tasks) {
            let bounds = (store.min(task.start), store.max(task.start));
            *window = Window::new(bounds, store.min(task.duration), direction);
        }
        self.sort();
    }

    /// Sorts by earliest start; the order is nearly sorted from the last time.
    fn sort(&mut self) {
        for i in 1..self.order.len() {
            let task = self.order[i];
            let mut at = i;
            while at > 0 && self.windows[self.order[at - 1]].est > self.windows[task].est {
                self.order[at] = self.order[at - 1];
                at -= 1;
            }
            self.order[at] = task;
        }
    }

    /// Raises the earliest start of a task, in the current direction.
    fn raise(
        &mut self,
        store: &mut Store,
        task: usize,
        est: i64,
        (rule, direction): (Rule, Direction),
    ) -> Pruned {
        if est <= self.windows[task].est {
            return Ok(());
        }
        let (tag, start) = (tag(task, rule, direction), self.tasks[task].start);
        match direction {
            Direction::Forward => store.set_min(start, clamped(est), tag)?,
            Direction::Backward => {
                store.set_max(start, clamped(-est - self.windows[task].length), tag)?
            }
        };
        let bounds = (store.min(start), store.max(start));
        let length = store.min(self.tasks[task].duration);
        self.windows[task] = Window::new(bounds, length, direction);
        Ok(())
    }

    /// Overload checking and edge finding: for the latest end of every task, the tasks that end by then and start after some time.
    fn edge_finding(&mut self, store: &mut Store, direction: Direction) -> Pruned {
        let n = self.tasks.len();
        for last in 0..n {
            let by = self.windows[last].lct;
            let (mut length, mut end) = (0, i64::MIN);
            for place in (0..n).rev() {
                let window = self.windows[self.order[place]];
                if window.lct <= by {
                    length += window.length;
                    end = end.max(window.est + length);
                    if window.est + length > by {
                        return Err(store.fail(tag(last, Rule::Overload, direction)));
                    }
                }
                (self.lengths[place], self.ends[place]) = (length, end);
            }
            // The latest end that the tasks from some earlier place on force, and the end of all of them.
            let mut best = (i64::MIN, i64::MIN);
            for place in 0..n {
                let task = self.order[place];
                let window = self.windows[task];
                let (length, end) = (self.lengths[place], self.ends[place]);
                if window.lct <= by {
                    best = best.max((window.est + length, end));
                    continue;
                }
                if length > 0 && window.est + window.length + length > by {
                    self.raise(store, task, end, (Rule::EdgeFinding, direction))?;
                }
                if best.0 > i64::MIN && best.0 + window.length > by {
                    self.raise(store, task, best.1, (Rule::EdgeFinding, direction))?;
                }
            }
            self.sort();
        }
        Ok(())
    }

    /// Detectable precedences: a task starts after all those that cannot start after it ends.
    fn detectable_precedences(&mut self, store: &mut Store, direction: Direction) -> Pruned {
        for task in 0..self.tasks.len() {
            let earliest_end = self.windows[task].earliest_end();
            let mut end = i64::MIN;
            for &other in &self.order {
                let window = self.windows[other];
                if other != task && earliest_end > window.latest_start() {
                    end = end.max(window.est) + window.length;
                }
            }
            self.raise(store, task, end, (Rule::Precedences, direction))?;
            self.sort();
        }
        Ok(())
    }

    /// Not first: a task that cannot run before all the tasks that could end after its earliest start runs after one of them. Stated for
    /// earliest starts, this is not-last mirrored in time.
    fn not_first(&mut self, store: &mut Store, direction: Direction) -> Pruned {
        for task in 0..self.tasks.len() {
            let est = self.windows[task].est;
            let est = not_first(&self.windows, task, est, &mut self.others);
            if let Some(est) = est {
                self.raise(store, task, est, (Rule::NotFirst, direction))?;
            }
        }
        self.sort();
        Ok(())
    }

    /// A task ends before the next one that must follow it starts.
    fn bound_durations(&mut self, store: &mut Store) -> Pruned {
        for i in 0..self.tasks.len() {
            let Task { start, duration } = self.tasks[i];
            if duration.var == Var::ZERO {
                continue;
            }
            for j in 0..self.tasks.len() {
                let other = self.tasks[j];
                let end = i64::from(store.min(other.start)) + i64::from(store.min(other.duration));
                if i != j && end > i64::from(store.max(start)) {
                    let max = i64::from(store.max(other.start)) - i64::from(store.min(start));
                    let tag = tag(i, Rule::Duration, Direction::Forward);
                    store.set_max(duration, clamped(max), tag)?;
                }
            }
        }
        Ok(())
    }

    /// Whether no two tasks can overlap.
    fn is_entailed(&self, store: &Store) -> bool {
        let mut end = i64::MIN;
        self.order.iter().all(|&task| {
            let Task { start, duration } = self.tasks[task];
            let is_apart = i64::from(store.min(start)) >= end;
            end = end.max(i64::from(store.max(start)) + i64::from(store.max(duration)));
            is_apart
        })
    }
}

impl Propagator for UnaryResource {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let before = store.prunings();
        for i in 0..self.tasks.len() {
            let tag = tag(i, Rule::NotNegative, Direction::Forward);
            store.set_min(self.tasks[i].duration, 0, tag)?;
        }
        for direction in [Direction::Forward, Direction::Backward] {
            self.read(store, direction);
            self.detectable_precedences(store, direction)?;
            self.not_first(store, direction)?;
            self.edge_finding(store, direction)?;
        }
        self.bound_durations(store)?;
        if store.prunings() != before {
            return Ok(Status::Rerun);
        }
        self.read(store, Direction::Forward);
        Ok(Status::entailed_if(self.is_entailed(store)))
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        explain(&self.tasks, (needed, tag), past, why);
    }
}
