//! Tests of `number3`.

use gridwright_codec::Slice;
use gridwright_codec::number3::*;

#[test]
fn cells_round_trip() {
    for n in 1..60 {
        let cells: Vec<u8> = (0..n).map(|at| (at * at + n) as u8 % 3).collect();
        let code = write(&cells);
        let (again, rest) = read(Slice::whole(&code), n).expect("valid");
        assert_eq!((again, rest.text), (cells, ""), "{code}");
    }
}

#[test]
fn errors_are_reported() {
    for (code, message) in [
        ("1", "the text ends after 3 of 4 cells"),
        ("1r", "expected a digit or a letter from a to q, found `r`"),
    ] {
        let error = read(Slice::whole(code), 4).expect_err("an error");
        assert_eq!(error.message, message);
    }
}
