//! Laws and examples of `global_cardinality`.

use crate::util::*;

fn build(xs: &[View], cover: Vec<i32>, counts: impl IntoViews, closed: bool) -> GlobalCardinality {
    match closed {
        true => global_cardinality_closed(xs, cover, counts),
        false => global_cardinality(xs, cover, counts),
    }
}

fn cover(n: usize, draws: &mut Draws) -> Vec<i32> {
    let mut values: Vec<i32> = (-2..=3).collect();
    draws.shuffle(&mut values);
    values.truncate(n);
    values
}

#[test]
fn laws() {
    Laws::new("global_cardinality", |x, draws| {
        let n_counts = draws.below(x.len() / 2 + 1);
        let (counts, xs) = x.split_at(n_counts);
        let closed = draws.one_in(2);
        Some(build(xs, cover(n_counts, draws), counts, closed))
    })
    .views(0..=5, -1..=2)
    .claims([FORWARD; 3])
    .check();
}

#[test]
fn laws_of_fixed_counts() {
    Laws::new("global_cardinality", |x, draws| {
        let n_counts = draws.below(5);
        let cover = cover(n_counts, draws);
        let counts: Vec<View> = (0..n_counts)
            .map(|_| View::constant(draws.between(0, 2)))
            .collect();
        let closed = draws.one_in(3);
        Some(build(x, cover, counts, closed))
    })
    .views(0..=5, -1..=2)
    .claims([FORWARD, FORWARD, DOMAIN])
    .check_rounds(250);
}

#[test]
fn flow_prunes_more_than_counting() {
    // Régin 1996: three people can work only two of the shifts, which need at most one and two of them.
    let mut model = Model::new();
    let x = model.ints(3, 1..=2);
    let y = model.int(1..=4);
    let xs: Vec<Var> = x.into_iter().chain([y]).collect();
    let counts = [model.int(0..=1), model.int(0..=2)];
    model.add(global_cardinality(&xs, [1, 2], counts));
    let left = |level| {
        let mut kernel = Kernel::new(&model, &setup(level, false));
        assert!(kernel.propagate().is_ok());
        kernel.store().values(y.view()).collect::<Vec<_>>()
    };
    assert_eq!(left(Consistency::Value), [1, 2, 3, 4]);
    assert_eq!(left(Consistency::Domain), [3, 4]);
}

#[test]
fn repeated_values_and_wrong_lengths_are_rejected() {
    let mut model = Model::new();
    let x = model.ints(2, 0..=2);
    let error = model.post(global_cardinality(&x, [1, 1], &x)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "global_cardinality: value 1 is counted twice"
    );
    let error = model.post(global_cardinality(&x, [1], &x)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "global_cardinality: 1 values against 2 counts"
    );
}
