//! Laws and examples of `minimum`.

use crate::util::*;

#[test]
fn laws() {
    Laws::new("minimum", |x, draws| {
        let (&m, xs) = x.split_last()?;
        let xs = xs.iter().copied();
        Some(if draws.one_in(2) {
            minimum(xs, m)
        } else {
            maximum(xs, m)
        })
    })
    .views(1..=4, -3..=3)
    .claims([BOUNDS, BOUNDS, DOMAIN])
    .check();
}

fn left(
    level: Consistency,
    post: impl Fn(&[Var]) -> Minimum,
    domains: &[&[i32]],
) -> Option<Vec<Vec<i32>>> {
    let mut model = Model::new();
    let vars = model.int_each(domains.iter().copied());
    model.add(post(&vars));
    propagated(&model, level, &[], &vars).ok()
}

#[test]
fn the_only_candidate_is_the_minimum() {
    let found = left(
        Consistency::Bounds,
        |v| minimum(&v[1..], v[0]),
        &[&[1, 2, 3], &[2, 3, 9], &[5, 6], &[7]],
    );
    let expected = vec![vec![2, 3], vec![2, 3], vec![5, 6], vec![7]];
    assert_eq!(found, Some(expected));
}

#[test]
fn holes_propagate_in_both_directions() {
    let found = left(
        Consistency::Domain,
        |v| maximum(&v[1..], v[0]),
        &[&[0, 1, 2, 5, 8], &[1, 4, 8], &[0, 1, 2]],
    );
    let expected = vec![vec![1, 2, 8], vec![1, 8], vec![0, 1, 2]];
    assert_eq!(found, Some(expected));
}

#[test]
fn an_empty_minimum_is_false() {
    let none: [Var; 0] = [];
    assert_eq!(
        left(Consistency::Bounds, |v| minimum(none, v[0]), &[&[1, 2]]),
        None
    );
}
