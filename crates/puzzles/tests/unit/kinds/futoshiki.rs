//! Tests of Futoshiki.

use crate::kind_tests::{judges, refuses};
use gridwright_puzzles::Puzzle;
use gridwright_puzzles::futoshiki::Futoshiki;

#[test]
fn texts_are_read_and_printed() {
    let text = "futoshiki\n. < 2   .\n^   .   v\n.   . > .\n.   .   .\n";
    let instance = Futoshiki::parse(text).expect("a board");
    assert_eq!(Futoshiki::print(&instance), text);
    refuses::<Futoshiki>(&[
        (
            "1 2\n2 1\n",
            "expected the line `futoshiki` before the board",
        ),
        ("futoshiki\n", "a board has from 1 to 60 rows, not 0"),
        (
            "futoshiki\n. .\n",
            "this row has more than 1 cells, as many as there are rows",
        ),
        (
            "futoshiki\n.\n. .\n",
            "this row has 1 cells, but the board has 2 rows",
        ),
        (
            "futoshiki\n. 3\n. .\n",
            "expected a number from 1 to 2, found `3`",
        ),
        (
            "futoshiki\n< . .\n. .\n",
            "expected a sign between two cells only, found `<`",
        ),
        (
            "futoshiki\n^ .\n. .\n. .\n",
            "signs between rows stand between two rows",
        ),
        (
            "futoshiki\n. .\n^\n. .\n",
            "expected a sign or `.` for each of 2 columns, found 1",
        ),
    ]);
}

#[test]
fn the_judge_names_the_broken_rule() {
    judges::<Futoshiki>(
        "futoshiki\n. < . 3\n. . .\n. . .\n",
        &[
            ("1 2 3\n2 3 1\n3 1 2\n", Ok(())),
            ("2 1 3\n1 3 2\n3 2 1\n", Err("r1c1 is not less than r1c2")),
            ("1 2 3\n1 3 2\n3 1 2\n", Err("column 1 has 1 twice")),
            ("1 1 3\n2 3 1\n3 1 2\n", Err("row 1 has 1 twice")),
            ("1 3 2\n2 1 3\n3 2 1\n", Err("r1c3 is 2, not its clue")),
        ],
    );
}
