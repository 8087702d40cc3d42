//! Laws and examples of `absolute`.

use crate::util::*;

#[test]
fn laws() {
    Laws::new("absolute", |x, _| Some(absolute(x[0], x[1])))
        .views(2..=2, -4..=4)
        .claims([BOUNDS, BOUNDS, DOMAIN])
        .check_rounds(200);
}

#[test]
fn the_widest_domains_are_propagated() {
    let mut model = Model::new();
    let x = model.int(MIN_VALUE..=5);
    let y = model.int(-9..=MAX_VALUE);
    model.add(absolute(x, y));
    let mut kernel = Kernel::new(&model, &setup(Consistency::Domain, true));
    kernel.propagate().expect("it has solutions");
    assert_eq!(kernel.store().min(y.view()), 0);
    kernel
        .decide(gridwright_fd::Atom::ge(y, 6))
        .expect("possible");
    kernel.propagate().expect("it has solutions");
    assert_eq!(kernel.store().max(x.view()), -6);
}
