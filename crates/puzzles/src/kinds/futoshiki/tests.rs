//! Tests of Futoshiki.

use super::*;
use crate::blocks::kind_tests::{judges, refuses};

#[test]
fn texts_are_read_and_printed() {
    let text = "futoshiki\n. < 2   .\n^   .   v\n.   . > .\n.   .   .\n";
    let instance = read(text).expect("a board");
    assert_eq!(print(&instance), text);
    assert_eq!(instance.comparisons(), [(0, 1), (0, 3), (5, 2), (5, 4)]);
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

#[test]
fn clues_are_set_on_cells_and_borders() {
    let instance = Instance::empty(3);
    let side = CluePosition::Border(Border::right_of(Cell::new(1, 0)));
    let changed = Futoshiki::with_clue(&instance, side, ">").expect("a sign");
    assert_eq!(changed.comparisons(), [(4, 3)]);
    assert!(Futoshiki::with_clue(&instance, side, "^").is_err());
    let outer = CluePosition::Border(Border::left_of(Cell::new(0, 0)));
    assert!(Futoshiki::with_clue(&instance, outer, "<").is_err());
}
