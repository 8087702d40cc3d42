//! Laws and examples of `element`.

use crate::util::*;

#[test]
fn laws() {
    Laws::new("element", |x, draws| {
        let (index, rest) = x.split_first()?;
        let (result, array) = rest.split_first()?;
        Some(element(*index, draws.between(-2, 1), array, *result))
    })
    .views(2..=5, -2..=2)
    .claims([BOUNDS, BOUNDS, DOMAIN])
    .check();
}

#[test]
fn laws_of_constant_arrays() {
    Laws::new("element of constants", |x, draws| {
        let n = draws.below(6);
        let array: Vec<View> = (0..n)
            .map(|_| View::constant(draws.between(-2, 3)))
            .collect();
        Some(element(x[0], draws.between(-2, 1), array, x[1]))
    })
    .arity(2..=2)
    .claims([BOUNDS, BOUNDS, DOMAIN])
    .check();
}

#[test]
fn holes_propagate_in_both_directions() {
    let mut model = Model::new();
    let i = model.int(1..=4);
    let y = model.int(0..=9);
    let array = [3, 7, 3, 5].map(View::constant);
    model.add(element(i, 1, array, y));
    let domains = propagated(&model, Consistency::Domain, &[Atom::ne(y, 3)], &[i, y]);
    assert_eq!(domains, Ok(vec![vec![2, 4], vec![5, 7]]));
}

#[test]
fn an_array_that_contains_its_own_index_and_result() {
    // i = array[i] over [i, y, 2]: fixed points only.
    let mut model = Model::new();
    let i = model.int(0..=2);
    let y = model.int(0..=2);
    let array = [i.view(), y.view(), View::constant(2)];
    model.add(element(i, 0, array, i));
    let found = solutions(&model, Consistency::Domain, &[i, y]);
    let expected = [[0, 0], [0, 1], [0, 2], [1, 1], [2, 0], [2, 1], [2, 2]];
    assert_eq!(found, expected.map(Vec::from));
}

#[test]
fn an_element_that_is_always_one_more_than_the_result() {
    // Both views of y can become fixed in one run without being equal.
    let mut model = Model::new();
    let y = model.int(0..=3);
    let more = y.view().plus(1).expect("small numbers");
    model.add(element(View::constant(0), 0, [more], y));
    for level in [Consistency::Value, Consistency::Bounds, Consistency::Domain] {
        assert_eq!(solutions(&model, level, &[y]).len(), 0);
    }
}

#[test]
fn wide_results_are_narrowed_by_bounds() {
    let mut model = Model::new();
    let i = model.int(0..=2_000_000_000);
    let y = model.int(-2_000_000_000..=2_000_000_000);
    let array = [-7, 1_000_000_000].map(View::constant);
    model.add(element(i, 5, array, y));
    let kernel = {
        let mut kernel = kernel(&model, Consistency::Domain);
        kernel.propagate().expect("has solutions");
        kernel
    };
    assert_eq!(kernel.store().min(y.view()), -7);
    assert_eq!(kernel.store().max(y.view()), 1_000_000_000);
    assert_eq!(solutions(&model, Consistency::Domain, &[i, y]).len(), 2);
}

#[test]
fn wide_results_have_a_value_of_some_element() {
    let mut rng = Rng::new(7);
    for round in 0..60 {
        let domain = |rng: &mut Rng| {
            let from = rng.between(0, 2_800);
            let to = rng.between(from, 3_000);
            let one_in = if rng.one_in(2) { 1 } else { 40 };
            let values = (from..=to).filter(|_| one_in == 1 || !rng.one_in(one_in));
            Domain::from_values(values.chain([from]).collect::<Vec<_>>())
        };
        let mut model = Model::new();
        let i = model.int(0..=4);
        let y = model.int(domain(&mut rng));
        let array: Vec<Var> = (0..5).map(|_| model.int(domain(&mut rng))).collect();
        model.add(element(i, 0, array.clone(), y));
        let has = |var: Var, value: i32| model.domain(var).contains(value);
        let values: Vec<i32> = (0..=3_000).filter(|&value| has(y, value)).collect();
        let shares = |&k: &i32| values.iter().any(|&value| has(array[k as usize], value));
        let indices: Vec<i32> = (0..5).filter(shares).collect();
        if let [_, _, ..] = indices[..] {
            let provided = |value: &i32| indices.iter().any(|&k| has(array[k as usize], *value));
            let kept: Vec<i32> = values.iter().copied().filter(provided).collect();
            let found = propagated(&model, Consistency::Domain, &[], &[i, y]);
            assert_eq!(found, Ok(vec![indices, kept]), "round {round}");
        }
    }
}

#[test]
fn scaled_wide_views_without_common_values() {
    let mut model = Model::new();
    let x = model.ints(2, 0..=1_000_000_000);
    let even = x[0].view().times(2).expect("fits");
    let odd = x[1].view().times(2).and_then(|view| view.plus(1));
    let constraint = element(View::constant(0), 0, [even], odd.expect("fits"));
    model.add(constraint);
    assert!(propagated(&model, Consistency::Domain, &[], &x[..0]).is_ok());
    let fixed = [Atom::eq(x[0], 7)];
    assert!(propagated(&model, Consistency::Domain, &fixed, &x).is_err());
}
