//! What holds for the explanation of every board: the verifier accepts every step, no step has more than 60 words, there are at most three steps per placement, and the kind has a
//! name for every step.

use std::collections::BTreeSet;

use gridwright_explain::{ExplainOptions, ExplanationEnd, GENERAL_TECHNIQUES, explain, verify};
use gridwright_puzzles::AnyInstance;

/// The maximum number of words of a step.
const MAX_WORDS: usize = 60;

/// The maximum number of steps per placement.
const MAX_STEPS: usize = 3;

/// Explains a board and checks its steps.
pub(crate) fn check(id: &str, instance: &dyn AnyInstance) {
    let board = instance.print();
    let explained = explain(instance, &ExplainOptions::default());
    let explained = explained.unwrap_or_else(|error| panic!("{id}: {board}: {error}"));
    assert_eq!(explained.end, ExplanationEnd::Solved, "{id}: {board}");
    if let Err(error) = verify(instance, &explained) {
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
}
