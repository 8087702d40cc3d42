//! Tests of `consistency`.

use gridwright_fd::*;

#[test]
fn printed_names_parse() {
    for (name, level) in Consistency::NAMES {
        assert_eq!(name.parse(), Ok(*level));
        assert_eq!(level.to_string(), *name);
    }
}
