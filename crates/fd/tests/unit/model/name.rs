//! Tests of `name`.

use gridwright_fd::*;

#[test]
fn large_or_many_numbers_fall_back_to_text() {
    let name = Name::numbered(&["n"], [70_000]);
    assert_eq!(name.to_string(), "n70000");
    let name = Name::numbered(&["a", "b", "c", "d", "e"], [1, 2, 3, 4, 5]);
    assert_eq!(name.to_string(), "a1b2c3d4e5");
}
