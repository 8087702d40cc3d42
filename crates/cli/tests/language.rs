//! The verb `run`: every model in docs/manual/reference/language.md prints the output shown there; exit codes, counters and dumps.

mod common;

use std::process::Output;

use common::{Folder, run_in};

/// A fenced code block: its info string and its text.
struct Block {
    kind: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut open = false;
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(kind) if !open => {
                open = true;
                found.push(Block {
                    kind: kind.to_owned(),
                    text: String::new(),
                });
            }
            Some(_) => open = false,
            None if open => {
                let last = found.last_mut().expect("a block is open");
                last.text += &format!("{line}\n");
            }
            None => {}
        }
    }
    found
}

/// Runs the command in a directory with one file.
fn run_file(name: &str, file: &str, text: &str, args: &[&str]) -> Output {
    let folder = Folder::new(name);
    folder.write(file, text);
    run_in(&folder.0, args)
}

/// Standard output and standard error, with times replaced.
fn printed(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    timeless(&String::from_utf8(both).expect("text"))
}

fn timeless(text: &str) -> String {
    let line = |line: &str| match line.starts_with("Runtime: ") {
        true => "Runtime: …\n".to_owned(),
        false => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[test]
fn every_model_of_the_page_prints_its_output() {
    let blocks = blocks(include_str!("../../../docs/manual/reference/language.md"));
    let mut n = 0;
    for (at, pair) in blocks.windows(2).enumerate() {
        let [model, expected] = pair else {
            unreachable!("windows of two")
        };
        if model.kind != "gw" {
            continue;
        }
        let folder = format!("page{at}");
        let (shown, output) = match expected.kind.as_str() {
            "json" => {
                let args = ["run", "model.gw", "--all", "--select", "leftmost", "--json"];
                let output = run_file(&folder, "model.gw", &model.text, &args);
                (expected.text.clone(), output)
            }
            "text" => {
                let (command, shown) = expected.text.split_once('\n').expect("a command first");
                let args: Vec<&str> = command.split_whitespace().skip(2).collect();
                let output = run_file(&folder, args[1], &model.text, &args);
                (timeless(shown), output)
            }
            other => panic!("a model is followed by what it prints, not by {other}"),
        };
        assert_eq!(printed(&output), shown, "{}", model.text);
        n += 1;
    }
    assert!(n > 20, "{n} models");
}

const NONE: &str = "Name: A, domain: 1..2\nConstraint: A > 2\n";
const MANY: &str = "Name: A, domain: 1..3\n";

#[test]
fn every_outcome_has_its_exit_code() {
    for (text, args, expected) in [
        (MANY, vec![], 0),
        (MANY, vec!["--all"], 10),
        (MANY, vec!["--most", "1"], 0),
        ("Name: A, domain: 1\n", vec!["--all"], 0),
        (NONE, vec![], 20),
        (NONE, vec!["--explain"], 20),
        (NONE, vec!["--dump"], 0),
        (NONE, vec!["--to", "minizinc"], 0),
        ("Name: A, domain: 1..9, B\n", vec![], 2),
        ("Nonsense\n", vec![], 2),
        (MANY, vec!["--select", "best"], 2),
        (MANY, vec!["--set", "n=1"], 2),
        (MANY, vec!["--all", "--most", "2"], 2),
    ] {
        let args = [vec!["run", "model.gw"], args].concat();
        let output = run_file("codes", "model.gw", text, &args);
        assert_eq!(
            output.status.code(),
            Some(expected),
            "{args:?}: {}",
            printed(&output)
        );
    }
    let queens = include_str!("../../../crates/lang/programs/queens.gw");
    let args = "run queens.gw --all --set n=14 --node-limit 5".split(' ');
    let args: Vec<&str> = args.collect();
    let output = run_file("codes", "queens.gw", queens, &args);
    assert_eq!(output.status.code(), Some(30));
    assert_eq!(
        printed(&output),
        "No solution; stopped at the node limit.\n"
    );
}

#[test]
fn counters_are_printed_as_text_and_json() {
    let args = ["run", "model.gw", "--all", "--json", "--stats"];
    let output = run_file("stats", "model.gw", MANY, &args);
    let text = printed(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..3], ["{\"A\":1}", "{\"A\":2}", "{\"A\":3}"]);
    let stats: serde_json::Value = serde_json::from_str(lines[3]).expect("an object");
    assert_eq!(stats["%stats"]["verdict"], "multiple");
    assert_eq!(stats["%stats"]["complete"], true);
    assert!(stats["%stats"]["backtracks"].is_number());
    let output = run_file("stats", "model.gw", MANY, &["run", "model.gw", "--stats"]);
    assert!(printed(&output).contains("1 variables, 0 constraints, 0 choices of indices tried"));
}

#[test]
fn dumped_names_are_those_of_the_source() {
    let text = "Name: X(i), index: 1..3, domain: 1..3\nConstraint: X(i) \\= X(j), range: i < j\nMinimise: X(2)\n";
    let output = run_file("dump", "model.gw", text, &["run", "model.gw", "--dump"]);
    let expected = "X(1) in 1..3\nX(2) in 1..3\nX(3) in 1..3\nall_different([X(1), X(2), X(3)])\nminimise(X(2))\n";
    assert_eq!(printed(&output), expected);
}
