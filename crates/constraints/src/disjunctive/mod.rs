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
