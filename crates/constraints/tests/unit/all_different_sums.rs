//! Laws and examples of `all_different_sums`.

use crate::util::*;

/// Sets of indices with the sums they have in an assignment, or in no assignment.
fn random(x: &[View], draws: &mut Draws) -> AllDifferentSums {
    let mut sums = Vec::new();
    for _ in 0..draws.between(0, 3) {
        let at: Vec<usize> = (0..x.len()).filter(|_| !draws.one_in(3)).collect();
        sums.push((at, draws.between(-2, 9)));
    }
    all_different_sums(x, sums)
}

#[test]
fn laws() {
    Laws::new("all_different_sums", |x, draws| Some(random(x, draws)))
        .views(0..=5, -1..=4)
        .claims([FORWARD; 3])
        .check_rounds(100);
}

#[test]
fn laws_of_permutations() {
    Laws::new("all_different_sums", |x, draws| Some(random(x, draws)))
        .domains(|draws| {
            let n = draws.between(3, 5);
            let values = |draws: &mut Draws| {
                let sure = draws.between(1, n);
                (1..=n)
                    .filter(|&value| value == sure || !draws.one_in(5))
                    .collect()
            };
            (0..n).map(|_| values(draws)).collect()
        })
        .claims([FORWARD; 3])
        .check_rounds(60);
}

/// Rows, columns and diagonals.
fn lines(n: usize) -> Vec<Vec<usize>> {
    let rows = (0..n).map(|r| (0..n).map(|c| r * n + c).collect());
    let columns = (0..n).map(|c| (0..n).map(|r| r * n + c).collect());
    let down = (0..n).map(|i| i * n + i).collect();
    let up = (0..n).map(|i| i * n + n - 1 - i).collect();
    rows.chain(columns).chain([down, up]).collect()
}

#[test]
fn there_are_7040_magic_squares_of_order_4() {
    let mut model = Model::new();
    let cells = model.ints(16, 1..=16);
    let sums = lines(4).into_iter().map(|line| (line, 34));
    model.add(all_different_sums(&cells, sums));
    assert_eq!(solutions(&model, Consistency::Value, &cells).len(), 7040);
}

#[test]
fn values_without_a_partner_are_removed() {
    let mut model = Model::new();
    let vars = model.int_each([&[1, 2, 3, 5][..], &[2, 4, 6], &[4]]);
    model.add(all_different_sums(
        &vars,
        [(vec![0, 1], 7), (vec![0, 1, 2], 11)],
    ));
    let found = propagated(&model, Consistency::Value, &[], &vars).expect("fits");
    assert_eq!(found, [vec![1, 5], vec![2, 6], vec![4]]);
}

#[test]
fn other_views_are_posted_in_parts() {
    let mut model = Model::new();
    let wide = model.int(0..=1000);
    let small = model.int(0..=9);
    model.add(all_different_sums([wide, small], [(vec![0, 1], 1005)]));
    let found = solutions(&model, Consistency::Value, &[wide, small]);
    assert_eq!(found.len(), 5);
}

#[test]
fn indices_that_do_not_exist_or_repeat_are_rejected() {
    let mut model = Model::new();
    let x = model.ints(2, 0..=9);
    for at in [vec![2], vec![0, 0]] {
        let posted = model.post(all_different_sums(&x, [(at, 3)]));
        assert!(matches!(posted, Err(ModelError::InvalidArguments { .. })));
    }
}
