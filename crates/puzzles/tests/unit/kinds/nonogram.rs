//! Tests of Nonogram.

use crate::kind_tests::{judges, refuses};
use gridwright_puzzles::Puzzle;
use gridwright_puzzles::nonogram::Nonogram;

#[test]
fn texts_are_read_and_printed() {
    let source = "nonogram\nrows\n1 1\n?\n0\ncols\n1\n0\n1 1\n";
    let instance = Nonogram::parse(source).expect("a board");
    assert_eq!(Nonogram::print(&instance), source);
    refuses::<Nonogram>(&[
        (
            "rows\n1\ncols\n1\n",
            "expected the line `nonogram` before the board",
        ),
        ("nonogram\n1\n", "expected `rows` or `cols`, found `1`"),
        (
            "nonogram\nrows\n1\nrows\n1\n",
            "the line `rows` occurs twice",
        ),
        (
            "nonogram\nrows\n2\ncols\n1\n",
            "expected lengths from 1 to 1, or 0, found `2`",
        ),
        (
            "nonogram\nrows\n1 1\ncols\n1\n1\n",
            "these runs need 3 cells, but the line has 2",
        ),
        (
            "nonogram\nrows\n1 0\ncols\n1\n1\n",
            "0 stands alone: it means that no cell is shaded",
        ),
    ]);
    assert!(Nonogram::parse("nonogram\nrows\n1\n").is_err());
}

#[test]
fn the_judge_names_the_broken_rule() {
    judges::<Nonogram>(
        "nonogram\nrows\n1 1\n?\ncols\n1\n1\n1\n",
        &[
            ("#.#\n.#.\n", Ok(())),
            (
                "##.\n..#\n",
                Err("row 1 has the runs 2, not those of its clue"),
            ),
            (
                "#.#\n...\n",
                Err("column 2 has the runs 0, not those of its clue"),
            ),
        ],
    );
}

#[test]
fn formats_agree_on_a_board() {
    let url = "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h";
    let instance = (Nonogram::FORMATS[0].read)(url).expect("a board");
    let example = Nonogram::parse(Nonogram::INFO.examples[0].text).expect("a board");
    assert_eq!(instance, example);
    let id = "6x6:2.1/1.1.1/1/1.1.1/2.1//2.1/1.1/1.2//1.1/3";
    assert_eq!((Nonogram::FORMATS[1].write)(&instance).as_deref(), Ok(id));
    assert_eq!((Nonogram::FORMATS[1].read)(id).as_ref(), Ok(&instance));
}
