//! Sudokus with lines, sums and extra regions: each is explained to the end by verified steps, some of which name the constraint, and has a rating.

use gridwright_explain::{ExplainOptions, ExplanationEnd, Rating, explain, rate, verify};
use gridwright_puzzles::{BoxedInstance, kind};

/// The boards, each with what a step says of its constraint.
fn boards() -> Vec<(&'static str, BoxedInstance)> {
    let text = include_str!("data/variants.txt");
    let sudoku = kind("sudoku").expect("a kind of the catalogue");
    let boards = text.split("> ").skip(1).map(|block| {
        let (words, board) = block.split_once('\n').expect("a board after its words");
        let read = sudoku.read(sudoku.recognise(board), board);
        let read = read.unwrap_or_else(|error| panic!("{}", error.render(board, words)));
        (words, read)
    });
    boards.collect()
}

#[test]
fn boards_of_every_family_are_explained_by_its_constraint() {
    let boards = boards();
    assert_eq!(boards.len(), 6);
    for (words, instance) in boards {
        let explained = explain(&*instance, &ExplainOptions::default()).expect("an explanation");
        assert_eq!(explained.end, ExplanationEnd::Solved, "{words}");
        if let Err(error) = verify(&*instance, &explained) {
            panic!("{words}: {error}");
        }
        let steps = &explained.steps;
        let named = steps.iter().filter(|step| step.sentence.contains(words));
        let named = named.count();
        assert!(named >= 3, "{words}: {named} steps name the constraint");
        assert!(steps.iter().all(|step| !step.is_brute_force()), "{words}");
        let is_short = |sentence: &str| sentence.split_whitespace().count() <= 60;
        assert!(steps.iter().all(|step| is_short(&step.sentence)), "{words}");
    }
}

#[test]
fn their_ratings_are_those_of_their_explanations() {
    for (words, instance) in boards() {
        let options = ExplainOptions::default();
        let rating = rate(&*instance, &options).expect("a rating");
        let explained = explain(&*instance, &options).expect("an explanation");
        assert!(rating.is_whole(), "{words}");
        assert_eq!(rating, Rating::of(&*instance, &explained), "{words}");
    }
}
