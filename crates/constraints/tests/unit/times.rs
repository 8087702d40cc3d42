//! Laws and examples of `times`.

use crate::util::*;

#[test]
fn laws() {
    Laws::new("times", |x, _| Some(times(x[0], x[1], x[2])))
        .views(3..=3, -3..=5)
        .claims([FORWARD, FORWARD, DOMAIN])
        .check_rounds(80);
}

#[test]
fn laws_of_squares() {
    Laws::new("times, a square", |x, _| Some(times(x[0], x[0], x[1])))
        .views(2..=2, -4..=9)
        .claims([BOUNDS, BOUNDS, DOMAIN])
        .check();
}

fn bounds_after(level: Consistency, ranges: [(i32, i32); 3]) -> Option<[(i32, i32); 3]> {
    bounds(level, ranges, |[x, y, z]| times(x, y, z))
}

#[test]
fn intervals_meet_as_published() {
    // The example of Apt and Zoeteweij: the rules alone find the only solution.
    for level in [Consistency::Bounds, Consistency::Domain] {
        let left = bounds_after(level, [(1, 20), (9, 11), (155, 161)]);
        assert_eq!(left, Some([(16, 16), (10, 10), (160, 160)]));
    }
    // With 0 in both factors nothing is pruned; with a factor that cannot be 0, something is.
    let open = bounds_after(Consistency::Bounds, [(-9, 9), (-2, 5), (0, 3)]);
    assert_eq!(open, Some([(-9, 9), (-2, 5), (0, 3)]));
    let signs = bounds_after(Consistency::Bounds, [(0, 9), (-2, 5), (-3, -1)]);
    assert_eq!(signs, Some([(1, 3), (-2, -1), (-3, -1)]));
}

#[test]
fn the_widest_products_do_not_overflow() {
    let all = (MIN_VALUE, MAX_VALUE);
    assert_eq!(
        bounds_after(Consistency::Domain, [all, all, all]),
        Some([all; 3])
    );
    let large = (MAX_VALUE - 1, MAX_VALUE);
    assert_eq!(bounds_after(Consistency::Bounds, [large, large, all]), None);
}
