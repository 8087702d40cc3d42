//! Rules at the command line: puzzles asked by programs of rules, the shell, and the debugger, both fed through a pipe.

use std::io::Write;
use std::process::{Command, Stdio};

const LEQ: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../chr/programs/leq.chr");
const QUEENS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../chr/programs/queens.chr");

/// What the command prints to both outputs, one after the other, and its exit code.
fn told(args: &[&str], input: &str) -> (String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gridwright"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    // Who has quit reads no more.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    let text = [output.stdout, output.stderr].concat();
    let code = output.status.code().expect("it was not killed");
    (String::from_utf8(text).expect("text"), code)
}

#[test]
fn a_puzzle_is_asked_by_rules() {
    let four = ".1.. ...2 3... ..3.";
    let by_rules = ["solve", "sudoku", four, "--engine", "chr"];
    let (text, code) = told(&by_rules, "");
    assert!(text.ends_with("2143\n4312\n3421\n1234\n"), "{text}");
    assert_eq!(code, 0);
    let (text, _) = told(
        &[
            &by_rules[..],
            &[
                "--viewpoint",
                "cells+columns",
                "--rule",
                "heuristic",
                "--stats",
            ],
        ]
        .concat(),
        "",
    );
    assert!(
        text.contains("% chr by cells+columns heuristic=on: "),
        "{text}"
    );
    let (text, code) = told(&[&by_rules[..], &["--viewpoint", "positions"]].concat(), "");
    assert!(
        text.ends_with(
            "Sudoku has no program `positions`; there are cells, columns, cells+columns, elements\n"
        ),
        "{text}"
    );
    assert_eq!(code, 2);
    let (text, code) = told(&[&by_rules[..], &["--level", "value"]].concat(), "");
    assert!(text.contains("the engine chr takes no level"), "{text}");
    assert_eq!(code, 2);
    let (text, _) = told(&["kinds", "hashi"], "");
    assert!(text.contains("improvement_2  on or off: "), "{text}");
    let (text, _) = told(&["kinds", "numbrix", "--program", "places"], "");
    assert!(
        text.contains(":- module(path_places, [solve/3])."),
        "{text}"
    );
}

#[test]
fn the_shell_goes_on_after_errors_and_gives_more_answers() {
    let (text, code) = told(
        &["chr", LEQ, "--interactive"],
        "leq(A, B), leq(B, A).\n\
         leq(\n\
         leq(A, B)\n\
         , leq(B, C)\n\
         :store leq/2\n\
         member(X, [1, 2])\n\
         ;\n\
         ;\n\
         X is foo + 1\n\
         :rules idempotence\n\
         :nonsense\n\
         :quit\n\
         true\n",
    );
    let expected = "\
B = A
leq(A, B)
leq(A, B)
leq(B, C)
leq(A, C)
";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("X = 1\nX = 2\nno\n"), "{text}");
    assert!(
        text.contains("idempotence  @ leq(X, Y) \\ leq(X, Y) <=> true."),
        "{text}"
    );
    assert!(!text.contains("transitivity"), "{text}");
    assert!(text.contains("`:nonsense` is nothing to do here"), "{text}");
    assert!(text.contains("error: not caught: "), "{text}");
    assert!(text.contains("goal:1:5: error: "), "{text}");
    assert_eq!(code, 0);
}

#[test]
fn the_debugger_steps_stops_and_shows_the_store() {
    let query = "leq(A, B), leq(B, C), leq(C, A)";
    let (text, code) = told(
        &["chr", LEQ, "--step", "--query", query],
        "next\n\nbreak transitivity\nbreak\nleap\nstore\ndelete transitivity\nwhat\nleap\n",
    );
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("call: leq("), "{text}");
    assert!(lines[1].starts_with("insert: leq("), "{text}");
    assert!(lines[2].starts_with("exit: leq("), "{text}");
    assert_eq!(lines[3..5], ["stops: transitivity", "stops: transitivity"]);
    assert!(lines[5].starts_with("try: transitivity @ "), "{text}");
    assert!(
        lines[6].starts_with("  leq(") && lines[6].ends_with("#1"),
        "{text}"
    );
    assert!(
        text.contains("`what` is nothing to do here; h for help"),
        "{text}"
    );
    assert!(text.contains("B = A\nC = A\n"), "{text}");
    assert_eq!(code, 0);
}

#[test]
fn a_run_is_left_and_constraints_are_stops() {
    let (text, code) = told(
        &["chr", QUEENS, "--step", "--query", "queens(4, Q)"],
        "break queen/2\nleap\nskip\nquit\n",
    );
    let steps = text.lines().filter(|line| line.contains("queen(")).count();
    assert!(steps >= 1, "{text}");
    assert!(!text.contains("Q ="), "{text}");
    assert_eq!(code, 30);
    let (text, code) = told(&["chr", QUEENS, "--step", "--query", "queens(4, Q)"], "");
    assert!(text.contains("Q = [2, 4, 1, 3]"), "{text}");
    assert_eq!(code, 0);
}
