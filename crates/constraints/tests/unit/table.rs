//! Tests of tables of allowed and of forbidden rows.

use std::collections::BTreeSet;

use crate::util::*;

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
        Some(table(x, random_rows(x.len(), max_rows, draws)))
    })
    .arity(0..=4)
    .claims([DOMAIN; 3])
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
        Some(short_table(x, rows))
    })
    .arity(0..=4)
    .claims([DOMAIN; 3])
    .check();
}

#[test]
fn laws_of_negative_tables() {
    Laws::new("negative_table", |x, draws| {
        let max_rows = *draws.pick(&[1, 8, 40, 150]);
        Some(negative_table(x, random_rows(x.len(), max_rows, draws)))
    })
    .views(0..=4, -2..=1)
    .claims([DOMAIN; 3])
    .check();
}

#[test]
fn repeated_variables_are_domain_consistent() {
    // A published counterexample: table([3, c, c, b]).
    let mut model = Model::new();
    let c = model.int(0..=5);
    let b = model.int(0..=5);
    let rows = [[3, 1, 1, 2], [3, 2, 1, 4], [2, 4, 4, 4], [3, 5, 5, 0]];
    let views = [View::constant(3), c.view(), c.view(), b.view()];
    model.add(table(views, rows));
    let domains = propagated(&model, Consistency::Domain, &[], &[c, b]);
    assert_eq!(domains, Ok(vec![vec![1, 5], vec![0, 2]]));
}

#[test]
fn rows_of_the_wrong_length_are_rejected() {
    let mut model = Model::new();
    let x = model.int(0..=5);
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
            let x = model.int(0..=29);
            let y = model.int(0..=29);
            let z = model.int(0..=30);
            let constraint = if negative {
                negative_table([x, y, z], others.clone())
            } else {
                table([x, y, z], rows.clone())
            };
            model.add(constraint);
            let decisions: Vec<Atom> = decision
                .iter()
                .flat_map(|&value| [Atom::eq(z, value), Atom::le(x, value)])
                .collect();
            found.push(propagated(
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
    let x = model.int(-2_000_000_000..=2_000_000_000);
    let y = model.int(0..=2_000_000_000);
    let rows = [
        [Some(-5), Some(7)],
        [Some(1_000_000_000), None],
        [Some(4), Some(3)],
    ];
    model.add(short_table([x, y], rows));
    let domains = propagated(
        &model,
        Consistency::Domain,
        &[Atom::le(x, 4), Atom::ge(y, 4)],
        &[x, y],
    );
    assert_eq!(domains, Ok(vec![vec![-5], vec![7]]));
    let lone = propagated(&model, Consistency::Domain, &[Atom::ge(y, 8)], &[x]);
    assert_eq!(lone, Ok(vec![vec![1_000_000_000]]));
    let between = propagated(&model, Consistency::Domain, &[Atom::eq(x, 9)], &[x]);
    assert!(between.is_err());
}

#[test]
fn a_wide_column_alone_is_still_checked() {
    let mut model = Model::new();
    let x = model.int(0..=2_000_000_000);
    model.add(table([x], [[0], [1_000_000_000]]));
    for (value, fits) in [(0, true), (5, false), (1_000_000_000, true)] {
        let found = propagated(&model, Consistency::Domain, &[Atom::eq(x, value)], &[x]);
        assert_eq!(found.is_ok(), fits, "{value}");
    }
}
