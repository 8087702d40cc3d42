//! Laws and examples of `value_precede`.

use crate::util::*;

#[test]
fn laws() {
    Laws::new("value_precede", |x, draws| {
        let (s, t) = (draws.between(-1, 2), draws.between(-1, 2));
        Some(value_precede(s, t, x))
    })
    .views(0..=5, -1..=2)
    .claims([DOMAIN; 3])
    .check();
}

#[test]
fn the_only_place_for_the_earlier_value_is_taken() {
    let mut model = Model::new();
    let domains = [&[1, 3][..], &[1, 2, 3], &[2, 3, 4], &[1], &[3]];
    let vars = model.int_each(domains);
    model.add(value_precede(2, 1, &vars));
    let decisions = [Atom::ne(vars[2], 2)];
    let found = propagated(&model, Consistency::Domain, &decisions, &vars).expect("fits");
    assert_eq!(found[0], [3]);
    assert_eq!(found[1], [2]);
}
