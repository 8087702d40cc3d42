//! Laws and examples of `check_only`.

use crate::util::*;

#[test]
fn laws() {
    Laws::new("check_only", |x, _| Some(check_only(all_different(x))))
        .arity(0..=3)
        .claims([CHECKS; 3])
        .check();
}

#[test]
fn nothing_is_removed_before_all_is_fixed() {
    let mut model = Model::new();
    let x = model.int(1..=3);
    let y = model.int(1..=2);
    model.add(check_only(less_equal(x, y)));
    let mut solver = Solver::new(&model, &setup(Consistency::Domain, false));
    let store = solver.propagated(&[Atom::eq(x, 3)]).expect("it waits");
    assert_eq!(store.max(y.view()), 2);
    assert!(
        solver
            .propagated(&[Atom::eq(x, 3), Atom::eq(y, 1)])
            .is_none()
    );
}
