//! Laws of explanations over generated boards of every kind: the verifier accepts every step, no step has more than 60 words, there are at most three steps per placement, and the
//! kind has a name for every step.

use std::collections::BTreeSet;

use gridwright_explain::{ExplainOptions, ExplanationEnd, GENERAL_TECHNIQUES, explain, verify};
use gridwright_generate::{Deadline, GenerateRequest, Generator};
use gridwright_puzzles::{CATALOGUE, GenerateOptions};
use gridwright_testing::cases;

/// The number of boards of each kind.
const BOARDS: usize = 4;

/// The sizes of boards that differ from the default of their kind, so that the test is quick.
const SIZES: &[(&str, usize)] = &[
    ("numbrix", 6),
    ("hidato", 6),
    ("starbattle", 6),
    ("masyu", 6),
    ("nurikabe", 6),
    ("fillomino", 5),
];

/// The maximum number of words of a step.
const MAX_WORDS: usize = 60;

/// The maximum number of steps per placement.
const MAX_STEPS: usize = 3;

#[test]
fn generated_boards_are_explained_in_few_named_steps() {
    for kind in CATALOGUE {
        let id = kind.info().id;
        if kind.generation().is_none() {
            continue;
        }
        let size = SIZES.iter().find(|(other, _)| *other == id);
        let mut request = GenerateRequest::new(*kind);
        request.options = GenerateOptions {
            size: size.map(|(_, side)| (*side, *side)),
            ..GenerateOptions::default()
        };
        let generator = Generator::new(request).expect("a valid request");
        for index in 0..cases(BOARDS) as u64 {
            let made = generator.generate(7, index, &Deadline::never());
            let made = made.unwrap_or_else(|error| panic!("{id}: {error}"));
            let (puzzle, board) = (&*made.puzzle, made.puzzle.print());
            let explained = explain(puzzle, &ExplainOptions::default()).expect("an explanation");
            assert_eq!(explained.end, ExplanationEnd::Solved, "{id}: {board}");
            if let Err(error) = verify(puzzle, &explained) {
                panic!("{id}: {board}: {error}");
            }
            for step in &explained.steps {
                let (technique, sentence) = (&step.technique, &step.sentence);
                let words = sentence.split_whitespace().count();
                assert!(words <= MAX_WORDS, "{id}: {board}: {sentence}");
                let is_named = !GENERAL_TECHNIQUES.contains(&technique.as_str());
                assert!(is_named, "{id}: {board}: {sentence} [{technique}]");
            }
            let cells = puzzle.fact_cells();
            let given = explained.boards().swap_remove(0);
            let is_placed = |fact: &usize| given[*fact] != explained.known[*fact];
            let placed = (0..cells.len()).filter(is_placed);
            let placed: BTreeSet<_> = placed.map(|fact| &cells[fact]).collect();
            let n_steps = explained.steps.len();
            assert!(
                n_steps <= MAX_STEPS * placed.len(),
                "{id}: {board}: {n_steps}"
            );
        }
    }
}
