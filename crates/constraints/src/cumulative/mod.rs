//! For every time `t`: `sum(demands[i] where starts[i] <= t < starts[i] + durations[i]) <= capacity`. Tasks share a resource.
//!
//! Task `i` runs from `starts[i]` for `durations[i]`; durations, demands and capacity are not negative.
//!
//! Time-tabling: a task whose earliest end lies after its latest start has a compulsory part, which other tasks must avoid
//! (Beldiceanu and Carlsson 2002, A New Multi-resource cumulatives Constraint with Negative Heights). If durations, demands or
//! the capacity are variables, compulsory parts bound them too. Reasons are pointwise, or mention an interval that one step moved
//! a task past (after Schutt, Feydy, Stuckey and Wallace 2011, Explaining the Cumulative Propagator).
//! Time-table edge finding: the energy that tasks need within a window of time moves tasks that no longer fit into it (Vilim 2011, Timetable Edge Finding
//! Filtering Algorithm for Discrete Cumulative Resources; Schutt, Feydy and Stuckey 2013, Explaining Time-Table-Edge-Finding Propagation).
//! Tasks of which no two fit into the capacity at once share a unary resource, if they are more than half of all: [`disjunctive`].
//! Consistency: `value` is time-tabling, `bounds` adds the unary resource and, if it leaves out a task, edge finding for 3 to 1,000 tasks that need more
//! than half of the energy, `domain` also removes starts between the bounds. Not
//! bounds consistent, which would be NP-hard. Quadratic.

mod edge_finding;
mod timetable;

use crate::disjunctive::disjunctive;
use crate::support::errors::invalid;
use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::views::IntoViews;
use edge_finding::CumulativeEdgeFinding;
use timetable::{CumulativeTimetable, Task};

/// At every time the tasks that run demand at most the capacity; made by [`cumulative`].
#[derive(Clone, Debug)]
pub struct Cumulative {
    starts: Vec<View>,
    durations: Vec<View>,
    demands: Vec<View>,
    capacity: View,
}

/// At every time the demands of the tasks that run add up to at most the capacity.
pub fn cumulative(
    starts: impl IntoViews,
    durations: impl IntoIterator<Item = i32>,
    demands: impl IntoIterator<Item = i32>,
    capacity: i32,
) -> Cumulative {
    let durations = durations.into_iter().map(View::constant);
    let demands = demands.into_iter().map(View::constant);
    cumulative_var(starts, durations, demands, View::constant(capacity))
}

/// As [`cumulative`], with views for durations, demands and capacity.
pub fn cumulative_var(
    starts: impl IntoViews,
    durations: impl IntoViews,
    demands: impl IntoViews,
    capacity: impl Into<View>,
) -> Cumulative {
    Cumulative {
        starts: starts.into_views(),
        durations: durations.into_views(),
        demands: demands.into_views(),
        capacity: capacity.into(),
    }
}

impl Constraint for Cumulative {
    fn name(&self) -> &'static str {
        "cumulative"
    }

    fn term(&self, name: Name<'_>) -> Term {
        let Cumulative {
            starts,
            durations,
            demands,
            capacity,
        } = self;
        call("cumulative", name, &[starts, durations, demands, capacity])
    }

    fn views(&self) -> Vec<View> {
        let capacity = [self.capacity];
        [&*self.starts, &*self.durations, &*self.demands, &capacity].concat()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let value = |view: View| i64::from(view.of(at(view.var)));
        let start = |i: usize| value(self.starts[i]);
        let duration = |i: usize| value(self.durations[i]);
        let numbers = self.durations.iter().chain(&self.demands);
        if numbers.chain([&self.capacity]).any(|&view| value(view) < 0) {
            return false;
        }
        // The load rises only where a task starts.
        (0..self.starts.len())
            .filter(|&i| duration(i) > 0)
            .all(|i| {
                let running =
                    |&j: &usize| start(j) <= start(i) && start(i) < start(j) + duration(j);
                let tasks = (0..self.starts.len()).filter(running);
                tasks.map(|j| value(self.demands[j])).sum::<i64>() <= value(self.capacity)
            })
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        let lists = [&self.starts, &self.durations, &self.demands];
        let [n, n_durations, n_demands] = lists.map(Vec::len);
        if n_durations != n || n_demands != n {
            let what = format!("{n} starts, {n_durations} durations, {n_demands} demands");
            return invalid(self.name(), what);
        }
        model.check_views(self.name(), &self.views())?;
        let is_negative = |view: &View| view.var == Var::ZERO && view.offset < 0;
        for (what, views) in [("duration", &self.durations), ("demand", &self.demands)] {
            if let Some(task) = views.iter().position(is_negative) {
                let value = views[task].offset;
                return invalid(self.name(), format!("the {what} of task {task} is {value}"));
            }
        }
        if is_negative(&self.capacity) {
            let what = format!("the capacity is {}", self.capacity.offset);
            return invalid(self.name(), what);
        }
        Ok(())
    }

    fn post(&self, out: &mut Poster<'_>) {
        let mut tasks: Vec<Task> = (0..self.starts.len())
            .map(|i| Task {
                start: self.starts[i],
                duration: self.durations[i],
                demand: self.demands[i],
            })
            .collect();
        let is_zero = |view: View| view == View::constant(0);
        tasks.retain(|task| {
            let is_open = task.duration.var != Var::ZERO || task.demand.var != Var::ZERO;
            is_open || !(is_zero(task.duration) || is_zero(task.demand))
        });
        let views = tasks
            .iter()
            .flat_map(|task| [task.start, task.duration, task.demand])
            .chain([self.capacity]);
        let wakes: Vec<Wake> = views
            .filter(|view| view.var != Var::ZERO)
            .map(|view| Wake::on(view, On::Bounds))
            .collect();
        let by_domain = out.consistency() == Consistency::Domain;
        if out.consistency() != Consistency::Value {
            let apart = tasks_apart(&tasks, self.capacity, out.store());
            // For fewer tasks it costs more than it removes.
            if 2 * apart.len() > tasks.len() {
                let starts: Vec<View> = apart.iter().map(|task| task.start).collect();
                disjunctive(starts, apart.iter().map(|task| task.duration)).post(out);
            }
            if apart.len() < tasks.len() {
                CumulativeEdgeFinding::post(&tasks, self.capacity, &wakes, out);
            }
        }
        let timetable = CumulativeTimetable::new(tasks, self.capacity, by_domain);
        out.add(Cost::Quadratic, timetable, wakes);
    }
}

/// The tasks of which no two fit into the capacity at once, and which take time: those that need more than half of it, and the largest other one if it
/// fits beside none of them.
fn tasks_apart(tasks: &[Task], capacity: View, store: &Store) -> Vec<Task> {
    let capacity = i64::from(store.max(capacity));
    let demand = |task: &Task| i64::from(store.min(task.demand));
    let (mut apart, others): (Vec<Task>, Vec<Task>) = (tasks.iter())
        .filter(|task| store.min(task.duration) > 0)
        .partition(|task| 2 * demand(task) > capacity);
    let least = apart.iter().map(demand).min();
    let largest = others.iter().max_by_key(|task| demand(task));
    if let (Some(least), Some(largest)) = (least, largest)
        && demand(largest) + least > capacity
    {
        apart.push(*largest);
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_fd::Kernel;
    use gridwright_testing::BuildModel;
    use gridwright_testing::search::setup;

    /// Demands of tasks of duration 1, unless the demand is negative: then the opposite demand and no duration. Which of them are apart in a capacity of 10.
    fn apart(demands: &[i32]) -> Vec<i32> {
        let mut model = Model::new();
        let mut constant = |value: i32| model.int(value..=value).view();
        let task = |&demand: &i32| Task {
            start: constant(0),
            duration: constant(i32::from(demand > 0)),
            demand: constant(demand.abs()),
        };
        let tasks: Vec<Task> = demands.iter().map(task).collect();
        let capacity = constant(10);
        let kernel = Kernel::new(&model, &setup(Consistency::Bounds, false));
        let found = tasks_apart(&tasks, capacity, kernel.store());
        let demand = |task: &Task| kernel.store().min(task.demand);
        found.iter().map(demand).collect()
    }

    #[test]
    fn tasks_that_fit_together_are_not_apart() {
        assert_eq!(apart(&[6, 7, 3, 8]), [6, 7, 8]);
        // The largest of the others fits beside none of them.
        assert_eq!(apart(&[6, 7, 5, 4]), [6, 7, 5]);
        // It just fits.
        assert_eq!(apart(&[6, 7, 4]), [6, 7]);
        // Without a duration, a task is beside any other.
        assert_eq!(apart(&[6, -7, 8, -5]), [6, 8]);
        assert_eq!(apart(&[5, 5, 5]), []);
    }
}
