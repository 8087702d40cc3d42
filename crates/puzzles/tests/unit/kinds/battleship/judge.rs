//! Tests of Battleship: the judge.

use gridwright_puzzles::Puzzle;
use gridwright_puzzles::battleship::Battleship;

#[test]
fn the_broken_rule_is_named() {
    let text = "fleet 2:1 1:1\nrows 2 . . 1\ncols . 1 . .\n.r..\n...w\n....\n....\n";
    let instance = Battleship::parse(text).expect("a board");
    for (answer, violation) in [
        ("lr..\n....\n....\n..c.\n", None),
        (
            "lmr.\n....\n....\n..c.\n",
            Some("row 1, column 2 is not the right end of a ship, which its hint requires"),
        ),
        (
            "lr..\n...c\n....\n....\n",
            Some("row 2, column 4 is not water, which its hint requires"),
        ),
        (
            "lr..\n..c.\n....\n....\n",
            Some("row 1, column 2 touches row 2, column 3"),
        ),
        (
            "lr.c\n....\n....\n....\n",
            Some("row 1 has 3 ship cells, not 2"),
        ),
        (
            "lr..\n....\n....\n.c..\n",
            Some("column 2 has 2 ship cells, not 1"),
        ),
        (
            "lr..\n....\n...t\n...b\n",
            Some("the fleet has 1 ship of length 2, not 2"),
        ),
    ] {
        let answer = Battleship::parse_answer(&instance, answer).expect("a full board");
        let found = Battleship::check(&instance, &answer).err();
        assert_eq!(found.map(|found| found.to_string()).as_deref(), violation);
    }
}
