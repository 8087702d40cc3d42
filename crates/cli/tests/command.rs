//! The command as users and scripts see it: output and exit codes.

mod common;

use std::process::Stdio;

use common::{Folder, code, command, err, json, out, run, run_line, run_with_input};
use serde_json::Value;

const FOUR: &str = ".1.. ...2 3... ..3.";
const MANY: &str = ".1.. ...2 3... ....";
const NONE: &str = "11.. .... .... ....";

#[test]
fn every_verdict_has_its_exit_code() {
    for (args, expected) in [
        (vec!["solve", "sudoku", FOUR], 0),
        (vec!["unique", "sudoku", FOUR], 0),
        (vec!["unique", "sudoku", MANY], 10),
        (vec!["unique", "sudoku", NONE], 20),
        (vec!["solve", "sudoku", NONE], 20),
        (vec!["count", "sudoku", MANY], 10),
        (vec!["count", "sudoku", FOUR], 0),
        (vec!["backbone", "sudoku", MANY], 10),
        (vec!["unique", "magic", "order 9", "--node-limit", "5"], 30),
        (vec!["solve", "sudoku", "1... .... ..7. ...."], 2),
        (vec!["solve", "nonsense.txt"], 2),
        (vec!["solve", "sudoku", FOUR, "--viewpoint", "circles"], 2),
        (vec!["solve", "sudoku", FOUR, "--engine", "gecode"], 2),
        (vec!["kinds", "chess"], 2),
    ] {
        let output = run(&args);
        assert_eq!(code(&output), expected, "{args:?}: {}", err(&output));
        assert!(!err(&output).contains("panicked"), "{args:?}");
    }
}

#[test]
fn printed_answers_can_be_checked() {
    let output = run(&["solve", "sudoku", FOUR]);
    assert_eq!(
        out(&output),
        "% Sudoku input: solved\n2143\n4312\n3421\n1234\n"
    );
    let checked = run_with_input(&["check", "sudoku", FOUR, "--answer", "-"], out(&output));
    assert_eq!(out(&checked), "input: right\n");
    let wrong = run(&["check", "sudoku", FOUR, "--answer", "2143 4312 3421 1243"]);
    assert_eq!(
        out(&wrong),
        "input: wrong: row 4, column 3 has 4, not its clue\n"
    );
    assert_eq!(code(&wrong), 20);
}

#[test]
fn answers_to_several_puzzles_are_read_back() {
    let line = "...43...5.....5..91.....36.....6...8.975...43....4....5.4..82...78...15..2......4";
    let lines = format!("{line}\n{line}\n");
    let named = format!(
        "first {line}\nnone {}{}\na:b {line}\n",
        "11",
        ".".repeat(79)
    );
    // Only one has an answer, and one cannot be read.
    let one = format!(
        "first {line}\nnone 11{}\nbad {}\n",
        ".".repeat(79),
        ".".repeat(80)
    );
    let made = run(&["generate", "hashi", "-n", "3", "--seed", "1"]);
    let folder = Folder::new("several-answers");
    for (kind, text, expected) in [
        ("sudoku", lines.as_str(), "1: right\n2: right\n"),
        ("sudoku", &named, "first: right\na:b: right\n"),
        ("sudoku", &one, "first: right\n"),
        (
            "hashi",
            out(&made),
            "hashi-1: right\nhashi-2: right\nhashi-3: right\n",
        ),
    ] {
        folder.write("puzzles.txt", text);
        let puzzles = folder.path("puzzles.txt");
        for more in [&[][..], &["--json"]] {
            let solved = run(&[&["solve", kind, &puzzles][..], more].concat());
            let check = ["check", kind, &puzzles, "--answer", "-"];
            let checked = run_with_input(&check, out(&solved));
            assert_eq!(out(&checked), expected, "{}", err(&checked));
            let is_missing = err(&checked).contains("no answer is named `none`");
            assert_eq!(is_missing, text.contains("none"), "{}", err(&checked));
        }
    }
}

#[test]
fn comments_of_answers_are_not_taken_for_headings() {
    let answers = "% Sudoku answers: easy\n2143\n4312\n3421\n1234\n";
    let checked = run_with_input(&["check", "sudoku", FOUR, "--answer", "-"], answers);
    assert_eq!(out(&checked), "input: right\n", "{}", err(&checked));
    // Two boards, each after a comment that names no puzzle.
    let line = "...43...5.....5..91.....36.....6...8.975...43....4....5.4..82...78...15..2......4";
    let solved = run(&["solve", "sudoku", line, "--json"]);
    let answer = json(&solved)[0]["answers"][0]
        .as_str()
        .unwrap_or_default()
        .replace('\n', "");
    let folder = Folder::new("comments");
    folder.write("puzzles.txt", format!("a {line}\nb {line}\n"));
    let answers =
        format!("% Sudoku answers: easy\na {answer}\n% Sudoku answers: hard\nb {answer}\n");
    let puzzles = folder.path("puzzles.txt");
    let checked = run_with_input(&["check", "sudoku", &puzzles, "--answer", "-"], &answers);
    assert_eq!(out(&checked), "a: right\nb: right\n", "{}", err(&checked));
}

#[test]
fn json_has_one_object_per_puzzle() {
    let two = format!(
        "% Two boards.\nfirst {}\nsecond {}\n",
        ".".repeat(81),
        ".".repeat(81)
    );
    let output = run_with_input(
        &"count sudoku - --limit 3 --json --threads 2"
            .split(' ')
            .collect::<Vec<_>>(),
        &two,
    );
    let rows = json(&output);
    assert_eq!(rows.len(), 2, "{}", err(&output));
    assert_eq!(rows[0]["name"], "first");
    assert_eq!(rows[1]["name"], "second");
    for row in rows {
        assert_eq!(row["kind"], "sudoku");
        assert_eq!(row["verdict"], "multiple");
        assert_eq!(row["count"], 3);
        for key in "nodes failures backtracks propagations setup_ms solve_ms".split(' ') {
            assert!(row[key].is_number(), "{key}");
        }
        assert_eq!(
            (&row["engine"], &row["viewpoint"]),
            (&"bulk".into(), &"boxes".into())
        );
        assert!(row["answers"].is_array());
    }
}

/// Every viewpoint that is reported is listed.
#[test]
fn kinds_lists_the_viewpoints_of_all_engines() {
    let boards = [
        ("sudoku", ".1..\n...2\n3...\n..3.\n".to_owned()),
        ("sudoku", ".".repeat(81)),
        ("magic", "order 3".to_owned()),
    ];
    for (kind, board) in &boards {
        let described = run(&["kinds", kind]);
        let listed = out(&described);
        for engine in ["auto", "fd", "learn", "sat"] {
            let args = ["solve", kind, board, "--engine", engine, "--json"];
            let rows = json(&run(&args));
            let viewpoint = rows[0]["viewpoint"].as_str().expect("a name");
            for name in viewpoint.split('+') {
                assert!(
                    listed.contains(&format!("\n  {name} ")),
                    "{kind} {engine}: {name} is not in {listed}"
                );
            }
        }
    }
}

#[test]
fn the_kind_is_detected() {
    let output = run(&[
        "unique",
        "--json",
        "s s sw w\nse se sw w\ne ne w nw\nn e nw n\n",
    ]);
    assert_eq!(json(&output)[0]["kind"], "whitetan", "{}", err(&output));
    let both = run(&["solve", "1 . .\n. . .\n. . 9\n"]);
    assert_eq!(code(&both), 2);
    assert!(err(&both).contains("name the kind"), "{}", err(&both));
}

#[test]
fn only_selects_a_puzzle_by_name() {
    let boards = "puzzle a 1 3\n2.2\n\npuzzle b 1 3\n1.1\n";
    let output = run_with_input(&["solve", "hashi", "-", "--only", "b"], boards);
    assert!(
        out(&output).starts_with("% Hashiwokakero b: solved"),
        "{}",
        out(&output)
    );
    let none = run_with_input(&["solve", "hashi", "-", "--only", "c"], boards);
    assert_eq!(code(&none), 2);
    assert_eq!(
        err(&none),
        "no puzzle is named `c`; the first names are a, b\n"
    );
}

#[test]
fn an_invalid_puzzle_does_not_stop_the_others() {
    let boards = "puzzle good 1 3\n1.1\n\npuzzle bad 1 3\n1x1\n\npuzzle fine 1 3\n2.2\n";
    let output = run_with_input(&["solve", "hashi", "-"], boards);
    assert_eq!(code(&output), 2);
    assert!(out(&output).contains("good: solved") && out(&output).contains("fine: solved"));
    let message = err(&output);
    assert!(
        message.starts_with("standard input:5:2: error: "),
        "{message}"
    );
    assert!(message.contains("1x1\n     ^"), "{message}");
}

#[test]
fn propagation_is_shown_before_search() {
    let output = run(&["solve", "sudoku", MANY, "--show", "propagated"]);
    assert!(out(&output).contains("┃"), "{}", out(&output));
    let lines: Vec<&str> = out(&output).lines().collect();
    assert!(lines[1..].iter().any(|line| !line.starts_with('%')));
}

#[test]
fn viewpoints_engines_and_consistencies_agree() {
    for viewpoint in "cells columns positions bits cells+columns bits+cells".split(' ') {
        for engine in ["auto", "fd", "learn"] {
            for consistency in ["value", "bounds", "domain"] {
                let line = format!(
                    "count sudoku '{MANY}' --viewpoint {viewpoint} --engine {engine} --consistency {consistency} --json"
                );
                let output = run_line(&line);
                assert_eq!(json(&output)[0]["count"], 3, "{line}: {}", err(&output));
            }
        }
    }
}

#[test]
fn draw_kinds_completions_and_man_print() {
    let board = run(&["draw", "hashi", "2.2\n...\n2.2\n", "--solved"]);
    assert!(
        out(&board).contains('─') || out(&board).contains('═'),
        "{}",
        out(&board)
    );
    let kinds = run(&["kinds"]);
    for kind in gridwright::CATALOGUE {
        let id = kind.info().id;
        assert!(out(&kinds).contains(id));
        let one = run(&["kinds", id, "--json"]);
        assert_eq!(json(&one)[0]["kind"], id);
    }
    for shell in ["bash", "zsh", "fish"] {
        let completions = run(&["completions", shell]);
        let text = out(&completions);
        for value in ["learn", "dom_w_deg", "indomain_split", "hashi"] {
            assert!(text.contains(value), "{shell} completes {value}");
        }
    }
    assert!(out(&run(&["man"])).contains(".TH"));
}

#[test]
fn every_example_survives_conversion() {
    for row in json(&run(&["kinds", "--json"])) {
        let kind = row["kind"].as_str().expect("a name");
        for example in row["examples"].as_array().expect("a list") {
            let text = example["text"].as_str().expect("a text");
            let output = run_with_input(&["convert", kind, "-"], text);
            assert_eq!(code(&output), 0, "{kind}: {}", err(&output));
            let again = run_with_input(&["convert", kind, "-"], out(&output));
            assert_eq!(out(&again), out(&output), "{kind}");
        }
    }
}

#[test]
fn counts_report_where_they_stopped() {
    let count = run(&["count", "magic", "order 3", "--limit", "5"]);
    assert_eq!(out(&count), "% Magic Square input: at least 5 answers\n");
    let all = run(&["count", "magic", "order 3", "--json"]);
    assert_eq!(json(&all)[0]["complete"], true);
    assert_eq!(code(&run(&["solve", "magic", "order 3", "--most", "0"])), 2);
    let three = run(&["unique", "magic", "order 3", "--most", "3", "--json"]);
    assert_eq!(json(&three)[0]["answers"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = command(&["man"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(err(&output), "");
}

#[test]
fn chr_programs_run() {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../chr/programs/gcd.chr");
    let output = run(&["chr", program, "--query", "gcd(9), gcd(6)", "--stats"]);
    assert!(
        out(&output).contains("gcd(3)"),
        "{}{}",
        out(&output),
        err(&output)
    );
    assert_eq!(code(&output), 0);
    let wrong = run(&["chr", program, "--query", "gcd("]);
    assert_eq!(code(&wrong), 2);
    assert!(err(&wrong).starts_with("query:1:"), "{}", err(&wrong));
    let line = format!("chr '{program}' --query 'gcd(9), gcd(6)' --trace json");
    let traced = run_line(&line);
    let events = out(&traced).lines().filter(|line| line.starts_with('{'));
    assert!(
        events
            .map(serde_json::from_str::<Value>)
            .all(|event| event.is_ok())
    );
}
