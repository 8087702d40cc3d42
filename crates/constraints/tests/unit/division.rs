//! Laws and examples of `division`.

use crate::util::*;

#[test]
fn laws() {
    type Build = fn(View, View, View) -> Division;
    let relations: [(_, Build); 2] = [("division", division), ("modulo", modulo)];
    for (name, build) in relations {
        Laws::new(name, move |x, _| Some(build(x[0], x[1], x[2])))
            .views(3..=3, -4..=4)
            .claims([FORWARD, FORWARD, DOMAIN])
            .check_rounds(60);
    }
}

#[test]
fn laws_of_shared_variables() {
    Laws::new("division, one variable twice", |x, draws| {
        let (a, b) = (x[0], x[1]);
        let [p, q, r] = *draws.pick(&[[a, b, b], [a, b, a], [a, a, b], [a, a, a]]);
        Some(if draws.one_in(2) {
            division(p, q, r)
        } else {
            modulo(p, q, r)
        })
    })
    .views(2..=2, -4..=5)
    .claims([FORWARD, FORWARD, DOMAIN])
    .check();
}

#[test]
fn bounds_of_wide_divisions() {
    let all = (MIN_VALUE, MAX_VALUE);
    let bounds_after = |constraint: fn(Var, Var, Var) -> Division, ranges| {
        bounds(Consistency::Bounds, ranges, |[x, y, z]| constraint(x, y, z))
    };
    let divided = bounds_after(division, [(100, 200), (7, 9), all]);
    assert_eq!(divided, Some([(100, 200), (7, 9), (11, 28)]));
    let back = bounds_after(division, [all, (7, 9), (-3, 4)]);
    assert_eq!(back, Some([(-35, 44), (7, 9), (-3, 4)]));
    let divisor = bounds_after(division, [(100, 200), all, (10, 20)]);
    assert_eq!(divisor, Some([(100, 200), (5, 20), (10, 20)]));
    let rest = bounds_after(modulo, [(0, MAX_VALUE), (1, 60), all]);
    assert_eq!(rest, Some([(0, MAX_VALUE), (1, 60), (0, 59)]));
    // The quotient can only be 4.
    let multiple = bounds_after(modulo, [(100, 120), (30, 33), (0, 0)]);
    assert_eq!(multiple, Some([(120, 120), (30, 30), (0, 0)]));
    let quotient = bounds_after(modulo, [(100, 120), (30, 32), (5, 6)]);
    assert_eq!(quotient, Some([(101, 102), (32, 32), (5, 6)]));
    let nothing = bounds_after(modulo, [all, (0, 0), all]);
    assert_eq!(nothing, None);
}

#[test]
fn a_remainder_is_never_its_divisor() {
    let mut model = Model::new();
    let x = model.int(-9..=9);
    let y = model.int(-9..=9);
    model.add(modulo(x, y, y));
    assert!(propagated(&model, Consistency::Domain, &[], &[]).is_err());
    let mut model = Model::new();
    let x = model.int(-9..=9);
    let y = model.int(-9..=9);
    // x rem y = x holds exactly when |y| > |x|.
    model.post(modulo(x, y, x)).expect("fits");
    let left = propagated(&model, Consistency::Domain, &[Atom::eq(y, -3)], &[x]);
    assert_eq!(left, Ok(vec![vec![-2, -1, 0, 1, 2]]));
}
