//! Tests of `borders`.

use gridwright_codec::Slice;
use gridwright_codec::borders::*;

#[test]
fn regions_round_trip() {
    for (rows, cols) in [(1, 1), (1, 4), (3, 5), (6, 6)] {
        let regions: Vec<usize> = (0..rows * cols)
            .map(|at| at / cols / 2 * 4 + at % cols / 2)
            .collect();
        let borders = Borders::between(&regions, rows, cols);
        let code = write(&borders);
        let (again, rest) = read(Slice::whole(&code), rows, cols).expect("valid");
        assert_eq!((&again, rest.text), (&borders, ""), "{code}");
        let found = again.regions(rows, cols);
        for (one, &region) in found.iter().enumerate() {
            for (other, &another) in found.iter().enumerate() {
                assert_eq!(region == another, regions[one] == regions[other]);
            }
        }
    }
}

/// The regions of a board of Heyawake from the tests of puzz.link.
#[test]
fn regions_match_puzz_link() {
    let (borders, rest) = read(Slice::whole("lll155007rs12222j"), 6, 6).expect("valid");
    assert_eq!(rest.text, "2222j");
    let regions = borders.regions(6, 6);
    assert_eq!(regions[..6], [0, 1, 1, 2, 2, 3]);
    assert_eq!(regions[30..], [5, 5, 5, 6, 6, 7]);
}

#[test]
fn errors_are_reported() {
    for (code, message) in [
        ("v", "the text ends after 5 of 6 borders"),
        ("w", "expected a digit or a letter from a to v, found `w`"),
    ] {
        let error = read(Slice::whole(code), 3, 3).expect_err("an error");
        assert_eq!(error.message, message);
    }
}
