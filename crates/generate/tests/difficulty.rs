//! Laws of difficulty: generated puzzles have the requested difficulty, for every kind, word and range; bounded solving agrees with ratings.

mod common;

use std::ops::RangeInclusive;
use std::sync::Arc;

use common::{answers, generate, is_unique};
use gridwright_fd::Limits;
use gridwright_generate::{
    Deadline, ExplanationRater, GenerateFailure, GenerateRequest, Generated, Generator, Rater,
    Solvability,
};
use gridwright_puzzles::{CATALOGUE, FactState, GenerateOptions, kind};
use gridwright_solve::Uniqueness;
use gridwright_testing::{cases, share_of};

/// Kinds and boards, with the words of the difficulties that their puzzles can have.
const WORDS: &[(&str, (usize, usize), &[&str])] = &[
    ("sudoku", (9, 9), &["easy", "medium", "hard", "expert"]),
    ("hashi", (9, 9), &["easy", "medium", "hard"]),
    ("battleship", (7, 7), &["easy", "medium", "hard", "expert"]),
    ("magic", (3, 3), &["easy"]),
    ("whitetan", (6, 6), &["easy", "medium", "hard"]),
    ("numbrix", (5, 5), &["easy", "medium", "hard"]),
    ("hidato", (5, 5), &["easy", "medium", "hard"]),
];

/// The number of seeds per case.
const SEEDS: usize = 3;

fn request(id: &str, size: (usize, usize), range: RangeInclusive<f64>) -> GenerateRequest {
    GenerateRequest {
        options: GenerateOptions {
            size: Some(size),
            ..GenerateOptions::default()
        },
        rater: Some(Arc::new(ExplanationRater)),
        difficulty: Some(range),
        ..GenerateRequest::new(kind(id).expect("a kind of the catalogue"))
    }
}

fn range(word: &str) -> RangeInclusive<f64> {
    let (above, max) = ExplanationRater
        .score_range(word)
        .expect("a level of the scale");
    above.next_up()..=max
}

/// A puzzle that is read from its text has one answer, the rating it was generated with, and the requested difficulty.
fn check(generated: &Generated, wanted: &RangeInclusive<f64>, context: &str) {
    let text = generated.puzzle.print();
    let kind = generated.puzzle.kind();
    assert!(is_unique(kind.info().id, &text), "{context}\n{text}");
    let given = kind.read(None, &text).expect("its text is read");
    let number = ExplanationRater.rate(&*given, &generated.answer, &Limits::default());
    let rated = generated.rating.map(|rating| rating.score);
    assert_eq!(number, rated, "{context}");
    let number = number.expect("a rating");
    assert!(wanted.contains(&number), "{context}: {number}\n{text}");
}

#[test]
fn puzzles_have_the_difficulty_of_a_word() {
    for &(id, size, words) in WORDS {
        for word in words {
            let wanted = range(word);
            for seed in 0..cases(SEEDS) as u64 {
                let context = format!("{id}, {word}, seed {seed}");
                let generated = generate(request(id, size, wanted.clone()), seed);
                check(&generated, &wanted, &context);
                let rated = generated.rating.map(|rating| rating.level);
                assert_eq!(rated, Some(*word), "{context}");
                // The same seed gives the same puzzle.
                let again = generate(request(id, size, wanted.clone()), seed);
                assert_eq!(again.puzzle.print(), generated.puzzle.print(), "{context}");
            }
        }
    }
}

#[test]
fn puzzles_have_a_difficulty_within_a_range() {
    for (id, size, wanted) in [
        ("sudoku", (9, 9), 6.0..=7.0),
        ("sudoku", (6, 6), 0.0..=5.0),
        ("hashi", (8, 8), 3.5..=7.5),
        ("battleship", (6, 6), 5.0..=6.0),
        ("magic", (3, 3), 3.0..=4.6),
        ("whitetan", (5, 5), 3.0..=3.5),
        ("numbrix", (5, 5), 5.5..=7.0),
        ("hidato", (4, 5), 4.0..=6.0),
    ] {
        for seed in 0..2 {
            let context = format!("{id}, {wanted:?}, seed {seed}");
            check(
                &generate(request(id, size, wanted.clone()), seed),
                &wanted,
                &context,
            );
        }
    }
}

#[test]
fn puzzles_can_be_minimal_and_have_a_difficulty() {
    for (id, size, word) in [
        ("sudoku", (9, 9), "easy"),
        ("sudoku", (9, 9), "hard"),
        ("numbrix", (5, 5), "medium"),
        ("battleship", (5, 5), "medium"),
    ] {
        let wanted = range(word);
        let request = GenerateRequest {
            minimal: true,
            ..request(id, size, wanted.clone())
        };
        let generated = generate(request, 1);
        assert!(generated.is_minimal, "{id}, {word}");
        check(&generated, &wanted, id);
        // A Sudoku without one of its numbers has more than one answer.
        let text = generated.puzzle.print();
        if id == "sudoku" {
            for (at, _) in text.match_indices(|mark: char| mark.is_ascii_digit()) {
                let less = format!("{}.{}", &text[..at], &text[at + 1..]);
                assert!(matches!(answers(id, &less), Uniqueness::Many(..)), "{less}");
            }
        }
    }
}

#[test]
fn a_difficulty_that_no_board_has_fails_with_the_ratings_so_far() {
    let request = GenerateRequest {
        attempts: 20,
        ..request("sudoku", (4, 4), range("extreme"))
    };
    let generator = Generator::new(request).expect("a request");
    let Err(GenerateFailure::GaveUp(boards, reason)) = generator.generate(1, 0, &Deadline::never())
    else {
        panic!("no Sudoku of four by four is that hard");
    };
    assert!(boards <= 20, "{boards}");
    assert!(reason.contains("rated"), "{reason}");
}

/// A puzzle is solved within a limit if and only if it is rated within it, with few exceptions; what is known where solving got stuck is true.
#[test]
fn bounded_solving_agrees_with_ratings() {
    let limits = Limits::default();
    let (mut n, mut agreed) = (0, 0);
    for &(id, size, _) in WORDS {
        for seed in 0..4 {
            let generated = generate(request(id, size, 0.0..=f64::INFINITY), seed);
            let number = generated.rating.expect("a rating").score;
            let truth = generated.puzzle.known(&generated.answer);
            for max in [3.0, 4.6, 7.2, 9.0] {
                let solvability = ExplanationRater.solvability(
                    &*generated.puzzle,
                    &generated.answer,
                    max,
                    &limits,
                );
                if let Solvability::Stuck(known) = &solvability {
                    let is_wrong = |(known, truth): (&FactState, &FactState)| {
                        *known != FactState::Open && known != truth
                    };
                    assert!(!known.iter().zip(&truth).any(is_wrong), "{id}, {max}");
                }
                n += 1;
                agreed += usize::from((solvability == Solvability::Solved) == (number <= max));
            }
        }
    }
    assert!(20 * agreed >= 19 * n, "{agreed} of {n}");
}

#[test]
fn a_difficulty_out_of_reach_is_given_up_soon() {
    for (id, size, word) in [
        ("magic", (3, 3), "extreme"),
        ("futoshiki", (3, 3), "extreme"),
    ] {
        let generator = Generator::new(request(id, size, range(word))).expect("a valid request");
        let end = generator.generate(1, 0, &Deadline::never());
        let Err(GenerateFailure::GaveUp(boards, reason)) = end else {
            panic!("{id} {word}: {end:?}");
        };
        assert!(boards <= 60, "{id} {word}: {boards} boards");
        assert!(reason.contains("rated"), "{id} {word}: {reason}");
    }
}

/// Where no clue can be removed, local search reaches the difficulty from few full boards.
#[test]
fn alternatives_are_changed_towards_a_difficulty() {
    for seed in 1..=3 {
        let generated = generate(request("nurikabe", (6, 6), range("hard")), seed);
        let boards = generated.attempts;
        assert!(boards <= 8, "seed {seed}: {boards} boards");
    }
}

/// Every kind meets a difficulty that it declares, on a board of that size, or refuses it with the words that it can meet.
fn meets_or_refuses(word: &str) {
    let levels = ExplanationRater.levels();
    let at = levels.iter().position(|(level, _)| *level == word);
    let at = at.expect("a level of the scale");
    for kind in share_of(CATALOGUE, at) {
        let Some(generation) = kind.generation() else {
            continue;
        };
        let context = format!("{}, {word}", kind.info().id);
        let size = generation.size_by_difficulty[at];
        let request = GenerateRequest {
            rater: Some(Arc::new(ExplanationRater)),
            difficulty: Some(range(word)),
            ..GenerateRequest::new(*kind)
        };
        match (Generator::new(request), size) {
            (Ok(generator), Some(_)) => {
                assert_eq!(generator.request().options.size, size, "{context}");
                let generated = generator.generate(2, 0, &Deadline::never());
                let generated = generated.unwrap_or_else(|error| panic!("{context}: {error}"));
                check(&generated, &range(word), &context);
            }
            (Err(error), None) => {
                let error = error.to_string();
                let is_clear = error.contains(word) && error.contains("possible: easy");
                assert!(is_clear, "{error}");
            }
            (made, size) => panic!("{context}: {size:?}, {made:?}"),
        }
    }
}

#[test]
fn every_kind_has_easy_puzzles() {
    meets_or_refuses("easy");
}

#[test]
fn every_kind_has_medium_puzzles_or_refuses() {
    meets_or_refuses("medium");
}

#[test]
fn every_kind_has_hard_puzzles_or_refuses() {
    meets_or_refuses("hard");
}

#[test]
fn every_kind_has_expert_puzzles_or_refuses() {
    meets_or_refuses("expert");
}

#[test]
fn every_kind_has_extreme_puzzles_or_refuses() {
    meets_or_refuses("extreme");
}

/// A range is met if one of its words can be; a size or an option of the kind is kept.
#[test]
fn a_request_without_a_size_gets_one_that_has_the_difficulty() {
    let sized = |id: &str, difficulty: RangeInclusive<f64>, options: GenerateOptions| {
        let request = GenerateRequest {
            rater: Some(Arc::new(ExplanationRater)),
            difficulty: Some(difficulty),
            options,
            ..GenerateRequest::new(kind(id).expect("a kind of the catalogue"))
        };
        let generator = Generator::new(request).expect("a request that can be met");
        generator.request().options.size
    };
    let options = GenerateOptions::default;
    assert_eq!(sized("sudoku", 0.0..=f64::MAX, options()), Some((9, 9)));
    let small = GenerateOptions {
        size: Some((4, 4)),
        ..options()
    };
    assert_eq!(sized("sudoku", range("extreme"), small), Some((4, 4)));
    let stars = GenerateOptions {
        options: vec![("stars".to_owned(), "1".to_owned())],
        ..options()
    };
    assert_eq!(sized("starbattle", range("medium"), stars), None);
}
