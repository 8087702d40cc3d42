//! Tests of Fillomino.

use crate::kind_tests::format;
use gridwright_puzzles::Puzzle;
use gridwright_puzzles::fillomino::{Answer, Fillomino};

#[test]
fn the_judge_names_the_broken_rule() {
    let instance = Fillomino::parse("1 . .\n2 2 .\n").expect("a board");
    let check = |numbers: [i32; 6]| {
        let checked = Fillomino::check(&instance, &Answer(numbers.to_vec()));
        checked.map_err(|violation| violation.to_string())
    };
    let error = |numbers| check(numbers).expect_err("a broken rule");
    assert_eq!(check([1, 3, 3, 2, 2, 3]), Ok(()));
    assert_eq!(
        error([1, 3, 3, 2, 2, 1]),
        "the region of r1c2 has 2 cells, not 3"
    );
    assert_eq!(
        error([1, 1, 3, 2, 2, 3]),
        "the region of r1c1 has 2 cells, not 1"
    );
    assert_eq!(error([2, 3, 3, 2, 2, 3]), "r1c1 is 2, not its clue");
}

#[test]
fn borders_divide_regions() {
    let text = ". |  .   .\n.   .   -\n. |  . | 10\n.   -   .\n.    . | 10\n";
    let instance = Fillomino::parse(text).expect_err("numbers up to 9");
    assert_eq!(
        instance.message,
        "expected a number from 1 to 9, found `10`"
    );
    let instance = Fillomino::parse(&text.replace("10", "2")).expect("a board");
    let printed = ". | .   .\n.   .   -\n. | . | 2\n.   -   .\n.   . | 2\n";
    assert_eq!(Fillomino::print(&instance), printed);
    assert_eq!(Fillomino::parse(printed).as_ref(), Ok(&instance));
    let check = |numbers: [i32; 9]| {
        let checked = Fillomino::check(&instance, &Answer(numbers.to_vec()));
        checked.map_err(|violation| violation.to_string())
    };
    assert_eq!(check([4, 3, 3, 4, 3, 2, 4, 4, 2]), Ok(()));
    let error = check([3, 4, 4, 3, 4, 2, 3, 4, 2]).expect_err("4 above 4");
    assert_eq!(error, "r2c2 and r3c2 are both 4, but a border divides them");
}

#[test]
fn misplaced_borders_are_errors() {
    let check = |text: &str, expected: &str| {
        let error = Fillomino::parse(text).expect_err("a misplaced border");
        let shown = error.render(text, "text");
        assert_eq!(shown.lines().next(), Some(expected));
    };
    check("| . .\n", "text:1:1: error: expected a cell, found `|`");
    let outside = |place: &str| {
        let what = "a border is between two cells, but this is the edge of the board";
        format!("text:{place}: error: {what}")
    };
    check(". . |\n", &outside("1:5"));
    check(". | | .\n", "text:1:5: error: this border is given twice");
    check("- .\n. .\n", &outside("1:1"));
    check(". .\n. -\n", &outside("2:3"));
    check(
        ". .\n-\n. .\n",
        "text:2:1: error: expected `-` or `.` for each of 2 columns, found 1",
    );
    check(
        ". .\n- 1\n. .\n",
        "text:2:3: error: expected `-` or `.`, found `1`",
    );
}

/// A published board with four given borders.
#[test]
fn given_borders_of_urls_are_read_and_written() {
    let numbers = "5i1g1h2g1g3h6g1g1i36g1g1g3g1h1g6i3g52g6g11g5g34g4i5g1h1g4k54k1g5h4g1g3i1j4";
    let borders = "000000000100040000000200080000000000";
    let url = format!("https://puzz.link/p?fillomino/10/10/{numbers}{borders}");
    let puzzlink = format::<Fillomino>("puzzlink");
    let instance = (puzzlink.read)(&url).expect("a board");
    assert_eq!((puzzlink.write)(&instance), Ok(url));
    let text = Fillomino::print(&instance);
    assert_eq!(text.matches('|').count() + text.matches('-').count(), 4);
    let refused = (format::<Fillomino>("tatham").write)(&instance).expect_err("borders");
    assert_eq!(refused.0, "Filling has no given borders");
}

/// A board from the tests of puzz.link, and the same as a game id.
#[test]
fn urls_are_read_and_written() {
    let url = "https://puzz.link/p?fillomino/6/6/h4j53g2k5233k2g14j3h";
    let instance = (format::<Fillomino>("puzzlink").read)(url).expect("a board");
    let example = Fillomino::INFO.examples.last().expect("an example");
    assert_eq!(Fillomino::parse(example.text).as_ref(), Ok(&instance));
    assert_eq!(
        (format::<Fillomino>("puzzlink").write)(&instance).as_deref(),
        Ok(url)
    );
    let id = (format::<Fillomino>("tatham").write)(&instance).expect("an id");
    assert!(id.ends_with("#6x6:b4d53a2e5233e2a14d3b"), "{id}");
    assert_eq!((format::<Fillomino>("tatham").read)(&id), Ok(instance));
}
