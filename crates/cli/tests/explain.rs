//! Explanations, hints, ratings, conflicts and repairs.

mod common;

use std::process::Output;

use common::{Folder, code, err, out, run, run_in, run_line};
use serde_json::Value;

const FOUR: &str = ".1.. ...2 3... ..3.";
const MANY: &str = ".1.. ...2 3... ....";
const NONE: &str = "1.1. .... .... ....";

/// Checks an explanation that is written to a file first.
fn verified(name: &str, text: &str) -> Output {
    let folder = Folder::new(name);
    folder.write("explanation.json", text);
    run_in(&folder.0, &["verify", "explanation.json"])
}

#[test]
fn explanations_are_numbered_and_end_at_the_answer() {
    let output = run(&["explain", "sudoku", FOUR]);
    assert_eq!(code(&output), 0);
    let text = out(&output);
    assert!(
        text.starts_with("Sudoku input: solved in 12 steps\n"),
        "{text}"
    );
    assert!(text.contains("\n 1. Block "), "{text}");
    assert!(text.contains("needs a"), "{text}");
    assert!(text.contains("[hidden single, "), "{text}");
    let first = run(&["explain", "sudoku", FOUR, "--until", "first"]);
    assert_eq!(out(&first).lines().count(), 2, "{}", out(&first));
    assert_eq!(code(&run(&["explain", "sudoku", MANY])), 10);
    assert_eq!(code(&run(&["explain", "sudoku", NONE])), 20);
}

#[test]
fn one_cell_is_explained_by_the_steps_leading_to_it() {
    let whole = run(&["explain", "sudoku", FOUR]);
    let output = run(&["explain", "sudoku", FOUR, "--cell", "r1c1"]);
    assert!(
        out(&output).starts_with("Sudoku input: "),
        "{}",
        out(&output)
    );
    assert!(out(&output).lines().count() < out(&whole).lines().count());
    let bad = run(&["explain", "sudoku", FOUR, "--cell", "r9c9"]);
    assert_eq!(code(&bad), 2);
    assert_eq!(
        err(&bad),
        "input: error: the puzzle has no facts about r9c9\n"
    );
}

#[test]
fn saved_explanations_verify_and_changed_ones_do_not() {
    let saved = run(&["explain", "sudoku", FOUR, "--json"]);
    let text = out(&saved);
    let held = verified("held", text);
    assert_eq!(code(&held), 0, "{}", err(&held));
    let expected = "12 steps verified, up to the answer
  checked: conclusions of 12 steps; techniques and costs of 12 steps; sentences of 12 steps; order of the steps, and whether there are easier ones; end
  not checked: name of the puzzle
";
    assert!(out(&held).ends_with(expected), "{}", out(&held));

    let mut value: Value = serde_json::from_str(text).expect("an object");
    value["steps"][3]["used"] = Value::Array(Vec::new());
    let refused = verified("refused", &value.to_string());
    assert_eq!(code(&refused), 2);
    assert!(
        err(&refused).contains("rejected: step 4: "),
        "{}",
        err(&refused)
    );
    assert!(
        err(&refused).contains("does not follow"),
        "{}",
        err(&refused)
    );

    let nonsense = verified("nonsense", "{}\n");
    assert_eq!(code(&nonsense), 2);
    assert!(
        err(&nonsense).contains("not an explanation"),
        "{}",
        err(&nonsense)
    );
}

#[test]
fn hints_name_wrong_marks_and_have_grades() {
    let wrong = run(&["hint", "sudoku", FOUR, "--marks", "31.. ...2 3... ..3."]);
    assert_eq!(out(&wrong), "A mark is wrong: r1c1 is 3.\n");
    let vague = run_line(&format!(
        "hint sudoku '{FOUR}' --marks '31.. ...2 3... ..3.' --grade 1"
    ));
    assert_eq!(out(&vague), "A mark is wrong.\n");
    let marks = "21.. ...2 3... ..3.";
    let [where_, which, whole] = ["1", "2", "3"].map(|grade| {
        let output = run(&["hint", "sudoku", FOUR, "--marks", marks, "--grade", grade]);
        assert_eq!(code(&output), 0);
        out(&output).to_owned()
    });
    assert!(where_.contains(", in "), "{where_}");
    assert!(
        which.starts_with("Look at r") && which.contains("needs a"),
        "{which}"
    );
    assert!(whole.contains('['), "{whole}");
    let done = run(&["hint", "sudoku", FOUR, "--marks", "2143 4312 3421 1234"]);
    assert_eq!(
        out(&done),
        "The board is complete: every derivable fact is marked.\n"
    );
    let bad = run(&["hint", "sudoku", FOUR, "--marks", "21.. ...2"]);
    assert_eq!(code(&bad), 2);
    assert!(err(&bad).contains("error: "), "{}", err(&bad));
}

/// Solved by a W-Wing, XY-Wings and a kite.
const WINGS: &str =
    "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9";

#[test]
fn chosen_techniques_bound_explanations_hints_and_ratings() {
    let stuck = run(&["explain", "sudoku", WINGS, "--techniques", "medium"]);
    assert_eq!(code(&stuck), 30);
    assert!(
        out(&stuck).contains("the techniques allowed do not solve it"),
        "{}",
        out(&stuck)
    );
    let brief = run(&["rate", "sudoku", WINGS, "--brief", "--techniques", "medium"]);
    assert!(out(&brief).contains("- stuck"), "{}", out(&brief));
    let unknown = run(&["rate", "sudoku", WINGS, "--techniques", "xy-wings"]);
    assert_eq!(code(&unknown), 2);
    assert!(
        err(&unknown).contains("did you mean xy-wing?"),
        "{}",
        err(&unknown)
    );
    let four = run(&["rate", "sudoku", FOUR, "--techniques", "hard"]);
    assert!(
        err(&four).contains("techniques can be chosen for Sudoku of 9x9"),
        "{}",
        err(&four)
    );
}

#[test]
fn a_puzzle_without_an_answer_has_no_rating() {
    for options in [&["--brief"][..], &["--json"], &[]] {
        let output = run(&[&["rate", "sudoku", NONE], options].concat());
        assert_eq!(code(&output), 20);
        assert!(!out(&output).contains("easy"), "{}", out(&output));
        assert!(out(&output).contains("no answer"), "{}", out(&output));
    }
}

#[test]
fn a_stopped_rating_says_so() {
    let output = run(&["rate", "sudoku", WINGS, "--brief", "--time-limit", "0"]);
    assert!(out(&output).contains("stopped"), "{}", out(&output));
}

#[test]
fn ratings_have_a_number_and_a_word() {
    let output = run(&["rate", "sudoku", FOUR, "--json"]);
    let row: Value = serde_json::from_str(out(&output)).expect("an object");
    assert_eq!(row["word"], "easy");
    assert_eq!(row["steps"], 12);
    // Named techniques are for boards of 9x9.
    assert!(row["score"].is_null(), "{row}");
    let nine = run(&["rate", "sudoku", WINGS, "--json"]);
    let row: Value = serde_json::from_str(out(&nine)).expect("an object");
    assert_eq!(
        (&row["score"], &row["level"]),
        (&1560.into(), &"hard".into())
    );
    let summary = run(&["rate", "sudoku", "--summary", FOUR, FOUR]);
    assert!(
        out(&summary).contains("Rank correlation"),
        "{}",
        out(&summary)
    );
}

#[test]
fn conflicting_and_missing_clues_are_reported() {
    let none = run(&["unique", "--repair", "sudoku", NONE]);
    assert_eq!(code(&none), 20);
    let expected =
        "These 2 clues conflict, and no smaller set does: r1c1 is given as 1; r1c3 is given as 1.";
    assert!(out(&none).contains(expected), "{}", out(&none));
    let many = run(&["unique", "--repair", "sudoku", MANY, "--json"]);
    assert_eq!(code(&many), 10);
    let row: Value = serde_json::from_str(out(&many)).expect("an object");
    let clues = row["repair"]["clues"].as_array().expect("a list");
    let board = run(&["unique", "--repair", "sudoku", MANY]);
    assert!(out(&board).contains("makes it unique") || out(&board).contains("make it unique"));
    assert_eq!(clues.len(), 1, "{row}");
}
