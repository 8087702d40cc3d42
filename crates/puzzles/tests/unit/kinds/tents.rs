//! Tests of Tents.

use crate::kind_tests::{judges, refuses};
use gridwright_puzzles::Puzzle;
use gridwright_puzzles::tents::Tents;

#[test]
fn texts_are_read_and_printed() {
    let text = "tents\nrows 1 .\ncols 0 . 1\n. T .\n. . .\n";
    let instance = Tents::parse(text).expect("a board");
    assert_eq!(Tents::print(&instance), text);
    refuses::<Tents>(&[
        (".T\n", "expected the line `tents` before the board"),
        ("tents\nrows 1\n", "a board has at least one cell"),
        (
            "tents\nrows 1 1\n.T\n",
            "expected 1 clues after `rows`, found 2",
        ),
        (
            "tents\nrows 3\n.T\n",
            "expected a number from 0 to 2, found `3`",
        ),
        ("tents\n.X\n", "expected `T` or `.`, found `X`"),
    ]);
}

#[test]
fn the_judge_names_the_broken_rule() {
    judges::<Tents>(
        "tents\nrows 1 . .\n.T.\n...\nT..\n",
        &[
            ("AT.\n...\nTA.\n", Ok(())),
            ("AT.\nA..\nT..\n", Err("the tents at r1c1 and r2c1 touch")),
            (
                ".T.\n.A.\nT..\n",
                Err("row 1 has 0 tents, not as many as its clue"),
            ),
            ("AT.\n...\nT..\n", Err("there are 1 tent and 2 trees")),
            (
                "AT.\n..A\nT..\n",
                Err("the tree at r3c1 has no tent of its own"),
            ),
        ],
    );
}

/// Tents between trees: the judge finds a matching that a greedy choice would miss.
#[test]
fn the_judge_finds_a_matching() {
    let instance = Tents::parse("tents\n.T.T.\n..T..\n.....\n").expect("a board");
    let answer = Tents::parse_answer(&instance, "AT.TA\n..T..\n..A..\n").expect("a board");
    assert_eq!(Tents::check(&instance, &answer), Ok(()));
    let answer = Tents::parse_answer(&instance, ".TATA\n..T..\n..A..\n").expect("a board");
    assert_eq!(Tents::check(&instance, &answer), Ok(()));
    let answer = Tents::parse_answer(&instance, "AT.T.\n..TA.\n.A...\n").expect("a board");
    assert!(Tents::check(&instance, &answer).is_err());
}
