//! Tests of Star Battle.

use crate::kind_tests::{judges, refuses};
use gridwright_puzzles::Puzzle;
use gridwright_puzzles::starbattle::StarBattle;

#[test]
fn texts_are_read_and_printed() {
    let instance = StarBattle::parse("starbattle 2\nAAb\n1bb\n").expect("a board");
    assert_eq!(StarBattle::print(&instance), "starbattle 2\nA A b\n1 b b\n");
    refuses::<StarBattle>(&[
        ("AA\n", "expected the line `starbattle` before the board"),
        (
            "starbattle\nAA\n",
            "expected the number of stars after `starbattle`",
        ),
        (
            "starbattle 0\nAA\n",
            "expected a number from 1 to 1000, found `0`",
        ),
        (
            "starbattle 1\nA.\n",
            "expected a letter or digit for a region, or `#`, found `.`",
        ),
        (
            "starbattle 1\nAA\nA\n",
            "this row has 1 cells, the first has 2",
        ),
    ]);
}

#[test]
fn the_judge_names_the_broken_rule() {
    judges::<StarBattle>(
        "starbattle 1\nAAAA\nAABB\nCCBB\nCCDD\n",
        &[
            (".*..\n...*\n*...\n..*.\n", Ok(())),
            (
                "..*.\n*...\n...*\n.*..\n",
                Err("the region at r1c1 has 2 stars, not 1"),
            ),
            (
                "*...\n.*..\n...*\n..*.\n",
                Err("the stars at r1c1 and r2c2 touch"),
            ),
            ("....\n...*\n*...\n..*.\n", Err("row 1 has 0 stars, not 1")),
            (
                "*...\n...*\n*...\n..*.\n",
                Err("column 1 has 2 stars, not 1"),
            ),
        ],
    );
}

#[test]
fn a_url_is_read_and_written() {
    let url = "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou";
    let instance = (StarBattle::FORMATS[0].read)(url).expect("a board");
    let example = StarBattle::parse(StarBattle::INFO.examples[0].text).expect("a board");
    assert_eq!(instance, example);
    assert_eq!(
        (StarBattle::FORMATS[0].write)(&instance).as_deref(),
        Ok(url)
    );
    let apart = StarBattle::parse("starbattle 1\nABA\n").expect("a board");
    assert!((StarBattle::FORMATS[0].write)(&apart).is_err());
    let closed = StarBattle::parse("starbattle 1\nA#A\n").expect("a board");
    assert!((StarBattle::FORMATS[0].write)(&closed).is_err());
}
