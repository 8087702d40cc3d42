//! Examples of `float`.

mod rules;

use crate::util::*;

/// Over integers the relation is that of exact arithmetic.
#[test]
fn integers_are_exact() {
    let mut model = Model::new();
    let vars: [Var; 3] = std::array::from_fn(|_| model.int(-4..=4));
    model.add(float_relation(FloatRule::Times, vars.map(Float::int)));
    let found = solutions(&model, Consistency::Bounds, &vars);
    let products = (-4_i32..=4).flat_map(|x| (-4..=4).map(move |y| vec![x, y, x * y]));
    let mut expected: Vec<Vec<i32>> = products.filter(|row| row[2].abs() <= 4).collect();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn a_square_root_is_found_to_the_cell() {
    let mut model = Model::new();
    let grid = Grid::new(Interval::new(0.0, 10.0));
    let var = model.int(grid.values());
    let x = Float::cells(var, grid);
    let square = FloatRule::Function(FloatFunction::Square);
    model.add(float_relation(square, [x, Float::constant(2.0)]));
    let mut kernel = kernel(&model, Consistency::Bounds);
    kernel.propagate().expect("there is a root");
    let (min, max) = kernel.store().bounds(var.view());
    assert!(max - min <= 2, "{min} {max}");
    assert!(x.at(min).lo <= 2_f64.sqrt() && 2_f64.sqrt() <= x.at(max).hi);
}

#[test]
fn wrong_numbers_of_arguments_are_rejected() {
    let mut model = Model::new();
    let x = Float::int(model.int(0..=3));
    let posted = model.post(float_relation(FloatRule::Times, [x, x]));
    assert!(posted.is_err());
    assert!(model.post(float_relation(FloatRule::Maximum, [x])).is_err());
}
