//! Time-tabling: the compulsory parts of tasks, which exclude other tasks; and the reasons.

use gridwright_fd::{Atom, PastStore, Propagator, Pruned, Reason, Status, Store, Tag, Var, View};

use crate::support::view_atom::{ViewAtom, clamped};

/// Starts between the bounds are removed only from domains up to this size.
const MOST_VALUES: u32 = 1 << 16;

/// A task that demands part of the capacity while it runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) start: View,
    pub(super) duration: View,
    pub(super) demand: View,
}

impl Task {
    /// Its minimum duration and demand.
    fn least(self, store: &Store) -> Least {
        Least {
            duration: i64::from(store.min(self.duration)),
            demand: i64::from(store.min(self.demand)),
        }
    }

    pub(super) fn least_then(self, past: &PastStore<'_>) -> Least {
        Least {
            duration: i64::from(past.min(self.duration)),
            demand: i64::from(past.min(self.demand)),
        }
    }
}

/// The minimum duration and demand of a task.
#[derive(Clone, Copy, Debug)]
pub(super) struct Least {
    pub(super) duration: i64,
    pub(super) demand: i64,
}

/// An interval of time `from..to` and the load of the compulsory parts that cover it.
#[derive(Clone, Copy, Debug)]
struct Segment {
    from: i64,
    to: i64,
    load: i64,
}

/// Keeps the load of the compulsory parts within the capacity.
#[derive(Debug)]
pub(super) struct Timetable {
    pub(super) tasks: Vec<Task>,
    pub(super) capacity: View,
    by_domain: bool,
    /// Durations, demands and the capacity, as far as they are not constant; they must not become negative.
    open: Vec<View>,
    /// The times at which the load changes, and by how much.
    events: Vec<(i64, i64)>,
    segments: Vec<Segment>,
}

/// Tags for an overload and for raising the capacity. Other tags are the number of a task and the rule that changed it.
pub(super) const OVERLOAD: Tag = Tag(u32::MAX);
pub(super) const CAPACITY: Tag = Tag(u32::MAX - 1);
/// The tag of bounds that hold from the start: nothing is negative.
pub(super) const SIGN: Tag = Tag(u32::MAX - 2);

/// The rules that change a task. The first three depend on other tasks: its start, duration or demand was narrowed. The others do
/// not: a task with a positive duration demands at most the capacity (`FITTING`), the capacity is at least its demand (`ROOMY`),
/// and a task that demands more than the capacity has duration 0 (`NEVER`).
pub(super) const START: u32 = 0;
pub(super) const DURATION: u32 = 1;
pub(super) const DEMAND: u32 = 2;
pub(super) const FITTING: u32 = 3;
pub(super) const ROOMY: u32 = 4;
pub(super) const NEVER: u32 = 5;
/// The number of rules.
pub(super) const N_RULES: u32 = 6;

fn tag_of(number: usize, rule: u32) -> Tag {
    Tag(N_RULES * number as u32 + rule)
}

impl Timetable {
    pub(super) fn new(tasks: Vec<Task>, capacity: View, by_domain: bool) -> Timetable {
        let numbers = tasks.iter().flat_map(|task| [task.duration, task.demand]);
        let open = numbers
            .chain([capacity])
            .filter(|view| view.var != Var::ZERO)
            .collect();
        Timetable {
            tasks,
            capacity,
            by_domain,
            open,
            events: Vec::new(),
            segments: Vec::new(),
        }
    }

    /// Computes the segments with a load, in order of time.
    fn lay_out(&mut self, store: &Store) {
        self.events.clear();
        self.segments.clear();
        for task in &self.tasks {
            let Least { duration, demand } = task.least(store);
            let latest = i64::from(store.max(task.start));
            let end = i64::from(store.min(task.start)) + duration;
            // A compulsory part with demand 0 splits segments too; otherwise its demand would not be bounded.
            if latest < end {
                self.events.push((latest, demand));
                self.events.push((end, -demand));
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

    /// Whether a compulsory part of the task covers the segment.
    fn must_run(store: &Store, task: Task, segment: Segment) -> bool {
        let latest = i64::from(store.max(task.start));
        let end = i64::from(store.min(task.start)) + i64::from(store.min(task.duration));
        latest <= segment.from && segment.to <= end
    }

    /// Whether the task does not fit into the segment and is not already part of its load.
    fn excludes(&self, store: &Store, task: Task, segment: Segment) -> bool {
        let load = segment.load + i64::from(store.min(task.demand));
        load > i64::from(store.max(self.capacity)) && !Timetable::must_run(store, task, segment)
    }

    /// Moves a task out of the segments it does not fit into. True if something changed.
    fn place(&self, store: &mut Store, number: usize) -> Pruned<bool> {
        let (task, tag) = (self.tasks[number], tag_of(number, START));
        let Least { duration, demand } = task.least(store);
        if duration == 0 || demand == 0 {
            return Ok(false);
        }
        let mut changed = false;
        for &segment in &self.segments {
            if !self.excludes(store, task, segment) {
                continue;
            }
            let start = i64::from(store.min(task.start));
            if start < segment.to && segment.from < start + duration {
                changed |= store.set_min(task.start, clamped(segment.to), tag)?;
            }
        }
        for &segment in self.segments.iter().rev() {
            if !self.excludes(store, task, segment) {
                continue;
            }
            let start = i64::from(store.max(task.start));
            if start < segment.to && segment.from < start + duration {
                let end = clamped(segment.from - duration);
                changed |= store.set_max(task.start, end, tag)?;
            }
        }
        if self.by_domain && store.size(task.start) <= MOST_VALUES {
            for &segment in &self.segments {
                if self.excludes(store, task, segment) {
                    let first = clamped(segment.from - duration + 1);
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

    /// Bounds the duration and the demand of a task, if they are open. True if something changed.
    fn bound(&self, store: &mut Store, number: usize) -> Pruned<bool> {
        let task = self.tasks[number];
        let mut changed = false;
        let (least, most) = (store.min(task.demand), store.max(self.capacity));
        if store.min(task.duration) > 0 {
            changed |= store.set_max(task.demand, most, tag_of(number, FITTING))?;
            changed |= store.set_min(self.capacity, least, tag_of(number, ROOMY))?;
        } else if least > most {
            changed |= store.set_max(task.duration, 0, tag_of(number, NEVER))?;
        }
        for &segment in &self.segments {
            let latest = i64::from(store.max(task.start));
            let begun = latest.max(segment.from);
            if Timetable::must_run(store, task, segment) {
                let others = segment.load - i64::from(store.min(task.demand));
                let most = clamped(i64::from(store.max(self.capacity)) - others);
                changed |= store.set_max(task.demand, most, tag_of(number, DEMAND))?;
            } else if begun < segment.to && self.excludes(store, task, segment) {
                // The task has started by then, and must have ended.
                let most = clamped(begun - i64::from(store.min(task.start)));
                changed |= store.set_max(task.duration, most, tag_of(number, DURATION))?;
            }
        }
        Ok(changed)
    }
}

impl Propagator for Timetable {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        for &view in &self.open {
            store.set_min(view, 0, SIGN)?;
        }
        self.lay_out(store);
        let load = self.segments.iter().map(|part| part.load).max();
        let most = i64::from(store.max(self.capacity));
        if load.is_some_and(|load| load > most) {
            return Err(store.fail(OVERLOAD));
        }
        let mut changed = match load {
            Some(load) => store.set_min(self.capacity, clamped(load), CAPACITY)?,
            None => false,
        };
        for number in 0..self.tasks.len() {
            changed |= self.place(store, number)? | self.bound(store, number)?;
        }
        let is_fixed = |task: &Task| {
            [task.start, task.duration, task.demand]
                .iter()
                .all(|&view| store.is_fixed(view))
        };
        if !changed && store.is_fixed(self.capacity) && self.tasks.iter().all(is_fixed) {
            return Ok(Status::Entailed);
        }
        Ok(Status::rerun_if(changed))
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        self.add_reason(needed, tag, past, why);
    }
}

impl Timetable {
    /// Adds the reason for an atom that the rule of a tag made true.
    fn add_reason(&self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        if tag == SIGN {
            return;
        }
        let most = i64::from(past.max(self.capacity));
        if tag == CAPACITY || tag == OVERLOAD {
            let room = match tag {
                CAPACITY => match ViewAtom::implying(needed, self.capacity) {
                    ViewAtom::Ge(value) => (0, value - 1),
                    other => unreachable!("the capacity is raised, not {other:?}"),
                },
                _ => {
                    add_open(self.capacity.at_most(clamped(most)), why);
                    (0, most)
                }
            };
            let time = self.latest_with(past, |at| self.was_full((at, at), room, None, past));
            self.explain_full(time, room, None, past, why);
            return;
        }
        let (number, rule) = ((tag.0 / N_RULES) as usize, tag.0 % N_RULES);
        let task = self.tasks[number];
        let start = task.start;
        let Least { duration, demand } = task.least_then(past);
        match rule {
            FITTING => {
                add_open(task.duration.at_least(1), why);
                let atom = ViewAtom::implying(needed, task.demand);
                return add_open(atom.of(self.capacity), why);
            }
            ROOMY => {
                add_open(task.duration.at_least(1), why);
                let atom = ViewAtom::implying(needed, self.capacity);
                return add_open(atom.of(task.demand), why);
            }
            NEVER => {
                add_open(task.demand.at_least(clamped(most + 1)), why);
                return add_open(self.capacity.at_most(clamped(most)), why);
            }
            _ => add_open(self.capacity.at_most(clamped(most)), why),
        }
        if rule != DEMAND {
            add_open(task.demand.at_least(clamped(demand)), why);
        }
        let (time, demand) = match rule {
            DURATION => {
                let ViewAtom::Le(value) = ViewAtom::implying(needed, task.duration) else {
                    unreachable!("a duration is bounded from above");
                };
                // The task had started by a full time, at most `value` after its earliest start.
                let (min, max) = (i64::from(past.min(start)), i64::from(past.max(start)));
                let time = self.latest_with(past, |at| {
                    max <= at
                        && at - value <= min
                        && self.was_full((at, at), (demand, most), Some(number), past)
                });
                why.add(start.at_most(clamped(time.0)));
                why.add(start.at_least(clamped(time.0 - value)));
                (time, demand)
            }
            DEMAND => {
                let ViewAtom::Le(value) = ViewAtom::implying(needed, task.demand) else {
                    unreachable!("a demand is bounded from above");
                };
                let (min, max) = (i64::from(past.min(start)), i64::from(past.max(start)));
                let time = self.latest_with(past, |at| {
                    max <= at
                        && at < min + duration
                        && self.was_full((at, at), (value + 1, most), Some(number), past)
                });
                why.add(start.at_most(clamped(time.0)));
                why.add(start.at_least(clamped(time.0 + 1 - duration)));
                add_open(task.duration.at_least(clamped(duration)), why);
                (time, value + 1)
            }
            _ => {
                add_open(task.duration.at_least(clamped(duration)), why);
                (self.explain_start(needed, number, past, why), demand)
            }
        };
        self.explain_full(time, (demand, most), Some(number), past, why);
    }

    /// The tasks, except one, that had to run throughout a time; its last point is included.
    fn running_then<'a>(
        &'a self,
        (from, to): (i64, i64),
        but: Option<usize>,
        past: &'a PastStore<'_>,
    ) -> impl Iterator<Item = &'a Task> {
        let tasks = self.tasks.iter().enumerate();
        tasks
            .filter(move |&(i, task)| {
                Some(i) != but
                    && i64::from(past.max(task.start)) <= from
                    && to < i64::from(past.min(task.start)) + i64::from(past.min(task.duration))
            })
            .map(|(_, task)| task)
    }

    /// Whether the demands of the other tasks plus `demand` exceeded `most` throughout a time.
    fn was_full(
        &self,
        time: (i64, i64),
        (demand, most): (i64, i64),
        but: Option<usize>,
        past: &PastStore<'_>,
    ) -> bool {
        let running = self.running_then(time, but, past);
        let demands = running.map(|task| task.least_then(past).demand);
        demands.sum::<i64>() + demand > most
    }

    /// Adds that tasks had to run throughout a full time: as many as are needed, the most demanding first.
    fn explain_full(
        &self,
        (from, to): (i64, i64),
        (demand, most): (i64, i64),
        but: Option<usize>,
        past: &PastStore<'_>,
        why: &mut Reason,
    ) {
        let mut running: Vec<&Task> = self.running_then((from, to), but, past).collect();
        running.sort_by_key(|task| -task.least_then(past).demand);
        let mut load = demand;
        for task in running {
            if load > most {
                break;
            }
            let least = task.least_then(past);
            load += least.demand;
            why.add(task.start.at_most(clamped(from)));
            why.add(task.start.at_least(clamped(to + 1 - least.duration)));
            add_open(task.duration.at_least(clamped(least.duration)), why);
            add_open(task.demand.at_least(clamped(least.demand)), why);
        }
    }

    /// The first of the latest starts of all tasks that has a property.
    fn latest_with(&self, past: &PastStore<'_>, is_wanted: impl Fn(i64) -> bool) -> (i64, i64) {
        let mut latest = self
            .tasks
            .iter()
            .map(|task| i64::from(past.max(task.start)));
        let found = latest.find(|&at| is_wanted(at));
        let at = found.expect("the load rises where a task starts at the latest");
        (at, at)
    }

    /// The full time that a task was moved out of: `whole` if that was full throughout, else a point of `points`.
    fn full_time(
        &self,
        number: usize,
        whole: (i64, i64),
        points: (i64, i64),
        past: &PastStore<'_>,
    ) -> (i64, i64) {
        let demand = self.tasks[number].least_then(past).demand;
        let room = (demand, i64::from(past.max(self.capacity)));
        // The load is highest at a latest start or just before an earliest end.
        let corners = self.tasks.iter().flat_map(|task| {
            let latest = i64::from(past.max(task.start));
            let end = i64::from(past.min(task.start)) + i64::from(past.min(task.duration));
            [latest, end - 1]
        });
        let points = std::iter::once(points.0)
            .chain(corners.filter(|at| (points.0..=points.1).contains(at)))
            .map(|at| (at, at));
        std::iter::once(whole)
            .chain(points)
            .find(|&time| self.was_full(time, room, Some(number), past))
            .expect("the task was moved out of a full time")
    }

    /// The full time that narrowed a start; also adds the bounds of the start that matter.
    fn explain_start(
        &self,
        needed: Atom,
        number: usize,
        past: &PastStore<'_>,
        why: &mut Reason,
    ) -> (i64, i64) {
        let start = self.tasks[number].start;
        let duration = self.tasks[number].least_then(past).duration;
        match ViewAtom::implying(needed, start) {
            ViewAtom::Ge(value) => {
                // A full time from the earliest end to just before the needed start blocks all earlier starts.
                let end = i64::from(past.min(start)) + duration - 1;
                let last = value - 1;
                let time = self.full_time(number, (end.min(last), last), (last, end), past);
                why.add(start.at_least(clamped(time.0 + 1 - duration)));
                time
            }
            ViewAtom::Le(value) => {
                let latest = i64::from(past.max(start));
                let first = value + duration;
                let time =
                    self.full_time(number, (first, latest.max(first)), (latest, first), past);
                why.add(start.at_most(clamped(time.1)));
                time
            }
            ViewAtom::Eq(value) | ViewAtom::Ne(value) => {
                let value = i64::from(value);
                let end = value + duration - 1;
                self.full_time(number, (value, value), (value, end), past)
            }
            ViewAtom::False => unreachable!("starts are pushed, one by one or by a bound"),
        }
    }
}

/// Adds an atom unless its view is a constant.
fn add_open(atom: Atom, why: &mut Reason) {
    if atom.var() != Var::ZERO {
        why.add(atom);
    }
}
