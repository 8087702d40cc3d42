//! Laws and examples of `bool_sum`.

use crate::util::*;

fn any(bools: &[View], total: View, draws: &mut Draws) -> BoolSum {
    match draws.below(3) {
        0 => bool_sum_eq(bools, total),
        1 => bool_sum_le(bools, total),
        _ => bool_sum_ge(bools, total),
    }
}

#[test]
fn laws_against_a_constant() {
    Laws::new("bool_sum", |x, draws| {
        let total = draws.between(-1, x.len() as i32 + 1);
        Some(any(x, View::constant(total), draws))
    })
    .booleans(0..=6)
    .claims([DOMAIN; 3])
    .check_rounds(200);
}

#[test]
fn laws_against_a_view() {
    Laws::new("bool_sum, against a view", |x, draws| {
        let (&total, bools) = x.split_last()?;
        let total = View {
            scale: total.scale * *draws.pick(&[1, -1, 2, 3]),
            offset: total.offset + draws.between(0, 2),
            ..total
        };
        Some(any(bools, total, draws))
    })
    .booleans(1..=6)
    .claims([DOMAIN; 3])
    .check_rounds(200);
}

#[test]
fn laws_of_constants_against_a_wide_total() {
    Laws::new("bool_sum, constants against a wide total", |x, draws| {
        let n = draws.below(4);
        let constants = (0..n).map(|_| View::constant(draws.between(0, 1)));
        let bools: Vec<View> = constants.collect();
        Some(any(&bools, x[0], draws))
    })
    .arity(1..=1)
    .claims([DOMAIN; 3])
    .check();
}

#[test]
fn laws_of_one() {
    Laws::new("exactly_one, at_most_one, at_least_one", |x, draws| {
        let bools = x.iter().copied();
        Some(match draws.below(3) {
            0 => exactly_one(bools),
            1 => at_most_one(bools),
            _ => at_least_one(bools),
        })
    })
    .booleans(0..=5)
    .claims([DOMAIN; 3])
    .check();
}

#[test]
fn numbers_are_not_booleans() {
    let mut model = Model::new();
    let x = model.var("x", 0..=2).expect("a domain");
    let error = model.post(exactly_one([x])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "bool_sum: x has the values 0..2; bool_sum needs 0..1"
    );
}

#[test]
fn a_long_sum_meets_its_total() {
    let mut model = Model::new();
    let bools: Vec<Var> = model.ints(200, 0..=1);
    let total = model.int(0..=1000);
    model.add(bool_sum_eq(&bools, total));
    let mut kernel = Kernel::new(&model, &setup(Consistency::Value, true));
    kernel.propagate().expect("open");
    assert_eq!(kernel.store().max(total.view()), 200);
    for &b in &bools[..150] {
        kernel.decide(Atom::eq(b, 1)).expect("open");
        kernel.propagate().expect("open");
    }
    assert_eq!(kernel.store().min(total.view()), 150);
    kernel.decide(Atom::le(total, 150)).expect("open");
    kernel.propagate().expect("the rest are false");
    assert!(
        bools[150..]
            .iter()
            .all(|b| kernel.store().fixed(b.view()) == Some(0))
    );
    kernel.back_to(100);
    kernel.decide(Atom::ge(total, 200)).expect("open");
    kernel.propagate().expect("the rest are true");
    assert!(
        bools
            .iter()
            .all(|b| kernel.store().fixed(b.view()) == Some(1))
    );
}
