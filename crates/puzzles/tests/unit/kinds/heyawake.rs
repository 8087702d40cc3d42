//! Tests of Heyawake.

use gridwright_puzzles::Puzzle;
use gridwright_puzzles::heyawake::Heyawake;

#[test]
fn the_judge_names_the_broken_rule() {
    let instance = Heyawake::parse("a:1 a b c\na a b c\n").expect("a board");
    let check = |text: &str| {
        let answer = Heyawake::parse_answer(&instance, text).expect("an answer");
        Heyawake::check(&instance, &answer).map_err(|violation| violation.to_string())
    };
    let error = |text: &str| check(text).expect_err("a broken rule");
    assert_eq!(check("o#oo\nooo#"), Ok(()));
    assert_eq!(
        error("#o#o\nooo#"),
        "r1c2 and r1c4 are not connected by unshaded cells"
    );
    assert_eq!(error("##oo\noooo"), "r1c1 and r1c2 are both shaded");
    assert_eq!(
        error("oooo\noooo"),
        "the room of r1c1 has 0 shaded cells, not 1"
    );
    assert_eq!(
        error("#ooo\noooo"),
        "a line of unshaded cells to r1c4 reaches into three rooms"
    );
}

#[test]
fn rooms_must_be_connected() {
    let error = Heyawake::parse("a b a\n").expect_err("apart");
    assert_eq!(error.message, "the room of r1c1 is not connected");
    let error = Heyawake::parse("a:1 a:2\n").expect_err("two numbers");
    assert_eq!(error.message, "room a has two numbers");
}

/// A board from the tests of puzz.link.
#[test]
fn urls_are_read_and_written() {
    let url = "https://puzz.link/p?heyawake/6/6/lll155007rs12222j";
    let instance = (Heyawake::FORMATS[0].read)(url).expect("a board");
    let example = Heyawake::INFO.examples.last().expect("an example");
    assert_eq!(Heyawake::parse(example.text).as_ref(), Ok(&instance));
    assert_eq!((Heyawake::FORMATS[0].write)(&instance).as_deref(), Ok(url));
}
