//! Tests of `edge_finding`.

use crate::util::*;

/// Four tasks of three hours fill two machines for six hours; none has a compulsory part.
#[test]
fn a_task_is_moved_out_of_a_full_window() {
    let mut model = Model::new();
    let mut x = model.ints(4, 0..=3);
    let other = model.int(0..=9);
    x.push(other);
    model.add(cumulative(x, [3, 3, 3, 3, 1], [1; 5], 2));
    let found = propagated(&model, Consistency::Bounds, &[], &[other]);
    assert_eq!(found, Ok(vec![vec![6, 7, 8, 9]]));
}

#[test]
fn a_task_is_moved_before_a_full_window() {
    let mut model = Model::new();
    let mut x = model.ints(4, 4..=7);
    let other = model.int(0..=8);
    x.push(other);
    model.add(cumulative(x, [3, 3, 3, 3, 2], [1; 5], 2));
    let found = propagated(&model, Consistency::Bounds, &[], &[other]);
    assert_eq!(found, Ok(vec![vec![0, 1, 2]]));
}

#[test]
fn too_much_energy_is_a_conflict() {
    let mut model = Model::new();
    let x = model.ints(5, 0..=3);
    model.add(cumulative(x, [3; 5], [1; 5], 2));
    assert!(propagated(&model, Consistency::Bounds, &[], &[]).is_err());
    assert_eq!(n_solutions(&model, Consistency::Bounds), 0);
}
