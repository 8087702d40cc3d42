//! Tests of `view`.

use gridwright_fd::*;

#[test]
fn atoms_of_views_mean_the_same_as_the_view() {
    let x = Var::at(7);
    for scale in [-3, -2, -1, 1, 2, 3] {
        for offset in [-2, 0, 5] {
            let view = View {
                var: x,
                scale,
                offset,
            };
            for value in -12..=12 {
                for at in -6..=6 {
                    let seen = view.of(at);
                    let holds = |atom: Atom| match atom {
                        Atom::FALSE => false,
                        Atom::TRUE => true,
                        _ => atom.admits(at),
                    };
                    assert_eq!(holds(view.at_least(value)), seen >= value);
                    assert_eq!(holds(view.at_most(value)), seen <= value);
                    assert_eq!(holds(view.is(value)), seen == value);
                    assert_eq!(holds(view.is_not(value)), seen != value);
                }
            }
        }
    }
}
