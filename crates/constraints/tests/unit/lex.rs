//! Laws and examples of `lex`.

use crate::util::*;

#[test]
fn laws() {
    let build = |x: &[View], draws: &mut Draws| {
        let (xs, ys) = match draws.below(4) {
            0 => x.split_at(draws.below(x.len() + 1)),
            _ => x.split_at(x.len() / 2),
        };
        Some(if draws.one_in(2) {
            lex_less(xs, ys)
        } else {
            lex_less_equal(xs, ys)
        })
    };
    Laws::new("lex", build)
        .views(0..=5, -1..=2)
        .claims([DOMAIN; 3])
        .check();
    Laws::new("lex of Booleans", build)
        .booleans(4..=8)
        .claims([DOMAIN; 3])
        .check_rounds(100);
}

#[test]
fn the_published_example_is_narrowed() {
    // Frisch et al. 2002, example: the strict order is needed at the second position.
    let xs = [&[2][..], &[1, 3, 4], &[1, 2, 3, 4, 5], &[1, 2], &[3, 4, 5]];
    let ys = [&[0, 1, 2][..], &[1], &[0, 1, 2, 3, 4], &[0, 1], &[0, 1, 2]];
    let mut model = Model::new();
    let vars = model.int_each(xs.into_iter().chain(ys));
    model.add(lex_less_equal(&vars[..5], &vars[5..]));
    let domains = propagated(&model, Consistency::Domain, &[], &vars).expect("has solutions");
    // x0 = y0 = 2, x1 = y1 = 1, then x2 < y2.
    assert_eq!(domains[1], [1]);
    assert_eq!(domains[2], [1, 2, 3]);
    assert_eq!(domains[5], [2]);
    assert_eq!(domains[7], [2, 3, 4]);
    assert_eq!(domains[4], [3, 4, 5]);
}

#[test]
fn one_variable_on_both_sides_of_a_wide_domain() {
    let mut model = Model::new();
    let x = model.int(MIN_VALUE..=MAX_VALUE - 1);
    let y = model.int(0..=1);
    let up = x.view().plus(1).expect("fits");
    model.add(lex_less([x, y], [x, x]));
    assert!(propagated(&model, Consistency::Domain, &[], &[y]).is_ok_and(|d| d[0] == [0, 1]));
    model.add(lex_less_equal([up], [x]));
    assert!(propagated(&model, Consistency::Domain, &[], &[y]).is_err());
}
