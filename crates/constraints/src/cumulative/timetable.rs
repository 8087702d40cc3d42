//! Time-tabling: what must run when, and who then cannot.

use gridwright_fd::{Atom, Past, Propagator, Pruned, Reason, Status, Store, Tag, View};

use crate::fact::{Fact, clamped};

/// Starts between the bounds are removed from domains up to this size.
const MOST_VALUES: u32 = 1 << 16;

/// A task that needs something for some time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) start: View,
    pub(super) duration: i64,
    pub(super) demand: i64,
}

/// A stretch of time `from..to` with the load of the tasks that must run throughout.
#[derive(Clone, Copy, Debug)]
struct Segment {
    from: i64,
    to: i64,
    load: i64,
}

/// Keeps the load of what must run within the capacity.
#[derive(Debug)]
pub(super) struct Timetable {
    tasks: Vec<Task>,
    capacity: i64,
    by_domain: bool,
    /// Where the load changes, and by how much.
    events: Vec<(i64, i64)>,
    segments: Vec<Segment>,
}

/// More runs at once than fits. Other tags are the place of the task moved.
const OVERLOAD: Tag = Tag(u32::MAX);

impl Timetable {
    pub(super) fn new(tasks: Vec<Task>, capacity: i32, by_domain: bool) -> Timetable {
        Timetable {
            tasks,
            capacity: i64::from(capacity),
            by_domain,
            events: Vec::new(),
            segments: Vec::new(),
        }
    }

    /// Lays out the segments with a load, in order of time.
    fn lay_out(&mut self, store: &Store) {
        self.events.clear();
        self.segments.clear();
        for task in &self.tasks {
            let latest = i64::from(store.max(task.start));
            let end = i64::from(store.min(task.start)) + task.duration;
            if latest < end {
                self.events.push((latest, task.demand));
                self.events.push((end, -task.demand));
            }
        }
        self.events.sort_unstable();
        let mut load = 0;
        for (i, &(at, change)) in self.events.iter().enumerate() {
            load += change;
            let next = self.events.get(i + 1).map_or(at, |event| event.0);
            if next > at && load > 0 {
                self.segments.push(Segment {
                    from: at,
                    to: next,
                    load,
                });
            }
        }
    }

    /// Whether the task cannot run during the segment, where it does not have to.
    fn excludes(&self, store: &Store, task: Task, segment: Segment) -> bool {
        let latest = i64::from(store.max(task.start));
        let end = i64::from(store.min(task.start)) + task.duration;
        let must_run = latest <= segment.from && segment.to <= end;
        !must_run && segment.load + task.demand > self.capacity
    }

    /// Moves a task out of the segments it does not fit into. True if that changed anything.
    fn place(&self, store: &mut Store, number: usize) -> Pruned<bool> {
        let (task, tag) = (self.tasks[number], Tag(number as u32));
        let mut changed = false;
        for &segment in &self.segments {
            if !self.excludes(store, task, segment) {
                continue;
            }
            let start = i64::from(store.min(task.start));
            if start < segment.to && segment.from < start + task.duration {
                changed |= store.set_min(task.start, clamped(segment.to), tag)?;
            }
        }
        for &segment in self.segments.iter().rev() {
            if !self.excludes(store, task, segment) {
                continue;
            }
            let start = i64::from(store.max(task.start));
            if start < segment.to && segment.from < start + task.duration {
                let end = clamped(segment.from - task.duration);
                changed |= store.set_max(task.start, end, tag)?;
            }
        }
        if self.by_domain && store.size(task.start) <= MOST_VALUES {
            for &segment in &self.segments {
                if self.excludes(store, task, segment) {
                    let first = clamped(segment.from - task.duration + 1);
                    let mut next = store.next_value(task.start, first);
                    while let Some(value) = next.filter(|&value| i64::from(value) < segment.to) {
                        changed |= store.remove(task.start, value, tag)?;
                        next = store.next_value(task.start, value + 1);
                    }
                }
            }
        }
        Ok(changed)
    }

    /// The tasks, but one, that had to run throughout a time, its last point included.
    fn running_then<'a>(
        &'a self,
        (from, to): (i64, i64),
        but: Option<usize>,
        past: &'a Past<'_>,
    ) -> impl Iterator<Item = &'a Task> {
        let tasks = self.tasks.iter().enumerate();
        tasks
            .filter(move |&(i, task)| {
                Some(i) != but
                    && i64::from(past.max(task.start)) <= from
                    && to < i64::from(past.min(task.start)) + task.duration
            })
            .map(|(_, task)| task)
    }

    /// Whether the other tasks left no room for a demand throughout a time.
    fn was_full(&self, time: (i64, i64), demand: i64, but: Option<usize>, past: &Past<'_>) -> bool {
        let running = self.running_then(time, but, past);
        running.map(|task| task.demand).sum::<i64>() + demand > self.capacity
    }

    /// Adds that tasks had to run throughout a full time, the most demanding first, as many as are needed.
    fn explain_full(
        &self,
        (from, to): (i64, i64),
        demand: i64,
        but: Option<usize>,
        past: &Past<'_>,
        why: &mut Reason,
    ) {
        let mut running: Vec<&Task> = self.running_then((from, to), but, past).collect();
        running.sort_by_key(|task| -task.demand);
        let mut load = demand;
        for task in running {
            if load > self.capacity {
                break;
            }
            load += task.demand;
            why.add(task.start.at_most(clamped(from)));
            why.add(task.start.at_least(clamped(to + 1 - task.duration)));
        }
    }

    /// The full time that moved a task: `whole` if it was full throughout, else a point of `points`.
    fn full_time(
        &self,
        number: usize,
        whole: (i64, i64),
        points: (i64, i64),
        past: &Past<'_>,
    ) -> (i64, i64) {
        let demand = self.tasks[number].demand;
        // The load is highest where a task must start or is about to end.
        let corners = self.tasks.iter().flat_map(|task| {
            let latest = i64::from(past.max(task.start));
            let end = i64::from(past.min(task.start)) + task.duration;
            [latest, end - 1]
        });
        let points = std::iter::once(points.0)
            .chain(corners.filter(|at| (points.0..=points.1).contains(at)))
            .map(|at| (at, at));
        std::iter::once(whole)
            .chain(points)
            .find(|&time| self.was_full(time, demand, Some(number), past))
            .expect("the task was moved out of a full time")
    }
}

impl Propagator for Timetable {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if self.tasks.iter().any(|task| task.demand > self.capacity) {
            return Err(store.fail(OVERLOAD));
        }
        self.lay_out(store);
        if self.segments.iter().any(|part| part.load > self.capacity) {
            return Err(store.fail(OVERLOAD));
        }
        let mut changed = false;
        for number in 0..self.tasks.len() {
            changed |= self.place(store, number)?;
        }
        if !changed && self.tasks.iter().all(|task| store.is_fixed(task.start)) {
            return Ok(Status::Entailed);
        }
        Ok(Status::rerun_if(changed))
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &Past<'_>, why: &mut Reason) {
        if tag == OVERLOAD {
            let latest = self
                .tasks
                .iter()
                .map(|task| i64::from(past.max(task.start)));
            let mut times = latest.map(|at| (at, at));
            if let Some(time) = times.find(|&time| self.was_full(time, 0, None, past)) {
                self.explain_full(time, 0, None, past, why);
            }
            return;
        }
        let number = tag.0 as usize;
        let task = self.tasks[number];
        let (start, duration) = (task.start, task.duration);
        let time = match Fact::behind(needed, start) {
            Fact::AtLeast(value) => {
                // From its first possible end on, up to the start asked for, each start meets a full time.
                let end = i64::from(past.min(start)) + duration - 1;
                let last = value - 1;
                let time = self.full_time(number, (end.min(last), last), (last, end), past);
                why.add(start.at_least(clamped(time.0 + 1 - duration)));
                time
            }
            Fact::AtMost(value) => {
                let latest = i64::from(past.max(start));
                let first = value + duration;
                let time =
                    self.full_time(number, (first, latest.max(first)), (latest, first), past);
                why.add(start.at_most(clamped(time.1)));
                time
            }
            Fact::Is(value) | Fact::IsNot(value) => {
                let value = i64::from(value);
                let end = value + duration - 1;
                self.full_time(number, (value, value), (value, end), past)
            }
            Fact::Never => unreachable!("starts are pushed, one by one or by a bound"),
        };
        self.explain_full(time, task.demand, Some(number), past, why);
    }
}
