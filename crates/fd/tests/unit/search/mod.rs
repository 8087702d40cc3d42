//! Tests of the options of a search.

mod restart;

use gridwright_fd::*;

#[test]
fn unknown_names_list_the_known_ones() {
    let error = "gac".parse::<Inference>().expect_err("no such name");
    assert_eq!(error.to_string(), "`gac` is none of check, forward, full");
}
