//! Time-tabling: the compulsory parts of tasks, which exclude other tasks; and the reasons.

use crate::support::prelude::*;
use crate::support::view_atom::{ViewAtom, clamped};

/// Starts between the bounds are removed only from domains up to this size.
const MAX_VALUES: u32 = 1 << 16;

/// A task that demands part of the capacity while it runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) start: View,
    pub(super) duration: View,
    pub(super) demand: View,
}

impl Task {
    /// Its minimum duration and demand.
    fn minimum(self, store: &Store) -> TaskMinimum {
        TaskMinimum {
            duration: i64::from(store.min(self.duration)),
            demand: i64::from(store.min(self.demand)),
        }
    }

    pub(super) fn past_minimum(self, past: &PastStore<'_>) -> TaskMinimum {
        TaskMinimum {
            duration: i64::from(past.min(self.duration)),
            demand: i64::from(past.min(self.demand)),
        }
    }
}

/// The minimum duration and demand of a task.
#[derive(Clone, Copy, Debug)]
pub(super) struct TaskMinimum {
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
pub(super) struct CumulativeTimetable {
    pub(super) tasks: Vec<Task>,
    pub(super) capacity: View,
    by_domain: bool,
    /// Durations, demands and the capacity, as far as they are not constant; they must not become negative.
    variables: Vec<View>,
    /// The times at which the load changes, and by how much.
    events: Vec<(i64, i64)>,
    segments: Vec<Segment>,
    /// The largest load of a segment.
    peak: i64,
}

/// Tags for an overload and for raising the capacity. Other tags are the number of a task and the rule that changed it.
pub(super) const OVERLOAD: Tag = Tag(u32::MAX);
pub(super) const CAPACITY: Tag = Tag(u32::MAX - 1);
/// The tag of bounds that hold from the start: nothing is negative.
pub(super) const NON_NEGATIVE: Tag = Tag(u32::MAX - 2);

/// The rules that change a task. The first three depend on other tasks: its start, duration or demand was narrowed. The others do
/// not: a task with a positive duration demands at most the capacity, the capacity is at least that demand, and a task that
/// demands more than the capacity has duration 0.
pub(super) const START: u32 = 0;
pub(super) const DURATION: u32 = 1;
pub(super) const DEMAND: u32 = 2;
pub(super) const DEMAND_WITHIN_CAPACITY: u32 = 3;
pub(super) const CAPACITY_COVERS_DEMAND: u32 = 4;
pub(super) const DURATION_ZERO: u32 = 5;
/// The number of rules.
pub(super) const N_RULES: u32 = 6;

fn tag(number: usize, rule: u32) -> Tag {
    Tag(N_RULES * number as u32 + rule)
}

impl CumulativeTimetable {
    pub(super) fn new(tasks: Vec<Task>, capacity: View, by_domain: bool) -> CumulativeTimetable {
        let numbers = tasks.iter().flat_map(|task| [task.duration, task.demand]);
        let open = numbers
            .chain([capacity])
            .filter(|view| view.var != Var::ZERO)
            .collect();
        CumulativeTimetable {
            tasks,
            capacity,
            by_domain,
            variables: open,
            events: Vec::new(),
            segments: Vec::new(),
            peak: 0,
        }
    }

    /// Computes the segments with a load, in order of time.
    fn build_segments(&mut self, store: &Store) {
        self.events.clear();
        self.segments.clear();
        for task in &self.tasks {
            let TaskMinimum { duration, demand } = task.minimum(store);
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
        self.peak = self
            .segments
            .iter()
            .map(|segment| segment.load)
            .max()
            .unwrap_or(0);
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
        load > i64::from(store.max(self.capacity))
            && !CumulativeTimetable::must_run(store, task, segment)
    }

    /// Moves a task out of the segments it does not fit into. True if something changed.
    fn narrow_start(&self, store: &mut Store, number: usize) -> Pruned<bool> {
        let (task, tag) = (self.tasks[number], tag(number, START));
        let TaskMinimum { duration, demand } = task.minimum(store);
        if duration == 0 || demand == 0 {
            return Ok(false);
        }
        // A fixed task is part of the load of every segment it meets.
        if store.is_fixed(task.start) || self.peak + demand <= i64::from(store.max(self.capacity)) {
            return Ok(false);
        }
        let mut changed = false;
        let first = i64::from(store.min(task.start));
        let first = self.segments.partition_point(|segment| segment.to <= first);
        for &segment in &self.segments[first..] {
            let start = i64::from(store.min(task.start));
            if segment.from >= start + duration {
                break;
            }
            if start < segment.to && self.excludes(store, task, segment) {
                changed |= store.set_min(task.start, clamped(segment.to), tag)?;
            }
        }
        let end = i64::from(store.max(task.start)) + duration;
        let end = self.segments.partition_point(|segment| segment.from < end);
        for &segment in self.segments[..end].iter().rev() {
            let start = i64::from(store.max(task.start));
            if segment.to <= start {
                break;
            }
            if segment.from < start + duration && self.excludes(store, task, segment) {
                let end = clamped(segment.from - duration);
                changed |= store.set_max(task.start, end, tag)?;
            }
        }
        if self.by_domain && store.size(task.start) <= MAX_VALUES {
            for &segment in &self.segments[first..end] {
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
    fn narrow_duration_and_demand(&self, store: &mut Store, number: usize) -> Pruned<bool> {
        let task = self.tasks[number];
        let mut changed = false;
        let (minimum, limit) = (store.min(task.demand), store.max(self.capacity));
        if store.min(task.duration) > 0 {
            changed |= store.set_max(task.demand, limit, tag(number, DEMAND_WITHIN_CAPACITY))?;
            changed |=
                store.set_min(self.capacity, minimum, tag(number, CAPACITY_COVERS_DEMAND))?;
        } else if minimum > limit {
            changed |= store.set_max(task.duration, 0, tag(number, DURATION_ZERO))?;
        }
        if store.is_fixed(task.duration) && store.is_fixed(task.demand) {
            return Ok(changed);
        }
        for &segment in &self.segments {
            let latest = i64::from(store.max(task.start));
            let begun = latest.max(segment.from);
            if CumulativeTimetable::must_run(store, task, segment) {
                let others = segment.load - i64::from(store.min(task.demand));
                let limit = clamped(i64::from(store.max(self.capacity)) - others);
                changed |= store.set_max(task.demand, limit, tag(number, DEMAND))?;
            } else if begun < segment.to && self.excludes(store, task, segment) {
                // The task has started by then, and must have ended.
                let limit = clamped(begun - i64::from(store.min(task.start)));
                changed |= store.set_max(task.duration, limit, tag(number, DURATION))?;
            }
        }
        Ok(changed)
    }
}

impl Propagator for CumulativeTimetable {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        for &view in &self.variables {
            store.set_min(view, 0, NON_NEGATIVE)?;
        }
        self.build_segments(store);
        let mut changed = false;
        if !self.segments.is_empty() {
            if self.peak > i64::from(store.max(self.capacity)) {
                return Err(store.fail(OVERLOAD));
            }
            changed = store.set_min(self.capacity, clamped(self.peak), CAPACITY)?;
        }
        for number in 0..self.tasks.len() {
            changed |= self.narrow_start(store, number)?
                | self.narrow_duration_and_demand(store, number)?;
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

impl CumulativeTimetable {
    /// Adds the reason for an atom that the rule of a tag made true.
    fn add_reason(&self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        if tag == NON_NEGATIVE {
            return;
        }
        let limit = i64::from(past.max(self.capacity));
        if tag == CAPACITY || tag == OVERLOAD {
            let load_and_limit = match tag {
                CAPACITY => match ViewAtom::implying(needed, self.capacity) {
                    ViewAtom::Ge(value) => (0, value - 1),
                    other => unreachable!("the capacity is raised, not {other:?}"),
                },
                _ => {
                    add_open(self.capacity.at_most(clamped(limit)), why);
                    (0, limit)
                }
            };
            let time = self.latest_start_with(past, |at| {
                self.was_overloaded((at, at), load_and_limit, None, past)
            });
            self.explain_overload(time, load_and_limit, None, past, why);
            return;
        }
        let (number, rule) = ((tag.0 / N_RULES) as usize, tag.0 % N_RULES);
        let task = self.tasks[number];
        let start = task.start;
        let TaskMinimum { duration, demand } = task.past_minimum(past);
        match rule {
            DEMAND_WITHIN_CAPACITY => {
                add_open(task.duration.at_least(1), why);
                let atom = ViewAtom::implying(needed, task.demand);
                return add_open(atom.to_atom(self.capacity), why);
            }
            CAPACITY_COVERS_DEMAND => {
                add_open(task.duration.at_least(1), why);
                let atom = ViewAtom::implying(needed, self.capacity);
                return add_open(atom.to_atom(task.demand), why);
            }
            DURATION_ZERO => {
                add_open(task.demand.at_least(clamped(limit + 1)), why);
                return add_open(self.capacity.at_most(clamped(limit)), why);
            }
            _ => add_open(self.capacity.at_most(clamped(limit)), why),
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
                let time = self.latest_start_with(past, |at| {
                    max <= at
                        && at - value <= min
                        && self.was_overloaded((at, at), (demand, limit), Some(number), past)
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
                let time = self.latest_start_with(past, |at| {
                    max <= at
                        && at < min + duration
                        && self.was_overloaded((at, at), (value + 1, limit), Some(number), past)
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
        self.explain_overload(time, (demand, limit), Some(number), past, why);
    }

    /// The tasks, except one, that had to run throughout a time; its last point is included.
    fn running_in<'a>(
        &'a self,
        (from, to): (i64, i64),
        except: Option<usize>,
        past: &'a PastStore<'_>,
    ) -> impl Iterator<Item = &'a Task> {
        let tasks = self.tasks.iter().enumerate();
        tasks
            .filter(move |&(i, task)| {
                Some(i) != except
                    && i64::from(past.max(task.start)) <= from
                    && to < i64::from(past.min(task.start)) + i64::from(past.min(task.duration))
            })
            .map(|(_, task)| task)
    }

    /// Whether the demands of the other tasks plus `demand` exceeded `limit` throughout a time.
    fn was_overloaded(
        &self,
        time: (i64, i64),
        (demand, limit): (i64, i64),
        except: Option<usize>,
        past: &PastStore<'_>,
    ) -> bool {
        let running = self.running_in(time, except, past);
        let demands = running.map(|task| task.past_minimum(past).demand);
        demands.sum::<i64>() + demand > limit
    }

    /// Adds that tasks had to run throughout a full time: as many as are needed, the most demanding first.
    fn explain_overload(
        &self,
        (from, to): (i64, i64),
        (demand, limit): (i64, i64),
        except: Option<usize>,
        past: &PastStore<'_>,
        why: &mut Reason,
    ) {
        let mut running: Vec<&Task> = self.running_in((from, to), except, past).collect();
        running.sort_by_key(|task| -task.past_minimum(past).demand);
        let mut load = demand;
        for task in running {
            if load > limit {
                break;
            }
            let minimum = task.past_minimum(past);
            load += minimum.demand;
            why.add(task.start.at_most(clamped(from)));
            why.add(task.start.at_least(clamped(to + 1 - minimum.duration)));
            add_open(task.duration.at_least(clamped(minimum.duration)), why);
            add_open(task.demand.at_least(clamped(minimum.demand)), why);
        }
    }

    /// The first of the latest starts of all tasks that has a property.
    fn latest_start_with(
        &self,
        past: &PastStore<'_>,
        is_wanted: impl Fn(i64) -> bool,
    ) -> (i64, i64) {
        let mut latest = self
            .tasks
            .iter()
            .map(|task| i64::from(past.max(task.start)));
        let found = latest.find(|&at| is_wanted(at));
        let at = found.expect("the load rises where a task starts at the latest");
        (at, at)
    }

    /// The full time that a task was moved out of: `whole` if that was full throughout, else a point of `points`.
    fn overloaded_time(
        &self,
        number: usize,
        whole: (i64, i64),
        points: (i64, i64),
        past: &PastStore<'_>,
    ) -> (i64, i64) {
        let demand = self.tasks[number].past_minimum(past).demand;
        let load_and_limit = (demand, i64::from(past.max(self.capacity)));
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
            .find(|&time| self.was_overloaded(time, load_and_limit, Some(number), past))
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
        let duration = self.tasks[number].past_minimum(past).duration;
        match ViewAtom::implying(needed, start) {
            ViewAtom::Ge(value) => {
                // A full time from the earliest end to just before the needed start blocks all earlier starts.
                let end = i64::from(past.min(start)) + duration - 1;
                let last = value - 1;
                let time = self.overloaded_time(number, (end.min(last), last), (last, end), past);
                why.add(start.at_least(clamped(time.0 + 1 - duration)));
                time
            }
            ViewAtom::Le(value) => {
                let latest = i64::from(past.max(start));
                let first = value + duration;
                let time =
                    self.overloaded_time(number, (first, latest.max(first)), (latest, first), past);
                why.add(start.at_most(clamped(time.1)));
                time
            }
            ViewAtom::Eq(value) | ViewAtom::Ne(value) => {
                let value = i64::from(value);
                let end = value + duration - 1;
                self.overloaded_time(number, (value, value), (value, end), past)
            }
            ViewAtom::False => unreachable!("starts are pushed, one by one or by a bound"),
        }
    }
}

/// Adds an atom unless its view is a constant.
pub(super) fn add_open(atom: Atom, why: &mut Reason) {
    if atom.var() != Var::ZERO {
        why.add(atom);
    }
}
