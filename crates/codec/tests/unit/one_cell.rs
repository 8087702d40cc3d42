//! Tests of `one_cell`.

use gridwright_codec::Slice;
use gridwright_codec::one_cell::*;

#[test]
fn codes_round_trip() {
    for (n_cells, code) in [(25, "j82323"), (25, "k1322313")] {
        let (cells, rest) = read(Slice::whole(code), n_cells).expect("valid");
        assert_eq!(rest.text, "");
        assert_eq!(write(&cells), code);
    }
    for step in 1..60 {
        let cells: Vec<bool> = (0..100).map(|at| at % step == step / 2).collect();
        let code = write(&cells);
        let (again, rest) = read(Slice::whole(&code), 100).expect("valid");
        assert_eq!((again, rest.text), (cells, ""), "{code}");
    }
}

#[test]
fn errors_are_reported() {
    for (code, message) in [
        ("0", "the text ends after 1 of 3 cells"),
        ("3", "this goes beyond the last of 3 cells"),
        ("0.", "expected a digit or a small letter, found `.`"),
    ] {
        assert_eq!(
            read(Slice::whole(code), 3).expect_err(code).message,
            message
        );
    }
}
