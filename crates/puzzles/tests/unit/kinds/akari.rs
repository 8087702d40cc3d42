//! Tests of Akari.

use crate::kind_tests::{judges, refuses};
use gridwright_puzzles::Puzzle;
use gridwright_puzzles::akari::Akari;

#[test]
fn texts_are_read_and_printed() {
    let instance = Akari::parse("akari\n.4#\n0..\n").expect("a board");
    assert_eq!(Akari::print(&instance), "akari\n. 4 #\n0 . .\n");
    refuses::<Akari>(&[
        (".4#\n", "expected the line `akari` before the board"),
        ("akari\n", "a board has at least one cell"),
        ("akari\n..\n...\n", "this row has 3 cells, the first has 2"),
        (
            "akari\n.5\n",
            "expected `.`, `#` or a number from 0 to 4, found `5`",
        ),
        (
            "akari 3\n..\n",
            "expected the board on the next lines, found `3`",
        ),
    ]);
}

#[test]
fn the_judge_names_the_broken_rule() {
    let text = "akari\n...\n.2.\n...\n";
    judges::<Akari>(
        text,
        &[
            (".o.\no#.\n..o\n", Ok(())),
            (".o.\no#.\n...\n", Err("r2c3 is dark")),
            (".o.\n.#.\n.o.\n", Err("r2c1 is dark")),
            ("o.o\n.#.\n...\n", Err("the lamp at r1c1 sees another lamp")),
            ("o..\n.#.\n..o\n", Err("r2c2 has 0 lamps beside it, not 2")),
        ],
    );
    let instance = Akari::parse(text).expect("a board");
    assert!(Akari::parse_answer(&instance, "...\n.o.\n...\n").is_err());
}

#[test]
fn formats_agree_on_a_board() {
    let url = "https://puzz.link/p?akari/6/6/nekcakbl";
    let id = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/lightup.html#6x6:h4g2b0g1h";
    let instance = (Akari::FORMATS[0].read)(url).expect("a board");
    assert_eq!(
        Akari::print(&instance),
        "akari\n. . . . . .\n. . 4 . . .\n. . . . 2 .\n. 0 . . . .\n. . . 1 . .\n. . . . . .\n"
    );
    assert_eq!((Akari::FORMATS[0].write)(&instance).as_deref(), Ok(url));
    assert_eq!((Akari::FORMATS[1].write)(&instance).as_deref(), Ok(id));
    assert_eq!((Akari::FORMATS[1].read)(id).as_ref(), Ok(&instance));
}
