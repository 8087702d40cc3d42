//! Tests of tables of allowed and of forbidden rows.

use std::collections::BTreeSet;

use super::*;
use crate::support::test_util;
use gridwright_fd::{Atom, Consistency};
use gridwright_testing::Draws;
use gridwright_testing::laws::{Laws, Strength};

/// Random rows over the values that the laws use, and slightly beyond.
fn random_rows(n_columns: usize, max_rows: usize, draws: &mut Draws) -> Vec<Vec<i32>> {
    (0..draws.below(max_rows + 1))
        .map(|_| (0..n_columns).map(|_| draws.between(-2, 3)).collect())
        .collect()
}

#[test]
fn laws() {
    Laws::new("table", |x, draws| {
        let max_rows = *draws.pick(&[1, 8, 40, 150]);
        Some(table(x.to_vec(), random_rows(x.len(), max_rows, draws)))
    })
    .arity(0..=4)
    .claims(Consistency::Value, Strength::Domain)
    .check();
}

#[test]
fn laws_of_short_tables() {
    Laws::new("short_table", |x, draws| {
        let rows: Vec<Vec<Option<i32>>> = random_rows(x.len(), 12, draws)
            .into_iter()
            .map(|row| {
                let cells = row.into_iter();
                cells
                    .map(|value| (!draws.one_in(3)).then_some(value))
                    .collect()
            })
            .collect();
        Some(short_table(x.to_vec(), rows))
    })
    .arity(0..=4)
    .claims(Consistency::Value, Strength::Domain)
    .check();
}

#[test]
fn laws_of_negative_tables() {
    Laws::new("negative_table", |x, draws| {
        let max_rows = *draws.pick(&[1, 8, 40, 150]);
        Some(negative_table(
            x.to_vec(),
            random_rows(x.len(), max_rows, draws),
        ))
    })
    .arity(0..=4)
    .values(-2..=1)
    .claims(Consistency::Value, Strength::Domain)
    .check();
}

#[test]
fn repeated_variables_are_domain_consistent() {
    // A published counterexample: table([3, c, c, b]).
    let mut model = Model::new();
    let c = model.var("c", 0..=5).expect("a domain");
    let b = model.var("b", 0..=5).expect("a domain");
    let rows = [[3, 1, 1, 2], [3, 2, 1, 4], [2, 4, 4, 4], [3, 5, 5, 0]];
    let views = [View::constant(3), c.view(), c.view(), b.view()];
    model.post(table(views, rows)).expect("fits");
    let domains = test_util::domains(&model, Consistency::Domain, &[], &[c, b]);
    assert_eq!(domains, Ok(vec![vec![1, 5], vec![0, 2]]));
}

#[test]
fn rows_of_the_wrong_length_are_rejected() {
    let mut model = Model::new();
    let x = model.var("x", 0..=5).expect("a domain");
    let error = model.post(table([x], [vec![1], vec![1, 2]])).unwrap_err();
    assert_eq!(error.to_string(), "table: row 1 has 2 values for 1 views");
}

#[test]
fn a_large_table_agrees_with_its_rows() {
    // x * y = z over 0..=29, with many words of rows, and the same with its forbidden rows.
    let product = |i: i32| [i / 30, i % 30, (i / 30) * (i % 30) % 31];
    let rows: Vec<[i32; 3]> = (0..900).map(product).collect();
    let mut others = Vec::new();
    for i in 0..900 {
        let row = product(i);
        others.extend(
            (0..31)
                .filter(|&z| z != row[2])
                .map(|z| [row[0], row[1], z]),
        );
    }
    for decision in [None, Some(5), Some(17)] {
        let mut found = Vec::new();
        for negative in [false, true] {
            let mut model = Model::new();
            let x = model.var("x", 0..=29).expect("a domain");
            let y = model.var("y", 0..=29).expect("a domain");
            let z = model.var("z", 0..=30).expect("a domain");
            let constraint = if negative {
                negative_table([x, y, z], others.clone())
            } else {
                table([x, y, z], rows.clone())
            };
            model.post(constraint).expect("fits");
            let decisions: Vec<Atom> = decision
                .iter()
                .flat_map(|&value| [Atom::eq(z, value), Atom::le(x, value)])
                .collect();
            found.push(test_util::domains(
                &model,
                Consistency::Domain,
                &decisions,
                &[x, y, z],
            ));
        }
        assert_eq!(found[0], found[1]);
        let expected: BTreeSet<i32> = rows
            .iter()
            .filter(|row| decision.is_none_or(|value| row[2] == value && row[0] <= value))
            .map(|row| row[1])
            .collect();
        let domains = found.remove(0).expect("has solutions");
        assert_eq!(domains[1], expected.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn wide_domains_are_cut_to_the_rows() {
    let mut model = Model::new();
    let x = model
        .var("x", -2_000_000_000..=2_000_000_000)
        .expect("a domain");
    let y = model.var("y", 0..=2_000_000_000).expect("a domain");
    let rows = [
        [Some(-5), Some(7)],
        [Some(1_000_000_000), None],
        [Some(4), Some(3)],
    ];
    model.post(short_table([x, y], rows)).expect("fits");
    let domains = test_util::domains(
        &model,
        Consistency::Domain,
        &[Atom::le(x, 4), Atom::ge(y, 4)],
        &[x, y],
    );
    assert_eq!(domains, Ok(vec![vec![-5], vec![7]]));
    let lone = test_util::domains(&model, Consistency::Domain, &[Atom::ge(y, 8)], &[x]);
    assert_eq!(lone, Ok(vec![vec![1_000_000_000]]));
    let between = test_util::domains(&model, Consistency::Domain, &[Atom::eq(x, 9)], &[x]);
    assert!(between.is_err());
}

#[test]
fn a_wide_column_alone_is_still_checked() {
    let mut model = Model::new();
    let x = model.var("x", 0..=2_000_000_000).expect("a domain");
    model
        .post(table([x], [[0], [1_000_000_000]]))
        .expect("fits");
    for (value, fits) in [(0, true), (5, false), (1_000_000_000, true)] {
        let found = test_util::domains(&model, Consistency::Domain, &[Atom::eq(x, value)], &[x]);
        assert_eq!(found.is_ok(), fits, "{value}");
    }
}
