//! Tests of `pieces`.

use gridwright_codec::Slice;
use gridwright_codec::pieces::*;

#[test]
fn straight_pieces_match_puzz_link() {
    let table = [
        (1, "11g"),
        (2, "21o"),
        (3, "31s"),
        (4, "41u"),
        (5, "51v"),
        (6, "61vg"),
    ];
    for (length, code) in table {
        assert_eq!(Piece::straight(length).write().as_deref(), Some(code));
        let piece = Piece::read(Slice::whole(code)).expect("valid");
        assert_eq!(piece.length(), Some(length));
    }
    let square = Piece::read(Slice::whole("22u")).expect("valid");
    assert_eq!((square.cells.len(), square.length()), (4, None));
}

#[test]
fn pieces_round_trip() {
    for bits in 0..512u32 {
        let piece = Piece {
            width: 3,
            height: 3,
            cells: (0..9).map(|i| bits >> i & 1 == 1).collect(),
        };
        let code = piece.write().expect("it is small");
        assert_eq!(Piece::read(Slice::whole(&code)), Ok(piece), "{code}");
    }
}

#[test]
fn errors_are_reported() {
    for (code, message) in [
        ("3", "expected a width and a height, found `3`"),
        ("30s", "expected a width and a height, found `30s`"),
        (
            "31w",
            "expected digits up to `v` after the size, found `31w`",
        ),
        (
            "11o",
            "expected no more cells than the size has, found `11o`",
        ),
    ] {
        let error = Piece::read(Slice::whole(code)).expect_err("an error");
        assert_eq!(error.message, message);
    }
}
