//! For every two tasks `i` and `j`: `starts[i] + durations[i] <= starts[j]` or `starts[j] + durations[j] <= starts[i]`. Tasks share a unary resource.
//!
//! Task `i` runs from `starts[i]` for `durations[i]`, which is not negative. A task without duration may not run inside another one: MiniZinc's
//! `disjunctive_strict`.
//!
//! Overload checking, edge finding, detectable precedences, and not-first and not-last (Carlier and Pinson 1989, An Algorithm for Solving the
//! Job-Shop Problem; Nuijten 1994; Vilím 2004, O(n log n) Filtering Algorithms for Unary Resource Constraint), each forwards and, mirrored in time,
//! backwards. Reasons name the bounds of the tasks that force a task behind them, weakened as far as the argument allows
//! (after Vilím 2005, Computing Explanations for the Unary Resource Constraint). All levels. Not bounds consistent, which would be NP-hard.
//! Quadratic.

mod explanations;
mod unary;
mod windows;

use crate::support::errors::invalid;
use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::views::IntoViews;
use unary::UnaryResource;
use windows::Task;

/// No two tasks overlap; made by [`disjunctive`].
#[derive(Clone, Debug)]
pub struct Disjunctive {
    starts: Vec<View>,
    durations: Vec<View>,
}

/// No two tasks overlap, and none without duration runs inside another one.
pub fn disjunctive(starts: impl IntoViews, durations: impl IntoViews) -> Disjunctive {
    Disjunctive {
        starts: starts.into_views(),
        durations: durations.into_views(),
    }
}

impl Constraint for Disjunctive {
    fn name(&self) -> &'static str {
        "disjunctive"
    }

    fn term(&self, name: Name<'_>) -> Term {
        call("disjunctive", name, &[&self.starts, &self.durations])
    }

    fn views(&self) -> Vec<View> {
        [&*self.starts, &*self.durations].concat()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let value = |view: View| i64::from(view.of(at(view.var)));
        let tasks = self.starts.iter().zip(&self.durations);
        let tasks: Vec<(i64, i64)> = tasks.map(|(&s, &d)| (value(s), value(d))).collect();
        let apart = |a: (i64, i64), b: (i64, i64)| a.0 + a.1 <= b.0 || b.0 + b.1 <= a.0;
        tasks
            .iter()
            .enumerate()
            .all(|(i, &a)| a.1 >= 0 && tasks[..i].iter().all(|&b| apart(a, b)))
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        let (n, n_durations) = (self.starts.len(), self.durations.len());
        if n_durations != n {
            let what = format!("{n} starts, {n_durations} durations");
            return invalid(self.name(), what);
        }
        model.check_views(self.name(), &self.views())?;
        let is_negative = |view: &View| view.var == Var::ZERO && view.offset < 0;
        if let Some(task) = self.durations.iter().position(is_negative) {
            let value = self.durations[task].offset;
            return invalid(
                self.name(),
                format!("the duration of task {task} is {value}"),
            );
        }
        Ok(())
    }

    fn post(&self, out: &mut Poster<'_>) {
        let tasks = self.starts.iter().zip(&self.durations);
        let tasks: Vec<Task> = tasks
            .map(|(&start, &duration)| Task { start, duration })
            .collect();
        let views = tasks.iter().flat_map(|task| [task.start, task.duration]);
        let wakes: Vec<Wake> = views
            .filter(|view| view.var != Var::ZERO)
            .map(|view| Wake::on(view, On::Bounds))
            .collect();
        out.add(Cost::Quadratic, UnaryResource::new(tasks), wakes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::less_equal;
    use crate::support::test_util::*;

    #[test]
    fn laws() {
        Laws::new("disjunctive", |x, draws| {
            let durations: Vec<View> = x
                .iter()
                .map(|_| View::constant(draws.between(0, 4)))
                .collect();
            Some(disjunctive(x, durations))
        })
        .views(0..=4, -2..=4)
        .claims([CHECKS; 3])
        .check();
    }

    #[test]
    fn laws_of_short_tasks() {
        Laws::new("disjunctive with short tasks", |x, draws| {
            let durations: Vec<View> = x
                .iter()
                .map(|_| View::constant(draws.between(1, 2)))
                .collect();
            Some(disjunctive(x, durations))
        })
        .views(3..=4, 0..=5)
        .claims([CHECKS; 3])
        .check();
    }

    #[test]
    fn laws_of_open_durations() {
        Laws::new("disjunctive with variables", |x, draws| {
            let n = x.len().div_ceil(2);
            let (starts, rest) = x.split_at(n);
            let durations: Vec<View> = (0..n)
                .map(|i| match rest.get(i) {
                    Some(&view) => view,
                    None => View::constant(draws.between(0, 4)),
                })
                .collect();
            Some(disjunctive(starts, durations))
        })
        .views(0..=4, -1..=3)
        .claims([CHECKS; 3])
        .check();
    }

    /// A schedule of three tasks: the bounds before and after propagation.
    fn narrowed(tasks: [(i32, i32, i32); 3]) -> [(i32, i32); 3] {
        let mut model = Model::new();
        let starts = tasks.map(|(min, max, _)| model.int(min..=max));
        let durations = tasks.map(|(_, _, duration)| View::constant(duration));
        model.add(disjunctive(starts, durations));
        let found = propagated(&model, Consistency::Bounds, &[], &starts).expect("possible");
        [0, 1, 2].map(|i: usize| (found[i][0], found[i][found[i].len() - 1]))
    }

    #[test]
    fn each_rule_narrows() {
        for (rule, tasks, expected) in [
            (
                "edge finding: the third task runs after the others, though either could come before it alone",
                [(0, 8, 3), (1, 7, 4), (0, 20, 5)],
                [(0, 8), (1, 7), (7, 20)],
            ),
            (
                "detectable precedences: the third task runs after both others",
                [(0, 6, 4), (1, 6, 4), (6, 40, 2)],
                [(0, 6), (1, 6), (8, 40)],
            ),
            (
                "not last: the third task ends before the last of the others starts",
                [(0, 10, 5), (0, 10, 5), (0, 9, 2)],
                [(0, 10), (0, 10), (0, 8)],
            ),
        ] {
            assert_eq!(narrowed(tasks), expected, "{rule}");
        }
    }

    #[test]
    fn an_overload_is_found_without_search() {
        let mut model = Model::new();
        let x = model.ints(3, 0..=5);
        // Three tasks of duration 3 within nine units, then within eight.
        model.add(disjunctive(&x, [View::constant(3); 3]));
        model.add(less_equal(x[0], View::constant(6)));
        assert!(propagated(&model, Consistency::Bounds, &[], &x).is_err());
    }

    #[test]
    fn durations_are_bounded_by_the_next_task() {
        let mut model = Model::new();
        let a = model.int(0..=1);
        let b = model.int(2..=5);
        let duration = model.int(-3..=9);
        model.add(disjunctive([a, b], [duration.view(), View::constant(1)]));
        let found = propagated(&model, Consistency::Bounds, &[], &[duration]);
        assert_eq!(found, Ok(vec![vec![0, 1, 2, 3, 4, 5]]));
    }

    #[test]
    fn long_and_late_tasks_do_not_overflow() {
        let mut model = Model::new();
        let x = model.ints(2, 0..=2_000_000_000);
        model.add(disjunctive(&x, [View::constant(2_000_000_000); 2]));
        let found = propagated(&model, Consistency::Bounds, &[Atom::eq(x[0], 0)], &x);
        assert_eq!(found, Ok(vec![vec![0], vec![2_000_000_000]]));
    }

    #[test]
    fn invalid_tasks_are_rejected() {
        let mut model = Model::new();
        let x = model.ints(2, 0..=9);
        let durations = |numbers: &[i32]| -> Vec<View> {
            numbers
                .iter()
                .map(|&number| View::constant(number))
                .collect()
        };
        assert!(model.post(disjunctive(&x, durations(&[1]))).is_err());
        assert!(model.post(disjunctive(&x, durations(&[1, -1]))).is_err());
    }
}
