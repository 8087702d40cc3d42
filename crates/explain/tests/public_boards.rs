//! Laws of explanations over the public boards of every kind, which are in the file `boards.txt` of its folder: the verifier accepts every step, no step has more than 60 words, there are at
//! most three steps per placement, and the kind has a name for every step.

use std::collections::BTreeSet;
use std::path::Path;

use gridwright_explain::{ExplainOptions, ExplanationEnd, GENERAL_TECHNIQUES, explain, verify};
use gridwright_puzzles::{BoxedInstance, CATALOGUE, Kind};

/// Boards with at most this many facts are explained, so that the test is quick.
const MAX_FACTS: usize = 96;

/// The number of boards of each kind that are explained whatever their size, the smallest first.
const MIN_BOARDS: usize = 2;

/// The maximum number of words of a step.
const MAX_WORDS: usize = 60;

/// The maximum number of steps per placement.
const MAX_STEPS: usize = 3;

/// The public boards of a kind that are explained, the smallest first.
fn boards(kind: &dyn Kind) -> Vec<(String, BoxedInstance)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../puzzles/src/kinds");
    let file = folder.join(kind.info().id).join("boards.txt");
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with("# "));
    let mut boards: Vec<(String, BoxedInstance)> = lines
        .map(|line| {
            let instance = kind.read(kind.recognise(line), line);
            let instance =
                instance.unwrap_or_else(|error| panic!("{}", error.render(line, "board")));
            (line.to_owned(), instance)
        })
        .collect();
    boards.sort_by_key(|(_, instance)| instance.facts().len());
    let is_small = |(_, instance): &(String, BoxedInstance)| instance.facts().len() <= MAX_FACTS;
    let n = boards.iter().filter(|board| is_small(board)).count();
    boards.truncate(n.max(MIN_BOARDS));
    boards
}

#[test]
fn public_boards_are_explained_step_by_step() {
    let mut n_boards = 0;
    for kind in CATALOGUE {
        let id = kind.info().id;
        for (board, instance) in boards(*kind) {
            let explained = explain(&*instance, &ExplainOptions::default());
            let explained = explained.unwrap_or_else(|error| panic!("{id}: {board}: {error}"));
            assert_eq!(explained.end, ExplanationEnd::Solved, "{id}: {board}");
            if let Err(error) = verify(&*instance, &explained) {
                panic!("{id}: {board}: {error}");
            }
            for step in &explained.steps {
                let (technique, sentence) = (&step.technique, &step.sentence);
                let words = sentence.split_whitespace().count();
                assert!(words <= MAX_WORDS, "{id}: {board}: {sentence}");
                let is_named = !GENERAL_TECHNIQUES.contains(&technique.as_str());
                assert!(is_named, "{id}: {board}: {sentence} [{technique}]");
            }
            let cells = instance.fact_cells();
            let given = explained.boards().swap_remove(0);
            let is_placed = |fact: &usize| given[*fact] != explained.known[*fact];
            let placed = (0..cells.len()).filter(is_placed);
            let placed: BTreeSet<_> = placed.map(|fact| &cells[fact]).collect();
            let n_steps = explained.steps.len();
            assert!(
                n_steps <= MAX_STEPS * placed.len(),
                "{id}: {board}: {n_steps}"
            );
            n_boards += 1;
        }
    }
    assert!(n_boards >= 40, "{n_boards}");
}
