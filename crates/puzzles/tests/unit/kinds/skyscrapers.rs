//! Tests of Skyscrapers.

use crate::kind_tests::{judges, refuses};
use gridwright_puzzles::Puzzle;
use gridwright_puzzles::skyscrapers::Skyscrapers;

#[test]
fn texts_are_read_and_printed() {
    let text = "skyscrapers\ntop . 2\nright 1 .\n. 1\n. .\n";
    let instance = Skyscrapers::parse(text).expect("a board");
    assert_eq!(Skyscrapers::print(&instance), text);
    refuses::<Skyscrapers>(&[
        (
            "1 2\n2 1\n",
            "expected the line `skyscrapers` before the board",
        ),
        (
            "skyscrapers\ntop 1\n",
            "a board has from 1 to 60 rows, not 0",
        ),
        (
            "skyscrapers\ntop 1\n. .\n. .\n",
            "expected 2 clues after `top`, found 1",
        ),
        (
            "skyscrapers\ntop 3 .\n. .\n. .\n",
            "expected a number from 0 to 2, found `3`",
        ),
        (
            "skyscrapers\n. .\n. . .\n",
            "this row has 3 cells, but the board has 2 rows",
        ),
        (
            "skyscrapers\n. 3\n. .\n",
            "expected a number from 1 to 2, found `3`",
        ),
    ]);
}

#[test]
fn the_judge_names_the_broken_rule() {
    judges::<Skyscrapers>(
        "skyscrapers\nleft 2 . .\n. . .\n. . .\n. . 2\n",
        &[
            ("2 1 3\n3 2 1\n1 3 2\n", Ok(())),
            (
                "1 2 3\n2 3 1\n3 1 2\n",
                Err("row 1 shows 3 from the left, not as many as its clue"),
            ),
            ("1 3 1\n2 1 3\n3 1 2\n", Err("row 1 has 1 twice")),
            ("1 3 2\n1 2 3\n3 1 2\n", Err("column 1 has 1 twice")),
            ("1 3 2\n2 1 3\n3 2 1\n", Err("r3c3 is 1, not its clue")),
        ],
    );
}

#[test]
fn formats_agree_on_a_board() {
    let url = "https://puzz.link/p?skyscrapers/4/4/k13h4j3g";
    let instance = (Skyscrapers::FORMATS[0].read)(url).expect("a board");
    let example = Skyscrapers::parse(Skyscrapers::INFO.examples[0].text).expect("a board");
    assert_eq!(instance, example);
    assert_eq!(
        (Skyscrapers::FORMATS[0].write)(&instance).as_deref(),
        Ok(url)
    );
    let id = "4://///1/3///4/////3/";
    assert_eq!(
        (Skyscrapers::FORMATS[1].write)(&instance).as_deref(),
        Ok(id)
    );
    assert_eq!((Skyscrapers::FORMATS[1].read)(id).as_ref(), Ok(&instance));
}
