//! Tests of Skyscrapers.

use super::*;
use crate::blocks::kind_tests::{judges, refuses};

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

/// The automaton accepts exactly the permutations that show the wanted number.
#[test]
fn automata_count_visible_buildings() {
    let n = 5;
    for clue in 1..=n {
        let automaton = visible(n, clue);
        for code in 0..3125 {
            let line: Vec<i32> = (0..5).map(|i| code / 5_i32.pow(i) % 5 + 1).collect();
            let distinct = (0..n).all(|k| !line[..k].contains(&line[k]));
            if !distinct {
                continue;
            }
            let seen = (0..n)
                .filter(|&k| line[..k].iter().all(|&other| other < line[k]))
                .count();
            assert_eq!(
                automaton.accepts(line.clone()),
                seen == clue,
                "{line:?} {clue}"
            );
        }
    }
}

#[test]
fn formats_agree_on_a_board() {
    let url = "https://puzz.link/p?skyscrapers/4/4/k13h4j3g";
    let instance = (formats::ALL[0].read)(url).expect("a board");
    let example = Skyscrapers::parse(Skyscrapers::INFO.examples[0].text).expect("a board");
    assert_eq!(instance, example);
    assert_eq!((formats::ALL[0].write)(&instance).as_deref(), Ok(url));
    let id = "4://///1/3///4/////3/";
    assert_eq!((formats::ALL[1].write)(&instance).as_deref(), Ok(id));
    assert_eq!((formats::ALL[1].read)(id).as_ref(), Ok(&instance));
}
