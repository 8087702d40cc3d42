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
