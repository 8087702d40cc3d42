//! Tests of Battleship: its texts.

use gridwright_puzzles::Puzzle;
use gridwright_puzzles::battleship::Battleship;

#[test]
fn invalid_boards_are_errors_with_a_position() {
    let not_a_ship = "expected a length and how many, such as 4:1, found";
    let too_many = "the fleet does not fit on the board: ships do not touch";
    for (text, position, expected) in [
        (
            "...\n...\n",
            "1:1",
            "a board has a fleet, a line such as `fleet 4:1 3:2 2:3 1:4`",
        ),
        ("fleet 1:1\n", "1:1", "a board has at least one cell"),
        (
            "fleet 1:1\n...\n..\n",
            "3:1",
            "this row has 2 cells, the first has 3",
        ),
        (
            "fleet 1:1\n...\n.o.\n",
            "3:2",
            "expected one of `.`, `w`, `c`, `tblr`, `m` and `s`, found `o`",
        ),
        (
            "fleet 2:1\n...\n..l\n",
            "3:3",
            "the ship of this `l` leaves the board",
        ),
        (
            "fleet 3:1\n...\n..m\n",
            "3:3",
            "the ship of this `m` leaves the board",
        ),
        ("fleet four\nBOARD", "1:7", &format!("{not_a_ship} `four`")),
        ("fleet 0:2\nBOARD", "1:7", &format!("{not_a_ship} `0:2`")),
        (
            "fleet 4:1\nBOARD",
            "1:7",
            "a ship of 4 does not fit on the board",
        ),
        ("fleet 3:1 2:2\nBOARD", "1:11", too_many),
        ("fleet 1:99999999999999999\nBOARD", "1:7", too_many),
        (
            "fleet 1:1\nrows 1 4 0\nBOARD",
            "2:8",
            "expected a number from 0 to 3, found `4`",
        ),
        (
            "fleet 1:1\nrows 1 -1 0\nBOARD",
            "2:8",
            "expected a number from 0 to 3, found `-1`",
        ),
        (
            "fleet 1:1\ncols 1 0\nBOARD",
            "2:1",
            "the board has 3 columns, not 2",
        ),
        (
            "fleet 1:1\nrows 1 0 0 0\nBOARD",
            "2:1",
            "the board has 3 rows, not 4",
        ),
        (
            "fleet 1:1\nfleet 1:1\nBOARD",
            "2:1",
            "the line `fleet` occurs twice",
        ),
    ] {
        let text = text.replace("BOARD", "...\n...\n...\n");
        let shown = Battleship::parse(&text)
            .expect_err("a bad board")
            .render(&text, "board");
        let expected = format!("board:{position}: error: {expected}");
        assert_eq!(shown.lines().next(), Some(&expected[..]), "{text}");
    }
}

#[test]
fn invalid_answers_are_errors() {
    let instance = Battleship::parse("fleet 1:1\n...\n...\n").expect("a board");
    let check = |text: &str, expected: &str| {
        let error = Battleship::parse_answer(&instance, text).expect_err("a bad answer");
        assert_eq!(error.message, expected);
    };
    check("...\n", "the board has 2 rows of 3 cells, not 1 of 3");
    check("...\n.#.\n", "expected `.` or a part of a ship, found `#`");
}

#[test]
fn optional_parts_may_be_left_out() {
    let text = "fleet 1:1 2:0 1:1\ncols - ? 1\n...\n.w.\n...\n";
    let instance = Battleship::parse(text).expect("a board");
    assert_eq!(
        Battleship::print(&instance),
        "fleet 1:2\nrows . . .\ncols . . 1\n...\n.w.\n...\n"
    );
    let none = Battleship::parse("fleet\n.\n").expect("a board without ships");
    assert_eq!(Battleship::print(&none), "fleet\nrows .\ncols .\n.\n");
}
