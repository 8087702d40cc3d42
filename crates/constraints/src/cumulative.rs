//! Tasks share a resource: at every time the demands of the tasks that run add up to at most the capacity.
//!
//! Task `i` runs from `starts[i]` for `durations[i]`, which is a constant, as are demands and capacity. Time-tabling: where the earliest
//! end of a task lies after its latest start it must run, and others keep away (Beldiceanu and Carlsson 2002, A New Multi-resource
//! cumulatives Constraint with Negative Heights). Reasons speak of a point in time, or of a stretch that one step
//! passed (after Schutt, Feydy, Stuckey and Wallace 2011, Explaining the Cumulative Propagator). Levels: `value` and `bounds` move the bounds of starts, `domain` also removes starts between them.
//! Not bounds consistent, which would be NP-hard. Quadratic.

use gridwright_fd::{
    Atom, Constraint, Cost, Level, Model, ModelError, On, Past, Poster, Propagator, Pruned, Reason,
    Status, Store, Tag, Var, View, Wake,
};
use gridwright_term::Term;

use crate::fact::{Fact, clamped};
use crate::printed;

/// Starts between the bounds are removed from domains up to this size.
const MOST_VALUES: u32 = 1 << 16;

/// At every time the tasks that run demand at most the capacity; made by [`cumulative`].
#[derive(Clone, Debug)]
pub struct Cumulative {
    starts: Vec<View>,
    durations: Vec<i32>,
    demands: Vec<i32>,
    capacity: i32,
}

/// At every time the demands of the tasks that run add up to at most the capacity.
pub fn cumulative(
    starts: impl IntoIterator<Item = impl Into<View>>,
    durations: impl IntoIterator<Item = i32>,
    demands: impl IntoIterator<Item = i32>,
    capacity: i32,
) -> Cumulative {
    Cumulative {
        starts: starts.into_iter().map(Into::into).collect(),
        durations: durations.into_iter().collect(),
        demands: demands.into_iter().collect(),
        capacity,
    }
}

impl Constraint for Cumulative {
    fn name(&self) -> &'static str {
        "cumulative"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        let numbers = |list: &[i32]| Term::list(list.iter().map(|&value| Term::from(value)));
        Term::compound(
            "cumulative",
            [
                printed::views(&self.starts, name),
                numbers(&self.durations),
                numbers(&self.demands),
                Term::from(self.capacity),
            ],
        )
    }

    fn scope(&self) -> Vec<Var> {
        self.starts.iter().map(|view| view.var).collect()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let start = |i: usize| i64::from(self.starts[i].of(at(self.starts[i].var)));
        // The load rises only where a task starts.
        (0..self.starts.len())
            .filter(|&i| self.durations[i] > 0)
            .all(|i| {
                let running = |&j: &usize| {
                    start(j) <= start(i) && start(i) < start(j) + i64::from(self.durations[j])
                };
                let tasks = (0..self.starts.len()).filter(running);
                tasks.map(|j| i64::from(self.demands[j])).sum::<i64>() <= i64::from(self.capacity)
            })
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_views(self.name(), &self.starts)?;
        let misfit = |what: String| {
            Err(ModelError::Misfit {
                by: self.name().to_owned(),
                what,
            })
        };
        let n = self.starts.len();
        if self.durations.len() != n || self.demands.len() != n {
            return misfit(format!(
                "{n} starts, {} durations, {} demands",
                self.durations.len(),
                self.demands.len()
            ));
        }
        match (self
            .durations
            .iter()
            .chain(&self.demands)
            .chain([&self.capacity]))
        .find(|&&number| number < 0)
        {
            Some(number) => misfit(format!("{number} is negative")),
            None => Ok(()),
        }
    }

    fn post(&self, out: &mut Poster<'_>) {
        let tasks: Vec<Task> = (0..self.starts.len())
            .map(|i| Task {
                start: self.starts[i],
                duration: i64::from(self.durations[i]),
                demand: i64::from(self.demands[i]),
            })
            .filter(|task| task.duration > 0 && task.demand > 0)
            .collect();
        let wakes: Vec<Wake> = tasks
            .iter()
            .map(|task| Wake::on(task.start, On::Bounds))
            .collect();
        let timetable = Timetable {
            tasks,
            capacity: i64::from(self.capacity),
            by_domain: out.level() == Level::Domain,
            events: Vec::new(),
            segments: Vec::new(),
        };
        out.add(Cost::Quadratic, timetable, wakes);
    }
}

#[derive(Clone, Copy, Debug)]
struct Task {
    start: View,
    duration: i64,
    demand: i64,
}

/// A stretch of time `from..to` with the load of the tasks that must run throughout.
#[derive(Clone, Copy, Debug)]
struct Segment {
    from: i64,
    to: i64,
    load: i64,
}

#[derive(Debug)]
struct Timetable {
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
                let last = i64::from(value) - 1;
                let time = self.full_time(number, (end.min(last), last), (last, end), past);
                why.add(start.at_least(clamped(time.0 + 1 - duration)));
                time
            }
            Fact::AtMost(value) => {
                let latest = i64::from(past.max(start));
                let first = i64::from(value) + duration;
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
        };
        self.explain_full(time, task.demand, Some(number), past, why);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;
    use gridwright_fd::laws::{Laws, Strength};

    #[test]
    fn laws() {
        Laws::new("cumulative", |x, rng| {
            let durations: Vec<i32> = x.iter().map(|_| rng.between(0, 4)).collect();
            let demands: Vec<i32> = x.iter().map(|_| rng.between(0, 3)).collect();
            Some(cumulative(
                x.to_vec(),
                durations,
                demands,
                rng.between(0, 5),
            ))
        })
        .arity(0..=4)
        .values(-2..=4)
        .claims(Level::Domain, Strength::Forward)
        .check();
    }

    #[test]
    fn a_task_moves_past_the_parts_that_must_run() {
        let mut model = Model::new();
        let a = model.var("a", 1..=2).expect("a domain");
        let b = model.var("b", 0..=9).expect("a domain");
        // a runs at 2, 3 and 4 whatever happens: b, which lasts 2, starts at 5 or ends by 2.
        let tasks = cumulative([a, b], [4, 2], [1, 1], 1);
        model.post(tasks).expect("fits");
        let found = trial::domains(&model, Level::Bounds, &[Atom::ge(b, 1)], &[b]);
        assert_eq!(found, Ok(vec![vec![5, 6, 7, 8, 9]]));
        let found = trial::domains(&model, Level::Domain, &[], &[b]);
        assert_eq!(found, Ok(vec![vec![0, 5, 6, 7, 8, 9]]));
    }

    #[test]
    fn long_and_late_tasks_do_not_overflow() {
        let mut model = Model::new();
        let x = model.vars(["a", "b"], 0..=2_000_000_000).expect("a domain");
        let tasks = cumulative(x.clone(), [2_000_000_000; 2], [i32::MAX; 2], i32::MAX);
        model.post(tasks).expect("fits");
        let found = trial::domains(&model, Level::Domain, &[Atom::eq(x[0], 0)], &x);
        assert_eq!(found, Ok(vec![vec![0], vec![2_000_000_000]]));
        // A short task passes a long one in one step.
        let mut model = Model::new();
        let x = model.vars(["a", "b"], 0..=1_000_000_000).expect("a domain");
        let tasks = cumulative(x.clone(), [1_000_000_000, 1], [1, 1], 1);
        model.post(tasks).expect("fits");
        let found = trial::domains(&model, Level::Domain, &[Atom::eq(x[0], 0)], &x);
        assert_eq!(found, Ok(vec![vec![0], vec![1_000_000_000]]));
    }

    #[test]
    fn bad_tasks_are_refused() {
        let mut model = Model::new();
        let x = model.vars(["a", "b"], 0..=9).expect("a domain");
        assert!(model.post(cumulative(x.clone(), [1], [1, 1], 1)).is_err());
        assert!(
            model
                .post(cumulative(x.clone(), [1, -1], [1, 1], 1))
                .is_err()
        );
        assert!(model.post(cumulative(x, [1, 1], [1, 1], -1)).is_err());
    }

    #[test]
    fn schedules_are_counted_right() {
        // Perfect packings of unit-demand tasks: two machines, six slots.
        let mut model = Model::new();
        let names = (0..4).map(|i| format!("x{i}"));
        let x = model.vars(names, 0..=4).expect("a domain");
        let durations = [2, 1, 3, 1];
        let demands = [1, 2, 1, 1];
        model
            .post(cumulative(x.clone(), durations, demands, 2))
            .expect("fits");
        let mut expected = 0;
        for at in 0..5_i32.pow(4) {
            let starts = [at / 125, at / 25 % 5, at / 5 % 5, at % 5];
            let load = |time: i32| -> i32 {
                (0..4)
                    .filter(|&i| starts[i] <= time && time < starts[i] + durations[i])
                    .map(|i| demands[i])
                    .sum()
            };
            expected += usize::from((0..9).all(|time| load(time) <= 2));
        }
        for level in [Level::Value, Level::Domain] {
            assert_eq!(trial::solutions(&model, level, &x).len(), expected);
        }
    }
}
