//! Laws and examples of `compare`.

use crate::util::*;

#[test]
fn laws_of_equal() {
    Laws::new("equal", |x, _| Some(equal(x[0], x[1])))
        .views(2..=2, -4..=5)
        .claims([BOUNDS, BOUNDS, DOMAIN])
        .check_rounds(300);
}

#[test]
fn laws_of_not_equal() {
    Laws::new("not_equal", |x, _| Some(not_equal(x[0], x[1])))
        .arity(2..=2)
        .claims([DOMAIN; 3])
        .check();
}

#[test]
fn laws_of_less_equal() {
    Laws::new("less_equal", |x, draws| {
        let relations: [fn(View, View) -> Compare; 2] = [less_equal, less];
        let relation = *draws.pick(&relations);
        Some(relation(x[0], x[1]))
    })
    .arity(2..=2)
    .claims([DOMAIN; 3])
    .check();
}

#[test]
fn scaled_views_keep_their_common_values() {
    let mut model = Model::new();
    let x = model.int(0..=100);
    let y = model.int(0..=20);
    let (twice, thrice) = (x.view().times(2), y.view().times(3));
    model.add(equal(twice.expect("fits"), thrice.expect("fits")));
    let mut kernel = kernel(&model, Consistency::Domain);
    kernel.propagate().expect("it has solutions");
    let left = |var: Var| kernel.store().values(var.view()).collect::<Vec<_>>();
    assert_eq!(left(x), (0..=30).step_by(3).collect::<Vec<_>>());
    assert_eq!(left(y), (0..=20).step_by(2).collect::<Vec<_>>());
}

#[test]
fn odd_never_equals_even_in_wide_domains() {
    let mut model = Model::new();
    let x = model.int(0..=1_000_000_000);
    let y = model.int(0..=1_000_000_000);
    let even = x.view().times(2).expect("fits");
    let odd = View {
        var: y,
        scale: 2,
        offset: 1,
    };
    model.add(equal(even, odd));
    assert!(kernel(&model, Consistency::Bounds).propagate().is_err());
}

#[test]
fn mirrored_words_meet() {
    let mut model = Model::new();
    let x = model.int([-3, 0, 1, 60]);
    let y = model.int([-60, -1, 3, 2]);
    let minus_y = y.view().times(-1).expect("fits");
    model.add(equal(x, minus_y));
    let mut kernel = kernel(&model, Consistency::Domain);
    kernel.propagate().expect("it has solutions");
    let left = |var: Var| kernel.store().values(var.view()).collect::<Vec<_>>();
    assert_eq!(left(x), [-3, 1, 60]);
    assert_eq!(left(y), [-60, -1, 3]);
}

#[test]
fn far_apart_words_do_not_meet() {
    let mut model = Model::new();
    let x = model.int(0..=5);
    let y = model.int(1000..=1005);
    model.add(equal(x, y));
    assert!(kernel(&model, Consistency::Domain).propagate().is_err());
}
