//! Laws and examples of `disjunctive`.

use crate::util::*;

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
