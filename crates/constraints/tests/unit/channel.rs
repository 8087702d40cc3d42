//! Laws and examples of `channel`.

use crate::util::*;

#[test]
fn laws() {
    Laws::new("channel", |x, draws| {
        let (&x, bools) = x.split_first()?;
        Some(channel(x, bools, draws.between(-1, 1)))
    })
    .views(1..=4, -1..=2)
    .claims([DOMAIN; 3])
    .check_rounds(200);
}

#[test]
fn laws_of_some_values() {
    Laws::new("value_channels", |x, draws| {
        let (&x, bools) = x.split_first()?;
        let values = bools.iter().map(|&bool| (draws.between(-2, 3), bool));
        Some(value_channels(x, values.collect::<Vec<_>>()))
    })
    .views(1..=4, -1..=2)
    .check_rounds(200);
}

/// Many values propagate as one channel for each does.
#[test]
fn some_values_propagate_as_each() {
    let build = |together: bool| {
        let mut model = Model::new();
        let x = model.int(0..=9);
        let bools = model.ints(6, 0..=1);
        let pairs: Vec<(i32, Var)> = (2..).zip(bools.iter().copied()).collect();
        match together {
            true => model.add(value_channels(x, pairs)),
            false => pairs
                .into_iter()
                .for_each(|(value, bool)| model.add(value_channel(x, value, bool))),
        }
        let all: Vec<Var> = [x].into_iter().chain(bools).collect();
        (model, all)
    };
    let ((one, x), (many, y)) = (build(true), build(false));
    assert_eq!(x, y);
    for decisions in [
        vec![],
        vec![Atom::le(x[0], 4)],
        vec![Atom::eq(x[0], 5)],
        vec![Atom::ge(x[1], 1)],
        vec![Atom::le(x[2], 0), Atom::le(x[3], 0), Atom::ge(x[0], 3)],
        vec![Atom::ge(x[1], 1), Atom::ge(x[2], 1)],
    ] {
        let [a, b] =
            [&one, &many].map(|model| propagated(model, Consistency::Domain, &decisions, &x).ok());
        assert_eq!(a, b, "{decisions:?}");
    }
}

#[test]
fn laws_of_one_value() {
    Laws::new("value_channel", |x, draws| {
        Some(value_channel(x[0], draws.between(-2, 3), x[1]))
    })
    .arity(2..=2)
    .claims([DOMAIN; 3])
    .check();
}
