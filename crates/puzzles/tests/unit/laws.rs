//! Properties that every kind of puzzle must have, checked for every example of its info, every viewpoint and every pair of viewpoints.

use crate::kind_laws;
use gridwright_puzzles::Puzzle;
use gridwright_puzzles::sudoku::Sudoku;

#[test]
fn examples_have_their_answers() {
    kind_laws::for_every_kind(kind_laws::answers::examples_have_their_answers);
}

#[test]
fn what_players_see_is_true() {
    kind_laws::for_every_kind(kind_laws::play::what_players_see_is_true);
}

#[test]
fn wrong_answers_are_rejected_with_the_broken_rule() {
    let instance = Sudoku::parse(&".".repeat(81)).expect("a board");
    let check = |text: &str| {
        let answer = Sudoku::parse_answer(&instance, text).expect("a full board");
        Sudoku::check(&instance, &answer)
    };
    // Sudoku 1 as printed in report 002, and with the one cell corrected.
    let printed =
        "461529837725831694398647152836215479952784361174396528543878216619452783287163945";
    let corrected = format!("{}9{}", &printed[..57], &printed[58..]);
    let violation = check(printed).expect_err("it has 8 twice");
    assert_eq!(violation.to_string(), "column 4 has 8 twice");
    assert_eq!(check(&corrected), Ok(()));
}

#[test]
fn invalid_texts_are_errors_with_a_position() {
    let show = |text: &str| {
        Sudoku::parse(text)
            .expect_err("a bad board")
            .render(text, "board.txt")
    };
    assert_eq!(
        show("1...\n..7.\n....\n....\n"),
        "board.txt:2:3: error: expected a number from 1 to 4, found `7`\n    ..7.\n      ^\n"
    );
    assert!(show("123").contains("as many rows as columns"));
    let short = "12..\n...\n....\n....\n";
    assert!(show(short).starts_with("board.txt:2:1: error: this row has 3 cells, others have 4"));
    // A very long line is abbreviated.
    assert!(show(&"1".repeat(100_000)).len() < 1000);
    assert!(show("blocks 2x4 1... .... .... ....").contains("a block of 4 cells"));
}
