//! Named techniques of Sudoku in explanations: ratings by path and by explanation agree, every step is verified, tampered names are refused, and only the
//! techniques allowed are used.

use gridwright_explain::{
    ExplainOptions, Explanation, ExplanationEnd, Hint, Rating, Step, explain, hint, rate, verify,
};
use gridwright_puzzles::{BoxedInstance, FactState, TechniqueChoice, kind};

/// A W-wing, XY-wings and a kite.
const WINGS: &str =
    "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9";

/// AI Escargot.
const ESCARGOT: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

fn sudoku(text: &str) -> BoxedInstance {
    let sudoku = kind("sudoku").expect("a kind of the catalogue");
    sudoku.read(None, text).expect("a valid board")
}

/// The boards of the corpus, and the two above.
fn boards() -> Vec<BoxedInstance> {
    let corpus = include_str!("../../lab/corpus/sudoku/reports.txt");
    let lines = corpus.lines().filter_map(|line| line.split_once(' '));
    let boards = lines
        .map(|(_, cells)| cells)
        .filter(|cells| cells.len() == 81);
    let boards: Vec<BoxedInstance> = boards.chain([WINGS, ESCARGOT]).map(sudoku).collect();
    assert!(boards.len() > 10);
    boards
}

fn allowed(instance: &BoxedInstance, list: &str) -> ExplainOptions<'static> {
    let choice = TechniqueChoice::parse(list, &instance.techniques());
    ExplainOptions {
        techniques: Some(choice.expect("techniques")),
        ..ExplainOptions::default()
    }
}

fn explained(instance: &BoxedInstance, options: &ExplainOptions<'_>) -> Explanation {
    explain(&**instance, options).expect("an explanation")
}

#[test]
fn ratings_by_path_are_those_of_explanations() {
    for instance in boards() {
        let options = ExplainOptions::default();
        let explanation = explained(&instance, &options);
        let rating = rate(&*instance, &options).expect("a rating");
        assert_eq!(rating, Rating::of(&*instance, &explanation), "{instance:?}");
    }
}

#[test]
fn every_named_step_is_verified_with_its_name_and_sentence() {
    let (mut steps, mut sentences, mut by_uniqueness) = (0, 0, 0);
    for instance in boards() {
        let explanation = explained(&instance, &ExplainOptions::default());
        let verified = verify(&*instance, &explanation).unwrap_or_else(|error| {
            panic!("{error}\n{instance:?}");
        });
        assert!(verified.end && verified.named <= verified.steps);
        for step in explanation.steps.iter().filter(|step| step.named.is_some()) {
            let words = step.sentence.split_whitespace().count();
            assert!(words <= 60, "{words} words: {}", step.sentence);
            assert!(!step.needs_uniqueness() || !step.concludes.is_empty());
        }
        steps += verified.steps;
        sentences += verified.sentences;
        by_uniqueness += verified.by_uniqueness;
    }
    assert!(sentences * 2 > steps, "{sentences} of {steps} sentences");
    assert!(by_uniqueness > 0, "no step rests on uniqueness");
}

#[test]
fn named_techniques_come_before_chains() {
    let instance = sudoku(WINGS);
    let rating = rate(&*instance, &ExplainOptions::default()).expect("a rating");
    let names: Vec<&str> = rating
        .techniques
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    assert!(names.contains(&"XY-Wing"), "{names:?}");
    assert_eq!(rating.word.to_string(), "hard", "{names:?}");
    let score = rating.score.expect("a score");
    assert_eq!((score.score, score.level), (1560, "hard"), "{names:?}");
}

#[test]
fn tampered_names_are_refused() {
    let instance = sudoku(WINGS);
    let explanation = explained(&instance, &ExplainOptions::default());
    let refused = |what: &str, change: &dyn Fn(&mut Step)| {
        for at in 0..explanation.steps.len() {
            let mut changed = explanation.clone();
            change(&mut changed.steps[at]);
            let verified = verify(&*instance, &changed);
            assert!(verified.is_err(), "{what} in step {} is accepted", at + 1);
        }
    };
    refused("another cost", &|step| step.cost += 1);
    refused("another name", &|step| {
        step.technique = "Jellyfish".to_owned()
    });
    refused("another score", &|step| {
        let named = step.named.as_mut().expect("a named step");
        named.technique.score += 1;
    });
    refused("a wrong use of uniqueness", &|step| {
        let named = step.named.as_mut().expect("a named step");
        named.technique.needs_uniqueness ^= true;
    });
    // The first step of a technique in a position is found again, so its sentence is known.
    let mut changed = explanation.clone();
    changed.steps[0].sentence += " Or not.";
    let verified = verify(&*instance, &changed);
    assert!(verified.is_err() || verified != verify(&*instance, &explanation));
}

#[test]
fn only_the_techniques_allowed_are_used() {
    for (text, list, end) in [
        (WINGS, "hard", ExplanationEnd::Solved),
        (WINGS, "medium", ExplanationEnd::Stuck),
        (WINGS, "-xy-wing", ExplanationEnd::Solved),
        (ESCARGOT, "hard", ExplanationEnd::Stuck),
    ] {
        let instance = sudoku(text);
        let options = allowed(&instance, list);
        let explanation = explained(&instance, &options);
        assert_eq!(explanation.end, end, "{list}");
        let (choice, all) = (options.techniques.expect("a choice"), instance.techniques());
        for step in &explanation.steps {
            let named = step.named.as_ref().expect("a named step");
            let at = all.iter().position(|one| *one == named.technique);
            assert!(
                choice.contains(at.expect("a technique")),
                "{list}: {}",
                step.technique
            );
        }
        let rating = rate(&*instance, &options).expect("a rating");
        assert_eq!(rating.end, end, "{list}");
        verify(&*instance, &explanation).expect("a correct explanation");
    }
}

#[test]
fn a_puzzle_with_several_answers_is_explained_without_uniqueness() {
    // A clue of the first puzzle is missing.
    let instance = sudoku(&format!(".{}", &WINGS[1..].replacen('6', ".", 3)));
    let explanation = explained(&instance, &ExplainOptions::default());
    assert_eq!(explanation.end, ExplanationEnd::Shared);
    assert!(
        explanation
            .steps
            .iter()
            .all(|step| !step.needs_uniqueness())
    );
    verify(&*instance, &explanation).expect("a correct explanation");
}

#[test]
fn a_hint_is_one_step() {
    let instance = sudoku(WINGS);
    let marks = vec![FactState::Open; instance.n_facts()];
    let options = allowed(&instance, "hard");
    let found = hint(&*instance, &marks, &options).expect("a hint");
    let Hint::Next { step, .. } = found else {
        panic!("{found:?}");
    };
    let named = step.named.as_ref().expect("a named step");
    assert!(!named.place.is_empty(), "{step:?}");
}
