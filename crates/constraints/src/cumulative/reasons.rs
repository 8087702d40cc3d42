//! Why time-tabling did what it did: who had to run at a full time.

use gridwright_fd::{Atom, Past, Reason, Tag, Var};

use super::timetable::{
    CAPACITY, DEMAND, DURATION, FITTING, Least, N_RULES, NEVER, OVERLOAD, ROOMY, SIGN, Task,
    Timetable,
};
use crate::fact::{Fact, clamped};

impl Timetable {
    /// Adds why a propagator under a tag did what made the atom true.
    pub(super) fn add_reason(&self, needed: Atom, tag: Tag, past: &Past<'_>, why: &mut Reason) {
        if tag == SIGN {
            return;
        }
        let most = i64::from(past.max(self.capacity));
        if tag == CAPACITY || tag == OVERLOAD {
            let room = match tag {
                CAPACITY => match Fact::behind(needed, self.capacity) {
                    Fact::AtLeast(value) => (0, value - 1),
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
                let fact = Fact::behind(needed, task.demand);
                return add_open(fact.of(self.capacity), why);
            }
            ROOMY => {
                add_open(task.duration.at_least(1), why);
                let fact = Fact::behind(needed, self.capacity);
                return add_open(fact.of(task.demand), why);
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
                let Fact::AtMost(value) = Fact::behind(needed, task.duration) else {
                    unreachable!("a duration is bounded from above");
                };
                // It had begun by a full time so soon after its first possible start.
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
                let Fact::AtMost(value) = Fact::behind(needed, task.demand) else {
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
                    && to < i64::from(past.min(task.start)) + i64::from(past.min(task.duration))
            })
            .map(|(_, task)| task)
    }

    /// Whether the other tasks demanded more than `most` together with a demand, throughout a time.
    fn was_full(
        &self,
        time: (i64, i64),
        (demand, most): (i64, i64),
        but: Option<usize>,
        past: &Past<'_>,
    ) -> bool {
        let running = self.running_then(time, but, past);
        let demands = running.map(|task| task.least_then(past).demand);
        demands.sum::<i64>() + demand > most
    }

    /// Adds that tasks had to run throughout a full time, the most demanding first, as many as are needed.
    fn explain_full(
        &self,
        (from, to): (i64, i64),
        (demand, most): (i64, i64),
        but: Option<usize>,
        past: &Past<'_>,
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

    /// The first point in time, of those at which tasks start at the latest, with a property.
    fn latest_with(&self, past: &Past<'_>, is_wanted: impl Fn(i64) -> bool) -> (i64, i64) {
        let mut latest = self
            .tasks
            .iter()
            .map(|task| i64::from(past.max(task.start)));
        let found = latest.find(|&at| is_wanted(at));
        let at = found.expect("the load rises where a task starts at the latest");
        (at, at)
    }

    /// The full time that moved a task: `whole` if it was full throughout, else a point of `points`.
    fn full_time(
        &self,
        number: usize,
        whole: (i64, i64),
        points: (i64, i64),
        past: &Past<'_>,
    ) -> (i64, i64) {
        let demand = self.tasks[number].least_then(past).demand;
        let room = (demand, i64::from(past.max(self.capacity)));
        // The load is highest where a task must start or is about to end.
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

    /// The full time that moved a start, and what its own bounds had to do with it.
    fn explain_start(
        &self,
        needed: Atom,
        number: usize,
        past: &Past<'_>,
        why: &mut Reason,
    ) -> (i64, i64) {
        let start = self.tasks[number].start;
        let duration = self.tasks[number].least_then(past).duration;
        match Fact::behind(needed, start) {
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
        }
    }
}

/// Adds a fact unless it is about a constant.
fn add_open(fact: Atom, why: &mut Reason) {
    if fact.var() != Var::ZERO {
        why.add(fact);
    }
}
