//! Laws of difficulty: what is made is as hard as it is asked to be, whatever the kind, the word or the numbers; the test under a level is of one mind with ratings.

use std::ops::RangeInclusive;
use std::sync::Arc;

use gridwright_fd::{Limits, Model};
use gridwright_generate::{
    Deadline, ExplanationRater, GenerateFailure, GenerateRequest, Generated, Generator, Rater,
    Reach,
};
use gridwright_puzzles::{GenerateOptions, Known, kind};
use gridwright_solve::{Plan, Session, Unique};

/// Kinds and boards with the words that their puzzles can be made for.
const WORDS: &[(&str, (usize, usize), &[&str])] = &[
    ("sudoku", (9, 9), &["easy", "medium", "hard", "expert"]),
    ("hashi", (9, 9), &["easy", "medium", "hard"]),
    ("battleship", (7, 7), &["easy", "medium", "hard", "expert"]),
    ("magic", (3, 3), &["easy", "medium"]),
    ("whitetan", (6, 6), &["easy", "medium", "hard"]),
    ("numbrix", (5, 5), &["easy", "medium", "hard"]),
    ("hidato", (5, 5), &["easy", "medium", "hard"]),
];

/// How many seeds each is tried with.
const SEEDS: u64 = 3;

fn commission(id: &str, size: (usize, usize), range: RangeInclusive<f64>) -> GenerateRequest {
    GenerateRequest {
        asked: GenerateOptions {
            size: Some(size),
            ..GenerateOptions::default()
        },
        judge: Some(Arc::new(ExplanationRater)),
        difficulty: Some(range),
        ..GenerateRequest::of(kind(id).expect("a kind of the catalogue"))
    }
}

fn range(word: &str) -> RangeInclusive<f64> {
    let (above, most) = ExplanationRater.range(word).expect("a word of the scale");
    above.next_up()..=most
}

fn make(commission: GenerateRequest, seed: u64) -> Generated {
    let maker = Generator::new(commission).expect("a commission that can be met");
    let made = maker.make(seed, 0, &Deadline::never());
    made.unwrap_or_else(|error| panic!("{:?}, seed {seed}: {error}", maker.commission()))
}

/// Looks at a puzzle anew: it is read from its text, has one answer, and is rated as is said.
fn check(made: &Generated, wanted: &RangeInclusive<f64>, what: &str) {
    let text = made.given.print();
    let given = made.given.kind().read(None, &text);
    let given = given.unwrap_or_else(|error| panic!("{what}: {}\n{text}", error.message));
    let mut model = Model::new();
    given
        .formulate(&gridwright_puzzles::FormulateOptions::default(), &mut model)
        .expect("a small board");
    let mut session = Session::new(&model, &Plan::new()).expect("a plan");
    let unique = session.unique().expect("a plan");
    assert!(matches!(unique, Unique::One(_)), "{what}\n{text}");
    let number = ExplanationRater.rate(&*given, &made.answer, &Limits::default());
    assert_eq!(number, made.rating.map(|(number, _)| number), "{what}");
    let number = number.expect("a rating");
    assert!(wanted.contains(&number), "{what}: {number}\n{text}");
}

#[test]
fn puzzles_are_as_hard_as_a_word_says() {
    for &(id, size, words) in WORDS {
        for word in words {
            let wanted = range(word);
            for seed in 0..SEEDS {
                let what = format!("{id}, {word}, seed {seed}");
                let made = make(commission(id, size, wanted.clone()), seed);
                check(&made, &wanted, &what);
                let rated = made.rating.map(|(_, word)| word);
                assert_eq!(rated, Some(*word), "{what}");
                // The same seed makes it again.
                let again = make(commission(id, size, wanted.clone()), seed);
                assert_eq!(again.given.print(), made.given.print(), "{what}");
            }
        }
    }
}

#[test]
fn puzzles_are_as_hard_as_numbers_say() {
    for (id, size, wanted) in [
        ("sudoku", (9, 9), 6.0..=7.0),
        ("sudoku", (6, 6), 0.0..=5.0),
        ("hashi", (8, 8), 3.5..=7.5),
        ("battleship", (6, 6), 5.0..=6.0),
        ("magic", (3, 3), 4.0..=6.0),
        ("whitetan", (5, 5), 3.0..=3.5),
        ("numbrix", (5, 5), 5.5..=7.0),
        ("hidato", (4, 5), 4.0..=6.0),
    ] {
        for seed in 0..2 {
            let what = format!("{id}, {wanted:?}, seed {seed}");
            check(
                &make(commission(id, size, wanted.clone()), seed),
                &wanted,
                &what,
            );
        }
    }
}

#[test]
fn what_is_minimal_and_as_hard_as_asked_is_both() {
    for (id, size, word) in [
        ("sudoku", (9, 9), "easy"),
        ("sudoku", (9, 9), "hard"),
        ("numbrix", (5, 5), "medium"),
        ("battleship", (5, 5), "medium"),
    ] {
        let wanted = range(word);
        let asked = GenerateRequest {
            minimal: true,
            ..commission(id, size, wanted.clone())
        };
        let made = make(asked, 1);
        assert!(made.is_minimal, "{id}, {word}");
        check(&made, &wanted, id);
        // Without any one of its numbers a board of numbers has more than one answer.
        let text = made.given.print();
        if id == "sudoku" {
            for (at, _) in text.match_indices(|mark: char| mark.is_ascii_digit()) {
                let less = format!("{}.{}", &text[..at], &text[at + 1..]);
                let given = made.given.kind().read(None, &less).expect("a board");
                let mut model = Model::new();
                let wish = gridwright_puzzles::FormulateOptions::default();
                given.formulate(&wish, &mut model).expect("a small board");
                let mut session = Session::new(&model, &Plan::new()).expect("a plan");
                let unique = session.unique().expect("a plan");
                assert!(matches!(unique, Unique::Many(..)), "{less}");
            }
        }
    }
}

#[test]
fn a_difficulty_that_no_board_has_is_given_up_with_what_there_was() {
    let asked = GenerateRequest {
        attempts: 20,
        ..commission("sudoku", (4, 4), range("extreme"))
    };
    let maker = Generator::new(asked).expect("a commission");
    let Err(GenerateFailure::GaveUp(boards, lack)) = maker.make(1, 0, &Deadline::never()) else {
        panic!("no Sudoku of four by four is that hard");
    };
    assert!(boards <= 20, "{boards}");
    assert!(lack.contains("rated"), "{lack}");
}

/// Solved within a level is, with few exceptions, rated within it, and the other way round; what is known where somebody got stuck is true.
#[test]
fn levels_and_ratings_are_of_one_mind() {
    let limits = Limits::default();
    let (mut n, mut agreed) = (0, 0);
    for &(id, size, _) in WORDS {
        for seed in 0..4 {
            let made = make(commission(id, size, 0.0..=f64::INFINITY), seed);
            let number = made.rating.expect("a rating").0;
            let truth = made.given.known(&made.answer);
            for most in [3.0, 4.6, 7.2, 9.0] {
                let reach = ExplanationRater.reach(&*made.given, &made.answer, most, &limits);
                if let Reach::Stuck(known) = &reach {
                    let is_wrong =
                        |(known, truth): (&Known, &Known)| *known != Known::Open && known != truth;
                    assert!(!known.iter().zip(&truth).any(is_wrong), "{id}, {most}");
                }
                n += 1;
                agreed += usize::from((reach == Reach::Within) == (number <= most));
            }
        }
    }
    assert!(20 * agreed >= 19 * n, "{agreed} of {n}");
}
