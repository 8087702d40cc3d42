//! Tests of `number4`.

use gridwright_codec::number4::*;
use gridwright_codec::{Clue, Slice};

#[test]
fn cells_round_trip() {
    for n in 1..90 {
        let clue = |at: usize| match (at * at + n) % 11 {
            number @ 0..=4 => Clue::Number(number as u32),
            5 if at.is_multiple_of(3) => Clue::Unknown,
            _ => Clue::Blank,
        };
        for cells in [(0..n).map(clue).collect(), vec![Clue::Blank; n]] {
            let code = write(&cells);
            let (again, rest) = read(Slice::whole(&code), n).expect("valid");
            assert_eq!((again, rest.text), (cells, ""), "{code}");
        }
    }
}

#[test]
fn codes_of_akari_round_trip() {
    for (n_cells, code) in [
        (36, "nekcakbl"),
        (100, "hcscl.h.idn.i.cgcndg.h.ncs.h"),
        (100, "jbh.rchcpah.n.jbpchcp.jah"),
    ] {
        let (cells, rest) = read(Slice::whole(code), n_cells).expect("valid");
        assert_eq!((cells.len(), rest.text), (n_cells, ""));
        assert_eq!(write(&cells), code);
    }
}

/// As puzz.link writes a board of Slitherlink: blank cells after the last number go beyond the board.
#[test]
fn codes_match_puzz_link() {
    let code = "dgdh2c7b";
    let (cells, rest) = read(Slice::whole(code), 16).expect("valid");
    let numbers: Vec<(usize, Clue)> = (0..16)
        .zip(cells.clone())
        .filter(|(_, cell)| *cell != Clue::Blank)
        .collect();
    let expected = [(0, 3), (4, 3), (9, 2), (10, 2), (13, 2), (15, 1)];
    let expected = expected.map(|(at, number)| (at, Clue::Number(number)));
    assert_eq!((numbers.as_slice(), rest.text), (&expected[..], ""));
    assert_eq!(write(&cells), code);
}

#[test]
fn errors_are_reported() {
    for (code, n, message) in [
        ("12", 3, "the text ends after 2 of 3 cells"),
        ("1h", 2, "`h` stands for 2 blank cells, but only 1 are left"),
        (
            "1f",
            2,
            "expected a digit, a letter other than f, or `.`, found `f`",
        ),
    ] {
        let error = read(Slice::whole(code), n).expect_err("an error");
        assert_eq!(error.message, message);
    }
}
