//! Tests of Kakuro.

use crate::kind_tests::{judges, refuses};
use gridwright_puzzles::Puzzle;
use gridwright_puzzles::kakuro::Kakuro;

#[test]
fn texts_are_read_and_printed() {
    let text = "kakuro\n  #  3\\ 4\\5\n\\16   .   .\n";
    let instance = Kakuro::parse(text).expect("a board");
    assert_eq!(Kakuro::print(&instance), text);
    refuses::<Kakuro>(&[
        (". .\n", "expected the line `kakuro` before the board"),
        ("kakuro\n", "a board has at least one cell"),
        ("kakuro\n. .\n.\n", "this row has 1 cells, the first has 2"),
        (
            "kakuro\n\\46 .\n",
            "expected `.`, `#` or sums up to 45 such as `16\\24`, found `\\46`",
        ),
        (
            "kakuro\n5 .\n",
            "expected `.`, `#` or sums up to 45 such as `16\\24`, found `5`",
        ),
    ]);
}

#[test]
fn the_judge_names_the_broken_rule() {
    judges::<Kakuro>(
        "kakuro\n# 3\\ 4\\\n\\4 . .\n\\3 . .\n",
        &[
            ("# # #\n# 1 3\n# 2 1\n", Ok(())),
            ("1 3\n2 1\n", Ok(())),
            ("2 2\n1 2\n", Err("r2c2 and r2c3 are both 2 in a run")),
            ("3 1\n1 2\n", Err("the run from r2c2 has the sum 4, not 3")),
            ("1 4\n2 1\n", Err("the run from r2c2 has the sum 5, not 4")),
        ],
    );
}
