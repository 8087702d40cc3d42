//! Boards for which the search for steps takes more than the effort allowed: they are solved by brute force, which steps and ratings say, and which the verifier checks against the answers.

use gridwright_explain::{ExplainOptions, ExplanationEnd, Rating, explain, verify};
use gridwright_puzzles::kind;

/// A magic square with few clues.
const FEW_CLUES: &str = "10 . . . .\n. . . . .\n15 22 . . .\n. 9 . 25 18\n4 . . . .\n";

#[test]
fn hard_boards_end_by_brute_force() {
    let magic = kind("magic").expect("a kind of the catalogue");
    let instance = magic.read(None, FEW_CLUES).expect("a valid board");
    let options = ExplainOptions {
        max_effort: Some(10_000),
        ..ExplainOptions::default()
    };
    let explained = explain(&*instance, &options).expect("an explanation");
    assert_eq!(explained.end, ExplanationEnd::Solved);
    let forced = explained.steps.iter().filter(|step| step.is_brute_force());
    let n_forced = forced.count();
    assert!(n_forced > 0);
    let verified = verify(&*instance, &explained).expect("a correct explanation");
    assert_eq!(verified.by_brute_force, n_forced);
    assert_eq!(
        Rating::of(&*instance, &explained).word.to_string(),
        "extreme"
    );
    // A wrong conclusion, and a step that only claims to be by brute force, are refused.
    for (at, step) in explained.steps.iter().enumerate() {
        let mut changed = explained.clone();
        changed.steps[at].concludes[0] = step.concludes[0].opposite();
        assert!(verify(&*instance, &changed).is_err(), "step {}", at + 1);
        let mut changed = explained.clone();
        changed.steps[at].premises.clear();
        assert_eq!(
            verify(&*instance, &changed).is_ok(),
            step.is_brute_force(),
            "step {}",
            at + 1
        );
    }
}
