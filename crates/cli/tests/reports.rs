//! Output besides the answer: differences, propagation before search, common facts. Also `check`, `draw` and limits.

mod common;

use common::{code, err, out, run_with_input};
use serde_json::Value;

/// Standard output, standard error and the exit code.
fn outputs(args: &[&str], input: &str) -> (String, String, i32) {
    let output = run_with_input(args, input);
    (
        out(&output).to_owned(),
        err(&output).to_owned(),
        code(&output),
    )
}

fn object(args: &[&str], input: &str) -> Value {
    let (printed, errors, _) = outputs(args, input);
    serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{error}: {printed}{errors}"))
}

const TWO: &str = "2..2\n....\n2..2\n";

#[test]
fn two_answers_are_compared() {
    let path = "1 .\n. .\n";
    let (printed, _, code) = outputs(&["unique", "numbrix", "-"], path);
    assert_eq!(
        printed,
        "% Numbrix standard input: not unique: there are several answers\n1 2\n4 3\n1 4\n2 3\n\
         % Only in the first: r1c2 is 2; r2c1 is 4\n% Only in the second: r1c2 is 4; r2c1 is 2\n\n"
    );
    assert_eq!(code, 10);
    let row = object(&["unique", "numbrix", "-", "--json"], path);
    assert_eq!(row["differs"][0][0], "r1c2 is 2");
    assert_eq!(row["differs"][1][1], "r2c1 is 2");
    let row = object(&["unique", "hashi", "-", "--json"], "2.2\n");
    assert_eq!(row.get("differs"), None);
}

#[test]
fn propagation_is_part_of_the_json() {
    let args = ["solve", "sudoku", "-", "--show", "propagated", "--json"];
    let row = object(&args, ".1.. ...2 3... ....");
    let before = &row["propagated"];
    assert_eq!(before["conflict"], false);
    let known = before["known"].as_array().expect("a list");
    assert!(known.contains(&Value::from("r1c2 is 1")), "{known:?}");
    let possible = before["possible"].as_array().expect("a list");
    assert!(!possible.is_empty() && !possible.contains(&Value::from("r1c2 is 1")));
    assert!(before["board"].as_str().expect("text").starts_with('┏'));
    let row = object(&args, "11.. .... .... ....");
    assert_eq!(row["propagated"]["conflict"], true);
    assert_eq!(row["verdict"], "none");
    let plain = object(&["solve", "sudoku", "-", "--json"], ".1.. ...2 3... ....");
    assert_eq!(plain.get("propagated"), None);
}

#[test]
fn backbone_compares_a_limited_number_of_answers() {
    let path = "1 .\n. .\n";
    let (printed, _, code) = outputs(&["backbone", "numbrix", "-", "--most", "2"], path);
    assert_eq!(
        printed,
        "% Numbrix standard input: at least 2 answers\nr1c1 is 1\nr2c2 is 3\n"
    );
    assert_eq!(code, 10);
    let one = object(&["backbone", "numbrix", "-", "--most", "1", "--json"], path);
    assert_eq!(
        (&one["verdict"], &one["count"]),
        (&"solved".into(), &1.into())
    );
    let all = object(&["backbone", "numbrix", "-", "--json"], path);
    assert_eq!(
        all["shared"],
        object(&["backbone", "numbrix", "-", "--most", "9", "--json"], path)["shared"]
    );
}

#[test]
fn draw_reports_missing_answers_and_limits() {
    let no = "11.. .... .... ....";
    assert_eq!(
        outputs(&["draw", "sudoku", "-", "--solved"], no),
        (
            String::new(),
            "standard input: there is no answer to draw\n".to_owned(),
            20
        )
    );
    let stopped = outputs(
        &["draw", "magic", "-", "--solved", "--node-limit", "3"],
        "order 9",
    );
    assert_eq!(
        stopped,
        (
            String::new(),
            "standard input: nothing drawn: stopped at the node limit\n".to_owned(),
            30
        )
    );
    for engine in ["fd", "learn"] {
        let line = format!("draw hashi - --solved --engine {engine} --viewpoint squares");
        let args: Vec<&str> = line.split(' ').collect();
        let (printed, errors, code) = outputs(&args, "2.2\n");
        assert_eq!((code, errors.as_str()), (0, ""));
        assert!(printed.contains("(2)═════(2)"), "{printed}");
    }
}

#[test]
fn hashi_answers_are_checked_in_both_notations() {
    let judged = |answer: &str| outputs(&["check", "hashi", TWO, "--answer", "-"], answer);
    let right = ("input: right\n".to_owned(), String::new(), 0);
    assert_eq!(
        judged("r1c1 r1c4 1\nr1c1 r3c1 1\nr1c4 r3c4 1\nr3c1 r3c4 1\n"),
        right
    );
    assert_eq!(judged("-11-\na--a\n-11-\n"), right);
    assert_eq!(judged("- 1 1 -\na - - a\n- 1 1 -\n"), right);
    let (printed, _, code) = judged("-22-\n----\n-22-\n");
    assert_eq!(code, 20);
    assert!(printed.contains("are not connected"), "{printed}");
    let (_, errors, code) = judged("-1--\na--a\n-11-\n");
    assert_eq!(code, 2);
    assert_eq!(
        errors,
        "standard input:1:2: error: this bridge does not run all the way from an island to the next\n    -1--\n     ^\n"
    );
}

#[test]
fn filled_boards_are_checked_by_name() {
    let filled =
        "puzzle good 2 2\n1 2\n4 3\n\npuzzle bad 2 2\n1 3\n4 2\n\npuzzle open 2 2\n1 .\n4 3\n";
    let (printed, errors, code) = outputs(&["check", "numbrix", "-"], filled);
    assert_eq!(
        printed,
        "good: right\nbad: wrong: 1 at r1c1 and 2 at r2c2 are not neighbours\n"
    );
    assert!(
        errors.starts_with("standard input:10:1: error: an answer has no blanks\n"),
        "{errors}"
    );
    assert_eq!(code, 2);
}

#[test]
fn negative_numbers_are_holes() {
    let (printed, errors, code) = outputs(&["unique", "hidato", "-"], " 1 -4  .\n .  .  5\n");
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(printed.ends_with("\n1 # 4\n2 3 5\n"), "{printed}");
    let (printed, _, _) = outputs(&["convert", "hidato", "-"], "1 -4 5\n2 3 4\n");
    assert_eq!(printed, "1 # 5\n2 3 4\n");
}

#[test]
fn a_file_may_contain_several_kinds() {
    let mixed =
        "puzzle arrows 2 2\ns s\nn n\n\npuzzle islands 1 3\n2.2\n\npuzzle path 1 3\n1 . .\n";
    let (printed, errors, code) = outputs(&["unique", "-", "--json"], mixed);
    let rows: Vec<Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    assert_eq!(rows[0]["kind"], "whitetan");
    assert_eq!(rows[1]["kind"], "hashi");
    let message = "1:1: ambiguous input: it parses as numbrix and as hidato; name the kind, for example `numbrix`";
    assert_eq!(rows[2]["error"], message);
    assert_eq!((rows.len(), errors.as_str()), (3, ""));
    assert_eq!(code, 2);
}

#[test]
fn limits_apply_during_set_up() {
    for (kind, text) in [
        ("magic", "order 1000".to_owned()),
        ("sudoku", vec![". ".repeat(100); 100].join("\n")),
        ("hidato", vec![". ".repeat(120); 120].join("\n")),
    ] {
        for verb in ["solve", "unique", "count", "backbone"] {
            let args = [verb, kind, "-", "--time-limit", "1ms", "--json"];
            let row = object(&args, &text);
            assert_eq!(row["verdict"], "stopped", "{args:?}");
            assert_eq!(row["stopped_at"], "time", "{args:?}");
        }
        let line = format!("solve {kind} - --time-limit 1ms --show propagated");
        let args: Vec<&str> = line.split(' ').collect();
        let (_, errors, code) = outputs(&args, &text);
        assert_eq!((errors.as_str(), code), ("", 30));
    }
}

#[test]
fn a_board_too_large_for_a_viewpoint_suggests_another() {
    let text = vec![". ".repeat(70); 70].join("\n");
    let (_, errors, code) = outputs(&["solve", "numbrix", "-"], &text);
    assert_eq!(
        errors,
        "standard input: error: cells: 4900 nodes are too many for this viewpoint; `--viewpoint successors` takes larger boards\n"
    );
    assert_eq!(code, 2);
}

#[test]
fn generated_puzzles_can_be_read_again() {
    for (kind, size) in [
        ("sudoku", "10"),
        ("hashi", "6x7"),
        ("battleship", "8"),
        ("magic", "3"),
        ("whitetan", "4x5"),
        ("numbrix", "4"),
        ("hidato", "4x3"),
    ] {
        let made = ["generate", kind, "--size", size, "-n", "2", "--seed", "5"];
        let (set, errors, code) = outputs(&made, "");
        assert_eq!(code, 0, "{kind}: {errors}");
        let (printed, errors, code) = outputs(&["unique", kind, "-", "--json"], &set);
        assert_eq!((printed.lines().count(), code), (2, 0), "{set}{errors}");
        for line in printed.lines() {
            let row: Value = serde_json::from_str(line).expect("an object");
            assert_eq!(row["verdict"], "unique");
        }
    }
}
