//! Tests of Nurikabe.

use gridwright_puzzles::Puzzle;
use gridwright_puzzles::nurikabe::Nurikabe;

#[test]
fn the_judge_names_the_broken_rule() {
    let instance = Nurikabe::parse("2 . .\n. . 1\n").expect("a board");
    let check = |text: &str| {
        let answer = Nurikabe::parse_answer(&instance, text).expect("an answer");
        Nurikabe::check(&instance, &answer).map_err(|violation| violation.to_string())
    };
    let error = |text: &str| check(text).expect_err("a broken rule");
    assert_eq!(check("o##\no#o"), Ok(()));
    assert_eq!(error("o##\n##o"), "the island of r1c1 has 1 cell");
    assert_eq!(error("o##\no##"), "the two by two cells at r1c2 are shaded");
    assert_eq!(
        error("oo#\n##o"),
        "the shaded cells r1c3 and r2c1 are not connected"
    );
    assert_eq!(error("o#o\no#o"), "the island of r2c3 has 2 cells");
    assert_eq!(
        error("ooo\n##o"),
        "the numbers at r1c1 and r2c3 share an island"
    );
}

/// A board from the tests of puzz.link.
#[test]
fn urls_are_read_and_written() {
    let url = "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g";
    let instance = (Nurikabe::FORMATS[0].read)(url).expect("a board");
    let example = Nurikabe::INFO.examples.last().expect("an example");
    assert_eq!(Nurikabe::parse(example.text).as_ref(), Ok(&instance));
    assert_eq!((Nurikabe::FORMATS[0].write)(&instance).as_deref(), Ok(url));
}
