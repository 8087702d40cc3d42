//! Time-table edge finding: the energy that tasks need within a window of time, with their compulsory parts, moves tasks that no longer fit.

use crate::cumulative::timetable::{NON_NEGATIVE, Task, add_open};
use crate::support::prelude::*;
use crate::support::view_atom::{ViewAtom, clamped};

/// More tasks than this are left to time-tabling alone.
const MAX_TASKS: usize = 1000;

/// More energy than this too.
const MAX_ENERGY: i64 = 1 << 60;

/// Bounds the starts by the energy within windows `[a, b)` of time, in which `a` is the earliest start of a task and `b` the latest end of one.
///
/// A task that starts no earlier than `a` runs within the window for at least `b` minus its latest start, and the others for their compulsory parts.
/// Ends are treated as starts, in mirrored time.
#[derive(Debug)]
pub(super) struct CumulativeEdgeFinding {
    tasks: Vec<Task>,
    capacity: View,
    /// Whether a variable occurs twice.
    is_aliased: bool,
    /// The bounds of the tasks in the direction of time of this run, and the tasks by earliest start, the latest first.
    bounds: Vec<Bounds>,
    order: Vec<usize>,
    /// Those of `order` that are not fixed, each with the energy of compulsory parts before its earliest start. A window that begins with a fixed
    /// task is no fuller than the one that begins with the next open task.
    open: Vec<(usize, i64)>,
    /// The tasks whose bounds changed in this run.
    changed: Vec<bool>,
    /// The times at which the load of the compulsory parts changes, with the load from there on and the energy before it.
    profile: Vec<(i64, i64, i64)>,
    /// Starts and ends of compulsory parts, with their demands: scratch memory for the profile.
    events: Vec<(i64, i64)>,
}

/// The direction of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Time {
    Forward,
    Mirrored,
}

/// A task in one direction of time.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    earliest: i64,
    latest: i64,
    duration: i64,
    demand: i64,
}

impl Bounds {
    fn of(task: Task, time: Time, min: &dyn Fn(View) -> i32, max: &dyn Fn(View) -> i32) -> Bounds {
        let (first, last) = (i64::from(min(task.start)), i64::from(max(task.start)));
        let duration = i64::from(min(task.duration)).max(0);
        let (earliest, latest) = match time {
            Time::Forward => (first, last),
            Time::Mirrored => (-(last + duration), -(first + duration)),
        };
        Bounds {
            earliest,
            latest,
            duration,
            demand: i64::from(min(task.demand)).max(0),
        }
    }

    fn latest_end(&self) -> i64 {
        self.latest + self.duration
    }

    /// How long it must run within the window.
    fn least_time(&self, (a, b): (i64, i64)) -> i64 {
        let after_start = self.earliest + self.duration - a;
        let before_end = b - self.latest;
        let least = after_start.min(before_end).min(b - a);
        least.clamp(0, self.duration)
    }
}

/// A tag has the task that is moved, the tasks that give the ends of the window, and the direction of time. No task is moved by an overload.
#[derive(Clone, Copy, Debug)]
struct Move {
    task: usize,
    first: usize,
    last: usize,
    time: Time,
}

/// In place of the task that is moved.
const OVERLOAD: usize = 1023;

impl Move {
    fn tag(self) -> Tag {
        let numbers = (self.task << 21) | (self.first << 11) | (self.last << 1);
        Tag(numbers as u32 | u32::from(self.time == Time::Mirrored))
    }

    fn of(tag: Tag) -> Move {
        let number = |by: u32| (tag.0 >> by) as usize & 1023;
        let time = match tag.0 & 1 {
            0 => Time::Forward,
            _ => Time::Mirrored,
        };
        Move {
            task: number(21),
            first: number(11),
            last: number(1),
            time,
        }
    }
}

impl CumulativeEdgeFinding {
    /// Adds the propagator, if there are enough tasks for it and not too many.
    pub(super) fn post(tasks: &[Task], capacity: View, wakes: &[Wake], out: &mut Poster<'_>) {
        let store = out.store();
        let numbers = |view: View| (i64::from(store.min(view)), i64::from(store.max(view)));
        let first = tasks.iter().map(|task| numbers(task.start).0).min();
        let last = tasks
            .iter()
            .map(|task| numbers(task.start).1 + numbers(task.duration).1)
            .max();
        let (Some(first), Some(last)) = (first, last) else {
            return;
        };
        let demands = tasks.iter().map(|task| numbers(task.demand).1.max(0));
        let load = demands.sum::<i64>() + numbers(capacity).1.max(0);
        let energy = load.checked_mul((last - first).max(1));
        let fits = energy.is_some_and(|energy| energy < MAX_ENERGY);
        if fits && (3..=MAX_TASKS).contains(&tasks.len()) {
            let propagator = CumulativeEdgeFinding::new(tasks.to_vec(), capacity);
            out.add(Cost::Cubic, propagator, wakes.to_vec());
        }
    }

    fn new(tasks: Vec<Task>, capacity: View) -> CumulativeEdgeFinding {
        let views = tasks
            .iter()
            .flat_map(|task| [task.start, task.duration, task.demand]);
        let vars = views.chain([capacity]).map(|view| view.var);
        let mut vars: Vec<Var> = vars.filter(|&var| var != Var::ZERO).collect();
        let n_views = vars.len();
        vars.sort_unstable();
        vars.dedup();
        CumulativeEdgeFinding {
            is_aliased: vars.len() < n_views,
            bounds: Vec::with_capacity(tasks.len()),
            order: Vec::with_capacity(tasks.len()),
            open: Vec::with_capacity(tasks.len()),
            changed: vec![false; tasks.len()],
            profile: Vec::with_capacity(2 * tasks.len()),
            events: Vec::with_capacity(2 * tasks.len()),
            tasks,
            capacity,
        }
    }

    /// Whether the tasks need more than half of the energy that there is. Otherwise windows are hardly ever full, and time-tabling has to do.
    fn is_dense(&self, store: &Store) -> bool {
        let (mut energy, mut first, mut last) = (0, i64::MAX, i64::MIN);
        for task in &self.tasks {
            let duration = i64::from(store.min(task.duration));
            let (start_min, start_max) = store.bounds(task.start);
            energy += duration * i64::from(store.min(task.demand));
            first = first.min(start_min.into());
            last = last.max(i64::from(start_max) + duration);
        }
        2 * energy > i64::from(store.max(self.capacity)) * (last - first)
    }

    fn read(&mut self, store: &Store, time: Time) {
        let (min, max) = (|view| store.min(view), |view| store.max(view));
        self.bounds.clear();
        let tasks = self.tasks.iter();
        self.bounds
            .extend(tasks.map(|&task| Bounds::of(task, time, &min, &max)));
        let bounds = &self.bounds;
        self.order.clear();
        self.order.extend(0..bounds.len());
        self.order
            .retain(|&i| bounds[i].duration > 0 && bounds[i].demand > 0);
        self.order
            .sort_unstable_by_key(|&i| std::cmp::Reverse(bounds[i].earliest));
        self.changed.iter_mut().for_each(|changed| *changed = false);
        self.build_profile();
        self.open.clear();
        for &i in &self.order {
            let bounds = &self.bounds[i];
            if bounds.earliest < bounds.latest {
                let energy = self.energy_before(bounds.earliest);
                self.open.push((i, energy));
            }
        }
    }

    fn build_profile(&mut self) {
        self.events.clear();
        for bounds in self.order.iter().map(|&i| &self.bounds[i]) {
            let end = bounds.earliest + bounds.duration;
            if bounds.latest < end {
                self.events.push((bounds.latest, bounds.demand));
                self.events.push((end, -bounds.demand));
            }
        }
        self.events.sort_unstable();
        self.profile.clear();
        let (mut load, mut energy, mut since) = (0, 0, 0);
        for &(at, change) in &self.events {
            energy += load * (at - since);
            load += change;
            since = at;
            match self.profile.last_mut() {
                Some(last) if last.0 == at => last.1 = load,
                _ => self.profile.push((at, load, energy)),
            }
        }
    }

    /// The energy of compulsory parts before a time.
    fn energy_before(&self, time: i64) -> i64 {
        let n = self.profile.partition_point(|entry| entry.0 <= time);
        match n.checked_sub(1).map(|last| self.profile[last]) {
            Some((at, load, energy)) => energy + load * (time - at),
            None => 0,
        }
    }

    /// Moves the tasks in one direction of time. True if something changed.
    fn narrow(&mut self, store: &mut Store, time: Time) -> Pruned<bool> {
        self.read(store, time);
        let capacity = i64::from(store.max(self.capacity));
        let mut has_changed = false;
        for last_at in 0..self.order.len() {
            let last = self.order[last_at];
            let end = self.bounds[last].latest_end();
            let energy_before_end = self.energy_before(end);
            let mut energy = 0;
            // The task with the most energy beyond what it needs in the window, were it to start as early as it may.
            let mut most: Option<(i64, usize)> = None;
            for &(first, energy_before_start) in &self.open {
                let bounds = self.bounds[first];
                let start = bounds.earliest;
                if start >= end {
                    continue;
                }
                let needed = (end - bounds.latest).clamp(0, bounds.duration);
                let fixed = (end.min(start + bounds.duration) - bounds.latest).max(0);
                energy += bounds.demand * (needed - fixed);
                if bounds.latest_end() > end {
                    let extra = bounds.demand * (bounds.duration.min(end - start) - needed);
                    most = most.max(Some((extra, first)));
                }
                let compulsory = energy_before_end - energy_before_start;
                let reserve = capacity * (end - start) - energy - compulsory;
                let overload = Move {
                    task: OVERLOAD,
                    first,
                    last,
                    time,
                };
                let is_stale = self.changed[first] || self.changed[last];
                if reserve < 0 && !is_stale {
                    return Err(store.fail(overload.tag()));
                }
                let Some((extra, task)) = most.filter(|&(extra, _)| extra > reserve.max(0)) else {
                    continue;
                };
                if is_stale || self.changed[task] || reserve < 0 {
                    // Found again in the next run.
                    has_changed = true;
                    continue;
                }
                let moved = self.bounds[task];
                let needed = (end - moved.latest).clamp(0, moved.duration);
                let left = (reserve + moved.demand * needed) / moved.demand;
                debug_assert!(left < moved.duration && extra > 0, "the task is moved");
                let tag = Move { task, ..overload }.tag();
                let at = end - left;
                let start = self.tasks[task].start;
                let is_moved = match time {
                    Time::Forward => store.set_min(start, clamped(at), tag)?,
                    Time::Mirrored => store.set_max(start, clamped(-at - moved.duration), tag)?,
                };
                self.changed[task] |= is_moved;
                has_changed |= is_moved;
                if is_moved && self.is_aliased {
                    // The bounds of other tasks may have changed too.
                    return Ok(true);
                }
                most = None;
            }
        }
        Ok(has_changed)
    }

    /// Adds that a task runs for at least so long within the window.
    fn explain_task(
        &self,
        number: usize,
        bounds: &Bounds,
        least: i64,
        ((a, b), time): ((i64, i64), Time),
        why: &mut Reason,
    ) {
        let task = self.tasks[number];
        add_earliest(task, bounds, a + least - bounds.duration, time, why);
        // The latest start is that of the other end of time.
        let latest = b - least;
        why.add(match time {
            Time::Forward => task.start.at_most(clamped(latest)),
            Time::Mirrored => task.start.at_least(clamped(-latest - bounds.duration)),
        });
        add_sizes(task, bounds, why);
    }
}

/// Adds that a task does not start before a time.
fn add_earliest(task: Task, bounds: &Bounds, earliest: i64, time: Time, why: &mut Reason) {
    why.add(match time {
        Time::Forward => task.start.at_least(clamped(earliest)),
        Time::Mirrored => task.start.at_most(clamped(-earliest - bounds.duration)),
    });
}

/// Adds the least duration and demand of a task.
fn add_sizes(task: Task, bounds: &Bounds, why: &mut Reason) {
    add_open(task.duration.at_least(clamped(bounds.duration)), why);
    add_open(task.demand.at_least(clamped(bounds.demand)), why);
}

impl Propagator for CumulativeEdgeFinding {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let tasks = self.tasks.iter();
        let open = tasks.flat_map(|task| [task.duration, task.demand]);
        for view in open.chain([self.capacity]) {
            store.set_min(view, 0, NON_NEGATIVE)?;
        }
        if !self.is_dense(store) {
            return Ok(Status::Active);
        }
        for time in [Time::Forward, Time::Mirrored] {
            if self.narrow(store, time)? {
                return Ok(Status::Rerun);
            }
        }
        Ok(Status::Active)
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        if tag == NON_NEGATIVE {
            return;
        }
        let Move {
            task: moved,
            first,
            last,
            time,
        } = Move::of(tag);
        let (min, max) = (|view| past.min(view), |view| past.max(view));
        let bounds = |i: usize| Bounds::of(self.tasks[i], time, &min, &max);
        let window = (bounds(first).earliest, bounds(last).latest_end());
        let (a, b) = window;
        let capacity = i64::from(past.max(self.capacity));
        // The energy that the tasks need together so that the window is too small.
        let mut missing = capacity * (b - a) + 1;
        if moved != OVERLOAD {
            let task = self.tasks[moved];
            let own = bounds(moved);
            let at = match ViewAtom::implying(needed, task.start) {
                ViewAtom::Ge(value) => value,
                ViewAtom::Le(value) => -value - own.duration,
                other => unreachable!("starts are moved by their bounds, not {other:?}"),
            };
            // Were it to start before, it would run within the window for longer than this.
            let left = (b - at).min(own.duration - 1).min(b - a - 1);
            missing -= own.demand * (left + 1);
            add_earliest(task, &own, a + left + 1 - own.duration, time, why);
            add_sizes(task, &own, why);
        }
        add_open(self.capacity.at_most(clamped(capacity)), why);
        let mut others: Vec<(i64, usize, Bounds)> = (0..self.tasks.len())
            .filter(|&i| i != moved)
            .map(|i| {
                let bounds = bounds(i);
                (bounds.demand * bounds.least_time(window), i, bounds)
            })
            .filter(|other| other.0 > 0)
            .collect();
        others.sort_unstable_by_key(|other| std::cmp::Reverse((other.0, other.1)));
        for (energy, number, bounds) in others {
            if missing <= 0 {
                break;
            }
            let least = (missing.min(energy) + bounds.demand - 1) / bounds.demand;
            self.explain_task(number, &bounds, least, (window, time), why);
            missing -= bounds.demand * least;
        }
        debug_assert!(missing <= 0, "the reason must imply the pruned atom");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_back() {
        let moved = Move {
            task: 1000,
            first: 0,
            last: 999,
            time: Time::Mirrored,
        };
        let read = Move::of(moved.tag());
        assert_eq!(
            (read.task, read.first, read.last, read.time),
            (1000, 0, 999, Time::Mirrored)
        );
    }
}
