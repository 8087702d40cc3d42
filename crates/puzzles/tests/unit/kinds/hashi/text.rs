//! Tests of Hashi: its texts.

use gridwright_puzzles::Puzzle;
use gridwright_puzzles::hashi::Hashi;

fn refusal(text: &str) -> String {
    let error = Hashi::parse(text).expect_err("a bad board");
    error.render(text, "board.txt")
}

#[test]
fn invalid_boards_are_errors_with_a_position() {
    for (text, message) in [
        (
            "1.9\n",
            "board.txt:1:3: error: expected an island from 1 to 8, `?` or `.`, found `9`\n    1.9\n      ^\n",
        ),
        (
            "most 3\n1.D\n",
            "board.txt:2:3: error: expected an island from 1 to C, `?` or `.`, found `D`\n    1.D\n      ^\n",
        ),
        (
            "most 9\n1.1\n",
            "board.txt:1:6: error: expected a number from 1 to 8, found `9`\n    most 9\n         ^\n",
        ),
        (
            "1.1\n..\n",
            "board.txt:2:1: error: this row has 2 cells, the first has 3\n    ..\n    ^^\n",
        ),
        (
            "1.1..\n...?.\n.....\n",
            "board.txt:2:4: error: an island with no neighbour: expected another island in its row or column\n    ...?.\n       ^\n",
        ),
    ] {
        assert_eq!(refusal(text), message);
    }
    assert!(refusal("...").contains("a board has at least one island"));
    assert!(refusal("").contains("a board has at least one cell"));
    assert!(refusal("..3").contains("no neighbour"));
    assert!(Hashi::parse("..?").is_ok());
}
