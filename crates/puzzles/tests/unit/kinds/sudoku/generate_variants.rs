//! Tests of Sudoku: boards with random variants.

use std::collections::BTreeSet;

use gridwright_fd::Rng;
use gridwright_puzzles::sudoku::Sudoku;
use gridwright_puzzles::{BoardSource, Generate, GenerateOptions, Puzzle};

const FULL: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Variants that some full board of four rows has no place for.
const REJECTED: [&str; 1] = ["thermo"];

fn options(variant: &str) -> GenerateOptions {
    GenerateOptions {
        options: vec![("variant".to_owned(), variant.to_owned())],
        ..GenerateOptions::default()
    }
}

/// The names of all variants, which the error for an unknown one lists.
fn names() -> Vec<String> {
    let error = Sudoku::outline(&options("")).expect_err("no name").0;
    let (_, names) = error.split_once("one or more of ").expect("a list");
    let (names, _) = names.split_once(", joined").expect("the end of the list");
    names.split(", ").map(str::to_owned).collect()
}

#[test]
fn clues_hold_in_the_full_board() {
    let plain = Sudoku::blank(9, 9).expect("a board");
    let answer = Sudoku::parse_answer(&plain, FULL).expect("a full board");
    let names = names();
    assert!(names.len() >= 30, "{names:?}");
    for name in names {
        let outline = Sudoku::outline(&options(&name)).expect("a variant");
        for seed in 0..5 {
            let mut rng = Rng::new(seed);
            let draft = Sudoku::draft(&outline, plain.clone(), answer.clone(), &mut rng, &|| false);
            let made = draft.expect("there is a place for clues").blank;
            assert_eq!(Sudoku::check(&made, &answer), Ok(()), "{name}");
            assert_eq!(
                Sudoku::parse(&Sudoku::print(&made)).as_ref(),
                Ok(&made),
                "{name}"
            );
            let board = Sudoku::full_board(&outline, &mut rng, &|| false);
            let Some(BoardSource::Search { blank, .. }) = board else {
                panic!("there is a place for {name}");
            };
            let is_variant = !made.is_plain() || !blank.is_plain();
            assert!(is_variant, "{name} {seed}");
        }
    }
}

#[test]
fn a_board_without_a_place_for_a_variant_is_rejected() {
    let plain = Sudoku::blank(4, 4).expect("a board");
    let answer = Sudoku::parse_answer(&plain, "1234341221434321").expect("a full board");
    let mut rejected = BTreeSet::new();
    for name in names() {
        let outline = |variants: &str| {
            let options = GenerateOptions {
                size: Some((4, 4)),
                ..options(variants)
            };
            Sudoku::outline(&options).expect("variants")
        };
        let [alone, joined] = [outline(&name), outline(&format!("diagonal+{name}"))];
        for seed in 0..20 {
            let draft = |outline| {
                let mut rng = Rng::new(seed);
                Sudoku::draft(outline, plain.clone(), answer.clone(), &mut rng, &|| false)
            };
            let made = draft(&alone);
            assert_eq!(made.is_none(), draft(&joined).is_none(), "{name} {seed}");
            let Some(made) = made else {
                rejected.insert(name.clone());
                continue;
            };
            let made = made.blank;
            let again = Sudoku::parse(&Sudoku::print(&made));
            assert_eq!(again.as_ref(), Ok(&made), "{name} {seed}");
            // Rules and random regions are on the board before the numbers; a random place may not be found.
            let board = Sudoku::full_board(&alone, &mut Rng::new(seed), &|| false);
            let is_variant = match board {
                Some(BoardSource::Search { blank, .. }) => !blank.is_plain(),
                _ => true,
            };
            assert!(is_variant || !made.is_plain(), "{name} {seed}");
        }
    }
    assert_eq!(rejected, REJECTED.map(str::to_owned).into());
}
