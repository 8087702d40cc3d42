//! Tests of Slitherlink.

use crate::kind_tests::format;
use gridwright_puzzles::Puzzle;
use gridwright_puzzles::slitherlink::Slitherlink;

#[test]
fn the_judge_names_the_broken_rule() {
    let instance = Slitherlink::parse("3.\n..\n").expect("a board");
    let check = |text: &str| {
        let answer = Slitherlink::parse_answer(&instance, text).expect("an answer");
        Slitherlink::check(&instance, &answer).map_err(|violation| violation.to_string())
    };
    assert_eq!(
        check("+-+.+\n|.|..\n+-+.+\n.....\n+.+.+\n"),
        Err("the 3 at r1c1 has 4 sides on the loop".to_owned())
    );
    assert_eq!(check("+-+-+\n|...|\n+-+-+\n.....\n+.+.+\n"), Ok(()));
    assert_eq!(
        check("+-+-+\n|....\n+-+-+\n.....\n+.+.+\n"),
        Err("the loop ends at the upper right corner of r1c2".to_owned())
    );
    assert!(check("+-+.+\n|....\n+-+.+\n....|\n+.+.+\n").is_err());
}

/// A board from the tests of puzz.link, and the same as a game id.
#[test]
fn urls_and_ids_are_read_and_written() {
    let url = "https://puzz.link/p?slither/5/5/cbcbcddad";
    let instance = (format::<Slitherlink>("puzzlink").read)(url).expect("a board");
    let text = "2..1.\n.2..1\n..2..\n3..3.\n.0..3\n";
    assert_eq!(Slitherlink::print(&instance), text);
    assert_eq!(
        (format::<Slitherlink>("puzzlink").write)(&instance).as_deref(),
        Ok(url)
    );
    let id = (format::<Slitherlink>("tatham").write)(&instance).expect("an id");
    assert_eq!(id, "5x5t0:2b1b2b1b2b3b3b0b3");
    assert_eq!((format::<Slitherlink>("tatham").read)(&id), Ok(instance));
    let error = (format::<Slitherlink>("tatham").read)("3x3t2:a1").expect_err("triangles");
    assert_eq!(error.message, "only Loopy on squares, `t0`, is supported");
}
