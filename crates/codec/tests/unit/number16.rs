//! Tests of `number16`.

use gridwright_codec::number16::*;
use gridwright_codec::{Clue, Slice};

#[test]
fn numbers_round_trip() {
    let interesting = [
        0, 15, 16, 255, 256, 4095, 4096, 8191, 8192, 12239, 12240, 77775,
    ];
    let numbers = interesting.into_iter().chain([77776, MAX - 1, MAX]);
    for number in numbers.chain((0..MAX).step_by(997)) {
        let cells = [Clue::Number(number), Clue::Blank];
        let code = write(&cells);
        let (read, rest) = read(Slice::whole(&code), 2).expect("valid");
        assert_eq!((&read[..], rest.text), (&cells[..], ""), "{code}");
    }
    assert_eq!(write(&[Clue::Number(MAX + 1)]), ".");
}

#[test]
fn runs_round_trip() {
    for n in 0..70 {
        let mut cells = vec![Clue::Blank; n];
        cells.insert(n / 2, Clue::Unknown);
        let code = write(&cells);
        assert_eq!(read(Slice::whole(&code), n + 1).expect("valid").0, cells);
    }
    assert_eq!(write(&vec![Clue::Blank; 41]), "zzg");
}

#[test]
fn numbers_match_puzz_link() {
    let table = [
        (7, "7"),
        (16, "-10"),
        (256, "+100"),
        (4096, "=000"),
        (8192, "@000"),
        (12240, "*0000"),
        (77776, "$00000"),
    ];
    for (number, expected) in table {
        assert_eq!(write(&[Clue::Number(number)]), expected);
    }
    assert_eq!(
        read(Slice::whole("%00a"), 1).expect("the old sign").0,
        [Clue::Number(8202)]
    );
}

#[test]
fn errors_are_reported_with_their_position() {
    let sign = "expected a digit, a letter from a to z or a sign for a number, found `A`";
    for (code, n, span, message) in [
        ("12", 3, 2..2, "the text ends after 2 of 3 cells"),
        (
            "1h",
            2,
            1..2,
            "`h` stands for 2 blank cells, but the board has room for 1",
        ),
        ("1A", 2, 1..2, sign),
        (
            "-1g",
            1,
            1..3,
            "expected 2 hexadecimal digits after the sign, found `1g`",
        ),
        (
            "+é",
            1,
            1..3,
            "expected 3 hexadecimal digits after the sign, found `é`",
        ),
    ] {
        let error = read(Slice::whole(code), n).expect_err("an error");
        assert_eq!(
            (error.span.start..error.span.end, &error.message[..]),
            (span, message)
        );
    }
}
