//! For every time `t`: `sum(demands[i] where starts[i] <= t < starts[i] + durations[i]) <= capacity`. Tasks share a resource.
//!
//! Task `i` runs from `starts[i]` for `durations[i]`, which is a constant, as are demands and capacity. Time-tabling: where the earliest
//! end of a task lies after its latest start it must run, and others keep away (Beldiceanu and Carlsson 2002, A New Multi-resource
//! cumulatives Constraint with Negative Heights). Reasons speak of a point in time, or of a stretch that one step passed (after Schutt,
//! Feydy, Stuckey and Wallace 2011, Explaining the Cumulative Propagator). Levels: `value` and `bounds` move the bounds of starts,
//! `domain` also removes starts between them. Not bounds consistent, which would be NP-hard. Quadratic.

mod timetable;

use gridwright_fd::{Constraint, Cost, Level, Model, ModelError, On, Poster, Var, View, Wake};
use gridwright_term::Term;

use crate::printed;
use timetable::{Task, Timetable};

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
        for (what, numbers) in [("duration", &self.durations), ("demand", &self.demands)] {
            if let Some(task) = numbers.iter().position(|&number| number < 0) {
                return misfit(format!("the {what} of task {task} is {}", numbers[task]));
            }
        }
        if self.capacity < 0 {
            return misfit(format!("the capacity is {}", self.capacity));
        }
        Ok(())
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
        let by_domain = out.level() == Level::Domain;
        let timetable = Timetable::new(tasks, self.capacity, by_domain);
        out.add(Cost::Quadratic, timetable, wakes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;
    use gridwright_fd::Atom;
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
