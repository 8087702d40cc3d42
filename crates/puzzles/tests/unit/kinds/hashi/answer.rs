//! Tests of Hashi: texts of answers.

use gridwright_puzzles::Puzzle;
use gridwright_puzzles::hashi::{Hashi, Instance};

fn board(text: &str) -> Instance {
    Hashi::parse(text).expect("a board")
}

#[test]
fn invalid_answers_are_errors_with_a_position() {
    let instance = board("1.1\n...\n1.1\n");
    let refusal = |text: &str| {
        let error = Hashi::parse_answer(&instance, text).expect_err("a bad answer");
        error.render(text, "answer")
    };
    assert!(refusal("r1c1 r1c3").contains("expected two islands and a number"));
    assert!(refusal("r1c1 r3c3 1").contains("found `r1c1 r3c3`"));
    assert!(refusal("r1c1 r1c3 3").contains("a number from 0 to 2"));
    assert!(refusal("r1c1 r1c3 1\nr1c3 r1c1 1").contains("listed twice"));
    let turned = Hashi::parse_answer(&instance, "r1c3 r1c1 2").expect("an answer");
    assert_eq!(Hashi::print_answer(&instance, &turned), "r1c1 r1c3 2\n");
    assert_eq!(
        refusal("-3-\n---\n---\n"),
        "answer:1:2: error: expected `-`, 1 to 2 along the row or a to b along the column, found `3`\n    -3-\n     ^\n"
    );
    assert_eq!(
        refusal("-1-\n-a-\n---\n"),
        "answer:2:2: error: this bridge does not run all the way from an island to the next\n    -a-\n     ^\n"
    );
    assert!(refusal("-1-\n--\n---\n").contains("expected 3 signs in this row, found 2"));
    assert!(refusal("-1-\n---\n").contains("expected 3 rows, found 2"));
}

#[test]
fn boards_of_signs_are_read() {
    let instance = board("1.4.2.\n...2.3\n4.7.1.\n...2.5\n..3.1.\n3..3.3\n");
    let signs = "---2--\na-b-2-\n-2-1-a\na-b-2-\na--1-b\n-22-1-\n";
    let answer = Hashi::parse_answer(&instance, signs).expect("an answer");
    let spaced = signs.replace("", " ").replace(" \n ", "\n");
    assert_eq!(
        Hashi::parse_answer(&instance, &spaced).as_ref(),
        Ok(&answer)
    );
    let again = Hashi::parse_answer(&instance, &Hashi::print_answer(&instance, &answer));
    assert_eq!(again, Ok(answer));
}

#[test]
fn bridges_of_adjacent_islands_follow_from_numbers() {
    let instance = board("13.2\n....\n.1..\n");
    let answer = Hashi::parse_answer(&instance, "--1-\n-a--\n----\n").expect("an answer");
    assert_eq!(
        Hashi::print_answer(&instance, &answer),
        "r1c1 r1c2 1\nr1c2 r1c4 1\nr1c2 r3c2 1\n"
    );
    let unknown = board("??.2\n....\n?1..\n");
    let text = "----\n----\n----\n";
    let error = Hashi::parse_answer(&unknown, text).expect_err("ambiguous");
    let expected = "a board of signs does not determine how many bridges join";
    assert!(error.message.starts_with(expected), "{}", error.message);
}
