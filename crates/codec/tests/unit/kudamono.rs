//! Tests of `kudamono`.

use gridwright_codec::kudamono::*;

const HIDOKU: &str =
    "https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku";

#[test]
fn columns_run_upwards() {
    let url = Address::read(HIDOKU).expect("valid");
    assert_eq!((url.kind.text, url.rows, url.cols), ("hidoku", 3, 4));
    let mut board = ["."; 12];
    for (cell, item) in &url.items {
        board[*cell] = item.text;
    }
    assert_eq!(board.join(" "), "4 . . 11 . . . . . 6 x 1");
    let items = url.items.iter();
    let items: Vec<_> = items
        .map(|(cell, item)| (*cell, item.text.to_owned()))
        .collect();
    assert_eq!(write("hidoku", 3, 4, &items), HIDOKU);
    assert_eq!(Address::kind(HIDOKU), Some("hidoku"));
    assert_eq!(Address::kind("https://puzz.link/p?hashi/1/2/2g"), None);
}

#[test]
fn errors_are_reported() {
    for (query, span, message) in [
        ("W=4x3&L=&H", 12..12, "expected `G=`, found nothing"),
        (
            "W=4&L=x1&G=a",
            4..5,
            "expected width and height, such as 4x3, found `4`",
        ),
        (
            "W=0x3&L=x1&G=a",
            4..7,
            "expected the size of a board, found `0x3`",
        ),
        (
            "W=99999x99999&L=x1&G=a",
            4..15,
            "expected the size of a board, found `99999x99999`",
        ),
        (
            "W=2x2&L=x4&G=a",
            11..12,
            "expected a position on the board, found `4`",
        ),
        (
            "W=2x2&L=(4&G=a",
            10..12,
            "expected a closing bracket, found `(4`",
        ),
        (
            "W=2x2&L=x&G=a",
            11..11,
            "expected the distance from the item before, found nothing",
        ),
        (
            "W=2x2&L=3&G=a",
            10..11,
            "expected a letter or a bracket, found `3`",
        ),
    ] {
        let error = Address::read(&format!("p?{query}")).expect_err("an error");
        assert_eq!(
            (error.span.start..error.span.end, &error.message[..]),
            (span, message)
        );
    }
}
