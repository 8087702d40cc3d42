//! Laws of `count`.

use crate::util::*;

fn laws_of(name: &'static str, build: fn(&[View], View, &mut Draws) -> Count) {
    Laws::new(name, move |x, draws| {
        let (&n, xs) = x.split_first()?;
        Some(build(xs, n, draws))
    })
    .views(1..=4, -1..=3)
    .claims([DOMAIN; 3])
    .check_rounds(120);
}

#[test]
fn laws() {
    laws_of("count", |xs, n, draws| {
        let value = draws.between(-2, 3);
        match draws.below(4) {
            0 => count_eq(xs, value, n),
            1 => count_not_eq(xs, value, n),
            2 => count_at_most(xs, value, n),
            _ => count_at_least(xs, value, n),
        }
    });
    laws_of("among", |xs, n, draws| {
        let set = Domain::from_values((-3..=4).filter(|_| draws.one_in(2)));
        match draws.below(3) {
            0 => among(xs, set, n),
            1 => among_at_most(xs, set, n),
            _ => among_at_least(xs, set, n),
        }
    });
}
