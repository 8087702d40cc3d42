//! Laws and examples of `cumulative`.

mod edge_finding;

use crate::util::*;

#[test]
fn laws() {
    Laws::new("cumulative", |x, draws| {
        let durations: Vec<i32> = x.iter().map(|_| draws.between(0, 4)).collect();
        let demands: Vec<i32> = x.iter().map(|_| draws.between(0, 3)).collect();
        Some(cumulative(x, durations, demands, draws.between(0, 5)))
    })
    .views(0..=4, -2..=4)
    .claims([CHECKS, CHECKS, FORWARD])
    .check();
}

/// No strength is claimed: if a variable is both duration and demand, its bounds alone do not decide.
#[test]
fn laws_of_open_tasks() {
    Laws::new("cumulative with variables", |x, draws| {
        let known = |view: Option<&View>, max: i32, draws: &mut Draws| match view {
            Some(&view) if draws.one_in(2) => view,
            _ => View::constant(draws.between(0, max)),
        };
        let n = x.len().div_ceil(2);
        let (starts, rest) = x.split_at(n);
        let durations: Vec<View> = (0..n).map(|i| known(rest.get(i), 4, draws)).collect();
        let demands: Vec<View> = (0..n)
            .map(|i| known(rest.get(n - 1 - i), 3, draws))
            .collect();
        let capacity = known(rest.first(), 5, draws);
        Some(cumulative_var(starts, durations, demands, capacity))
    })
    .views(0..=5, -1..=4)
    .check();
}

#[test]
fn compulsory_parts_bound_duration_demand_and_capacity() {
    let mut model = Model::new();
    let a = model.int(0..=1);
    let names = ["duration", "demand", "capacity"];
    let open = model.vars(names, 1..=9).expect("a domain");
    let [duration, demand, capacity] = [open[0], open[1], open[2]];
    // The first task runs at 1 and 2 and demands 3; the second starts at 0 and runs at 0 at least.
    let starts = [a.view(), View::constant(0)];
    let durations = [View::constant(3), duration.view()];
    let demands = [View::constant(3), demand.view()];
    model.add(cumulative_var(starts, durations, demands, capacity));
    let found = propagated(&model, Consistency::Bounds, &[], &[capacity]);
    assert_eq!(found, Ok(vec![vec![3, 4, 5, 6, 7, 8, 9]]));
    let decisions = [Atom::le(capacity, 3)];
    let found = propagated(
        &model,
        Consistency::Bounds,
        &decisions,
        &[a, duration, demand],
    );
    assert_eq!(found, Ok(vec![vec![1], vec![1], vec![1, 2, 3]]));
    let decisions = [Atom::le(capacity, 5), Atom::ge(duration, 2)];
    let found = propagated(&model, Consistency::Bounds, &decisions, &[demand]);
    assert_eq!(found, Ok(vec![vec![1, 2]]));
}

#[test]
fn a_task_moves_past_compulsory_parts() {
    let mut model = Model::new();
    let a = model.int(1..=2);
    let b = model.int(0..=9);
    // `a` runs at 2, 3 and 4 in any case: `b`, which lasts 2, starts at 5 or ends by 2.
    let tasks = cumulative([a, b], [4, 2], [1, 1], 1);
    model.add(tasks);
    let found = propagated(&model, Consistency::Bounds, &[Atom::ge(b, 1)], &[b]);
    assert_eq!(found, Ok(vec![vec![5, 6, 7, 8, 9]]));
    let found = propagated(&model, Consistency::Domain, &[], &[b]);
    assert_eq!(found, Ok(vec![vec![0, 5, 6, 7, 8, 9]]));
}

#[test]
fn long_and_late_tasks_do_not_overflow() {
    let mut model = Model::new();
    let x = model.ints(2, 0..=2_000_000_000);
    let tasks = cumulative(
        x.clone(),
        [2_000_000_000; 2],
        [2_000_000_000; 2],
        2_000_000_000,
    );
    model.add(tasks);
    let found = propagated(&model, Consistency::Domain, &[Atom::eq(x[0], 0)], &x);
    assert_eq!(found, Ok(vec![vec![0], vec![2_000_000_000]]));
    // A short task is moved past a long one in one step.
    let mut model = Model::new();
    let x = model.ints(2, 0..=1_000_000_000);
    let tasks = cumulative(x.clone(), [1_000_000_000, 1], [1, 1], 1);
    model.add(tasks);
    let found = propagated(&model, Consistency::Domain, &[Atom::eq(x[0], 0)], &x);
    assert_eq!(found, Ok(vec![vec![0], vec![1_000_000_000]]));
}

#[test]
fn invalid_tasks_are_rejected() {
    let mut model = Model::new();
    let x = model.ints(2, 0..=9);
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
    let x = model.ints(4, 0..=4);
    let durations = [2, 1, 3, 1];
    let demands = [1, 2, 1, 1];
    model.add(cumulative(&x, durations, demands, 2));
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
    for level in [Consistency::Value, Consistency::Domain] {
        assert_eq!(solutions(&model, level, &x).len(), expected);
    }
}
