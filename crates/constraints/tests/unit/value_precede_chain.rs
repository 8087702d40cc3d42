//! Laws and examples of `value_precede_chain`.

use crate::util::*;

#[test]
fn laws() {
    Laws::new("value_precede_chain", |x, draws| {
        let mut values = vec![-1, 0, 1, 2];
        draws.shuffle(&mut values);
        values.truncate(draws.below(5));
        Some(value_precede_chain(values, x))
    })
    .views(0..=5, -1..=2)
    .claims([DOMAIN; 3])
    .check();
    Laws::new("value_precede_chain with repeats", |x, draws| {
        let n = draws.below(5);
        let values: Vec<i32> = (0..n).map(|_| draws.between(0, 1)).collect();
        Some(value_precede_chain(values, x))
    })
    .views(0..=4, -1..=1)
    .check_rounds(60);
}

#[test]
fn the_chain_prunes_more_than_its_pairs() {
    // Walsh 2006: 1, then 1..2, then 1 or 3, then 3 or 4: a 4 at the end needs a 3, which needs a 2.
    let mut model = Model::new();
    let domains = [&[1][..], &[1, 2], &[1, 3], &[3, 4]];
    let vars = model.int_each(domains);
    model.add(value_precede_chain(1..=4, &vars));
    let found = propagated(&model, Consistency::Domain, &[], &vars).expect("fits");
    assert_eq!(found[1], [2]);
    let all = propagated(&model, Consistency::Domain, &[Atom::eq(vars[3], 4)], &vars);
    assert_eq!(all.expect("fits")[2], [3]);
}

#[test]
fn set_partitions_are_counted_once() {
    // First uses in order: restricted growth strings, counted by the Bell numbers.
    for (n, bell) in [(1, 1), (2, 2), (3, 5), (4, 15), (5, 52), (6, 203_usize)] {
        let mut model = Model::new();
        let vars = model.ints(n as usize, 1..=n);
        model.add(value_precede_chain(1..=n, &vars));
        assert_eq!(solutions(&model, Consistency::Domain, &vars).len(), bell);
    }
}
