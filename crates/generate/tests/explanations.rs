//! Laws of explanations of generated boards of every kind but Sudoku: the verifier accepts them, no step has more than 60 words, and there are at most three steps per placement.

use std::collections::BTreeSet;

use gridwright_explain::{ExplainOptions, ExplanationEnd, explain, verify};
use gridwright_generate::{Deadline, GenerateRequest, Generator};
use gridwright_puzzles::{GenerateOptions, kind};

/// The maximum number of words of a step.
const MAX_WORDS: usize = 60;

/// The maximum number of steps per placement.
const MAX_STEPS: usize = 3;

/// The number of boards per size.
const BOARDS: u64 = 6;

fn check(id: &str, sizes: &[(usize, usize)]) {
    for &size in sizes {
        for seed in 0..BOARDS {
            let request = GenerateRequest {
                options: GenerateOptions {
                    size: Some(size),
                    ..GenerateOptions::default()
                },
                ..GenerateRequest::new(kind(id).expect("a kind of the catalogue"))
            };
            let generator = Generator::new(request).expect("a valid request");
            let generated = generator.generate(seed, 0, &Deadline::never());
            let generated = generated.expect("a puzzle");
            let context = format!("{id} {size:?}, seed {seed}\n{}", generated.puzzle.print());
            let options = ExplainOptions {
                answer: Some(&generated.answer),
                ..ExplainOptions::default()
            };
            let explained = explain(&*generated.puzzle, &options).expect("an explanation");
            assert_eq!(explained.end, ExplanationEnd::Solved, "{context}");
            if let Err(error) = verify(&*generated.puzzle, &explained) {
                panic!("{error}: {context}");
            }
            for step in &explained.steps {
                let words = step.sentence.split_whitespace().count();
                assert!(words <= MAX_WORDS, "{}: {context}", step.sentence);
                let full = step.full.as_ref();
                assert!(full.is_none_or(|full| *full != step.sentence), "{context}");
            }
            let cells = generated.puzzle.fact_cells();
            let given = explained.boards().swap_remove(0);
            let is_placed = |fact: &usize| given[*fact] != explained.known[*fact];
            let placed = (0..cells.len()).filter(is_placed);
            let placed: BTreeSet<_> = placed.map(|fact| &cells[fact]).collect();
            let n_steps = explained.steps.len();
            assert!(n_steps <= MAX_STEPS * placed.len(), "{n_steps}: {context}");
        }
    }
}

#[test]
fn hashi_is_explained_in_few_words() {
    check("hashi", &[(7, 7), (9, 9)]);
}

#[test]
fn battleship_is_explained_in_few_words() {
    check("battleship", &[(6, 6), (8, 8)]);
}

#[test]
fn magic_squares_are_explained_in_few_words() {
    check("magic", &[(3, 3)]);
}

#[test]
fn white_and_tan_is_explained_in_few_words() {
    check("whitetan", &[(5, 5), (8, 8)]);
}

#[test]
fn number_paths_are_explained_in_few_words() {
    check("numbrix", &[(4, 4), (5, 5)]);
    check("hidato", &[(4, 4), (5, 5)]);
}
