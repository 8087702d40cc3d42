//! Laws and examples of `inverse`.

use crate::util::*;

#[test]
fn laws() {
    Laws::new("inverse", |x, draws| {
        let (f, g) = x.split_at(x.len() / 2);
        let g = &g[..f.len()];
        Some(inverse_with_offset(f, g, draws.between(-1, 1)))
    })
    .views(0..=6, -1..=3)
    .claims([FORWARD, FORWARD, DOMAIN])
    .check_rounds(40);
}

#[test]
fn laws_of_its_own_inverse() {
    Laws::new("inverse", |x, _| Some(inverse(x, x)))
        .views(1..=4, -1..=3)
        .check_rounds(40);
}

#[test]
fn sides_of_different_length_are_rejected() {
    let mut model = Model::new();
    let x = model.ints(3, 0..=2);
    let error = model.post(inverse(&x[..1], &x[1..])).unwrap_err();
    assert_eq!(error.to_string(), "inverse: 1 views against 2");
}

#[test]
fn a_hall_set_on_either_side_prunes_at_domain_consistency() {
    let mut model = Model::new();
    let f = model.ints(4, 1..=4);
    let g = model.ints(2, 1..=2);
    let h = model.ints(2, 1..=4);
    let g: Vec<Var> = g.into_iter().chain(h).collect();
    model.add(inverse_with_offset(&f, &g, 1));
    let mut kernel = Kernel::new(&model, &setup(Consistency::Domain, true));
    assert!(kernel.propagate().is_ok());
    let values = |var: Var| kernel.store().values(var.view()).collect::<Vec<_>>();
    assert_eq!(values(f[0]), [1, 2]);
    assert_eq!(values(f[2]), [3, 4]);
    assert_eq!(values(g[3]), [3, 4]);
}
