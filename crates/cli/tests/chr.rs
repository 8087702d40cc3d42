//! CHR programs: as engines of puzzles, at the prompt, and in the debugger, with commands from a pipe.

mod common;

use common::{code, err, out, run_with_input};

const LEQ: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../chr/programs/leq.chr");
const QUEENS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../chr/programs/queens.chr");

/// Standard output followed by standard error, and the exit code.
fn outputs(args: &[&str], input: &str) -> (String, i32) {
    let output = run_with_input(args, input);
    (format!("{}{}", out(&output), err(&output)), code(&output))
}

#[test]
fn puzzles_are_solved_by_chr_programs() {
    let four = ".1.. ...2 3... ..3.";
    let by_chr = ["solve", "sudoku", four, "--engine", "chr"];
    let (text, code) = outputs(&by_chr, "");
    assert!(text.ends_with("2143\n4312\n3421\n1234\n"), "{text}");
    assert_eq!(code, 0);
    let both = ["--viewpoint", "cells+columns", "--rule", "heuristic"];
    let (text, _) = outputs(&[&by_chr[..], &both, &["--stats"]].concat(), "");
    assert!(
        text.contains("% chr by cells+columns heuristic=on: "),
        "{text}"
    );
    let (text, code) = outputs(&[&by_chr[..], &["--viewpoint", "positions"]].concat(), "");
    assert!(
        text.ends_with(
            "Sudoku has no program `positions`; it has cells, columns, cells+columns, elements\n"
        ),
        "{text}"
    );
    assert_eq!(code, 2);
    let (text, code) = outputs(&[&by_chr[..], &["--consistency", "value"]].concat(), "");
    assert!(
        text.contains("the engine chr does not support the option consistency"),
        "{text}"
    );
    assert_eq!(code, 2);
    let (text, _) = outputs(&["kinds", "hashi"], "");
    assert!(text.contains("improvement_2  on or off: "), "{text}");
    let (text, _) = outputs(&["kinds", "numbrix", "--program", "places"], "");
    assert!(
        text.contains(":- module(path_places, [solve/3])."),
        "{text}"
    );
}

#[test]
fn the_prompt_survives_errors_and_gives_more_answers() {
    let (text, code) = outputs(
        &["chr", LEQ, "--interactive"],
        "leq(A, B), leq(B, A).\n\
         leq(\n\
         \n\
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
leq(A, C)
leq(B, C)
leq(A, B)
";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("X = 1\nX = 2\nno\n"), "{text}");
    assert!(
        text.contains("idempotence  @ leq(X, Y) \\ leq(X, Y) <=> true."),
        "{text}"
    );
    assert!(!text.contains("transitivity"), "{text}");
    assert!(text.contains("unknown command `:nonsense`"), "{text}");
    assert!(text.contains("error: not caught: "), "{text}");
    assert!(text.contains("goal:1:5: error: "), "{text}");
    assert_eq!(code, 0);
}

#[test]
fn the_debugger_steps_and_stops_at_breakpoints() {
    let query = "leq(A, B), leq(B, C), leq(C, A)";
    let (text, code) = outputs(
        &["chr", LEQ, "--step", "--query", query],
        "next\n\nbreak transitivity\nbreak\nleap\nstore\ndelete transitivity\nwhat\nleap\n",
    );
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("call: leq("), "{text}");
    assert!(lines[1].starts_with("insert: leq("), "{text}");
    assert!(lines[2].starts_with("exit: leq("), "{text}");
    assert_eq!(
        lines[3..5],
        ["breakpoints: transitivity", "breakpoints: transitivity"]
    );
    assert!(lines[5].starts_with("try: transitivity @ "), "{text}");
    assert!(
        lines[6].starts_with("  leq(") && lines[6].ends_with("#1"),
        "{text}"
    );
    assert!(
        text.contains("unknown command `what`; type h for help"),
        "{text}"
    );
    assert!(text.contains("B = A\nC = A\n"), "{text}");
    assert_eq!(code, 0);
}

#[test]
fn the_debugger_quits_and_stops_at_constraints() {
    let (text, code) = outputs(
        &["chr", QUEENS, "--step", "--query", "queens(4, Q)"],
        "break queen/2\nleap\nskip\nquit\n",
    );
    let steps = text.lines().filter(|line| line.contains("queen(")).count();
    assert!(steps >= 1, "{text}");
    assert!(!text.contains("Q ="), "{text}");
    assert_eq!(code, 30);
    let (text, code) = outputs(&["chr", QUEENS, "--step", "--query", "queens(4, Q)"], "");
    assert!(text.contains("Q = [2, 4, 1, 3]"), "{text}");
    assert_eq!(code, 0);
}

#[test]
fn a_program_is_read_from_standard_input() {
    let program = std::fs::read_to_string(LEQ).unwrap();
    let query = ["chr", "-", "--query", "leq(A, B), leq(B, A)"];
    let (text, code) = outputs(&query, &program);
    assert_eq!((text.trim_end(), code), ("B = A", 0));
    let (text, code) = outputs(&query, "leq(X, <=> true.");
    assert!(text.contains("standard input:1:12: error: "), "{text}");
    assert_eq!(code, 2);
    let (text, code) = outputs(&["chr", "-"], &program);
    assert!(text.contains("add --query GOAL"), "{text}");
    assert_eq!(code, 2);
}
