//! Tests of Masyu.

use crate::kind_tests::format;
use gridwright_puzzles::Puzzle;
use gridwright_puzzles::masyu::Masyu;

#[test]
fn the_judge_names_the_broken_rule() {
    let check = |board: &str, text: &str| {
        let instance = Masyu::parse(board).expect("a board");
        let answer = Masyu::parse_answer(&instance, text).expect("an answer");
        Masyu::check(&instance, &answer).map_err(|violation| violation.to_string())
    };
    let ring = "+-+-+\n|...|\n+.+.+\n|...|\n+-+-+\n";
    assert_eq!(check("b..\n...\n...\n", ring), Ok(()));
    assert_eq!(check(".w.\n...\n...\n", ring), Ok(()));
    let error = |board: &str| check(board, ring).expect_err("a broken rule");
    assert_eq!(
        error("w..\n...\n...\n"),
        "the loop turns at the white pearl at r1c1"
    );
    assert_eq!(
        error(".b.\n...\n...\n"),
        "the loop does not turn at the black pearl at r1c2"
    );
    assert_eq!(
        error("...\n.w.\n...\n"),
        "the loop does not pass the pearl at r2c2"
    );
    let small = "+-+.+\n|.|..\n+-+.+\n.....\n+.+.+\n";
    let error = check("b..\n...\n...\n", small).expect_err("too small");
    assert_eq!(
        error,
        "the loop turns before or after the black pearl at r1c1"
    );
}

/// A board from the tests of puzz.link, and the same as a game id.
#[test]
fn urls_and_ids_are_read_and_written() {
    let url = "https://puzz.link/p?mashu/6/6/1063000i3000";
    let instance = (format::<Masyu>("puzzlink").read)(url).expect("a board");
    let text = "..w...\n.b..w.\n......\n...b..\n.w....\n......\n";
    assert_eq!(Masyu::print(&instance), text);
    assert_eq!(
        (format::<Masyu>("puzzlink").write)(&instance).as_deref(),
        Ok(url)
    );
    let id = (format::<Masyu>("tatham").write)(&instance).expect("an id");
    assert_eq!(id, "6x6:bWdBbWjBcWj");
    assert_eq!((format::<Masyu>("tatham").read)(&id), Ok(instance));
}
