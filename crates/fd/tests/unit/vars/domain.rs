//! Tests of `domain`.

use gridwright_fd::*;

#[test]
fn ranges_are_merged_and_sorted() {
    #[expect(clippy::reversed_empty_ranges, reason = "empty ranges are dropped")]
    let empty = 9..=8;
    let domain = Domain::from_ranges([5..=7, 1..=2, 3..=3, empty, 6..=10]);
    assert_eq!(domain.ranges().collect::<Vec<_>>(), [(1, 3), (5, 10)]);
    assert_eq!(domain.size(), 9);
    assert!(domain.contains(3) && !domain.contains(4) && domain.contains(10));
    assert_eq!((domain.min(), domain.max()), (Some(1), Some(10)));
}

#[test]
fn ascending_values_and_subsets() {
    let all = Domain::from(1..=9);
    for values in [&[][..], &[4], &[1, 2, 3], &[1, 2, 4, 5, 9], &[2, 4, 6]] {
        let domain = Domain::from_ascending(values);
        assert_eq!(domain, Domain::from_values(values.iter().copied()));
        assert!(domain.is_within(&all) && domain.is_within(&domain));
        assert!(!all.is_within(&domain), "{values:?}");
    }
    let gap = Domain::from_values([1, 2, 4]);
    assert!(!Domain::from(2..=4).is_within(&gap));
    assert!(!Domain::from(0..=1).is_within(&gap));
}

#[test]
fn the_full_range_and_the_empty_set() {
    let all = Domain::from(i32::MIN..=i32::MAX);
    assert_eq!(all.size(), 1 << 32);
    let none = Domain::from_values([]);
    assert!(none.is_empty() && none.min().is_none() && !none.contains(2));
}
