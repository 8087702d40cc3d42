//! The lab at the command line: killed and resumed runs, and errors in experiments. Also `trace` and `tree`.

mod common;

use std::path::Path;
use std::process::Stdio;

use common::{Folder, command_in, err, out, run_in};

/// The rows of a run, sorted, without the columns that differ from run to run: times, memory, machine.
fn counts(folder: &Path, to: &str) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join(to).join("rows.csv")).expect("rows");
    let mut rows: Vec<String> = text
        .lines()
        .skip(1)
        .map(|line| {
            let words: Vec<&str> = line.split(',').collect();
            words[..10].join(",")
        })
        .collect();
    rows.sort();
    rows
}

const EXPERIMENT: &str = "title = 'Two levels'\nkind = 'sudoku'\nset = 'sudoku/reports'\nonly = ['expert', 'lambda', 'coloin', 'clue18', 'clue17']\n\
    [fixed]\nengine = 'fd'\nviewpoint = 'cells'\nselect = 'first_fail'\n[[axis]]\nname = 'consistency'\nvalues = ['value', 'bounds']\n[[axis]]\nname = 'choose'\n\
    values = ['indomain_min', 'indomain_max']\n";

#[test]
fn a_killed_run_can_be_resumed() {
    let folder = Folder::new("lab-killed");
    folder.write("e.toml", EXPERIMENT);
    let whole = run_in(&folder.0, &["lab", "run", "e.toml", "--to", "whole"]);
    assert!(whole.status.success(), "{whole:?}");
    let expected = counts(&folder.0, "whole");
    assert_eq!(expected.len(), 20);

    // Kills the run as soon as there are some rows, and leaves half a row, as if it was killed while writing.
    let mut child = command_in(&folder.0, &["lab", "run", "e.toml", "--to", "killed"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let rows = folder.0.join("killed").join("rows.csv");
    let n_rows = || std::fs::read_to_string(&rows).map_or(0, |text| text.lines().count());
    while n_rows() < 4 && child.try_wait().expect("a child").is_none() {
        std::thread::yield_now();
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let text = std::fs::read_to_string(&rows).expect("rows");
    let kept: Vec<&str> = text.lines().take(4).collect();
    let half = kept.join("\n") + "\ncoloin,value,indo";
    std::fs::write(&rows, half).expect("a file");

    let refused = run_in(&folder.0, &["lab", "run", "e.toml", "--to", "killed"]);
    assert_eq!(refused.status.code(), Some(2));
    let message = err(&refused);
    assert_eq!(
        message,
        "killed already has rows. Use --resume to continue, --retry to run unsettled cells again, or --fresh to start over\n"
    );

    let resumed = run_in(
        &folder.0,
        &["lab", "run", "e.toml", "--to", "killed", "--resume"],
    );
    assert!(resumed.status.success(), "{resumed:?}");
    assert_eq!(counts(&folder.0, "killed"), expected);
    for name in [
        "report.html",
        "report.md",
        #[cfg(feature = "parquet")]
        "rows.parquet",
        "01-cactus-solve_ms.png",
    ] {
        assert!(folder.0.join("killed").join(name).exists(), "{name}");
    }
}

#[test]
fn rows_of_different_experiments_are_not_mixed() {
    let folder = Folder::new("lab-mixed");
    folder.write("e.toml", EXPERIMENT);
    let only = ["lab", "run", "e.toml", "--to", "r", "--only", "expert"];
    assert!(run_in(&folder.0, &only).status.success());
    let changed = EXPERIMENT.replace("'first_fail'", "'input_order'");
    folder.write("e.toml", &changed);
    let refused = run_in(
        &folder.0,
        &["lab", "run", "e.toml", "--to", "r", "--resume"],
    );
    assert_eq!(refused.status.code(), Some(2));
    let message = err(&refused);
    assert!(
        message.contains("rows of a different experiment"),
        "{message}"
    );
}

#[test]
fn errors_in_an_experiment_are_reported() {
    let folder = Folder::new("lab-wrong");
    let text = EXPERIMENT.replace("kind = 'sudoku'", "kind = 'sudoko'");
    folder.write("e.toml", &text);
    let refused = run_in(&folder.0, &["lab", "run", "e.toml"]);
    assert_eq!(refused.status.code(), Some(2));
    let message = err(&refused);
    assert!(
        message.starts_with("e.toml:2:8: error: unknown puzzle kind; expected one of sudoku,"),
        "{message}"
    );
    folder.write("e.toml", EXPERIMENT.replace("'clue18'", "'clue99'"));
    let refused = run_in(&folder.0, &["lab", "run", "e.toml"]);
    let message = err(&refused);
    assert!(
        message.starts_with(
            "e.toml:4:40: error: no puzzle matches this name; `*` stands for any characters\n"
        ),
        "{message}"
    );
    let refused = run_in(&folder.0, &["lab", "run", "nowhere"]);
    let message = err(&refused);
    assert!(
        message.starts_with("`nowhere` is neither a file nor a built-in experiment"),
        "{message}"
    );
}

#[test]
fn searches_can_be_traced_and_drawn() {
    let folder = Folder::new("watched");
    let board = board();
    let trace = run_in(&folder.0, &["trace", board[0], board[1], "--reasons"]);
    let lines = String::from_utf8(trace.stdout).expect("text");
    for line in lines.lines() {
        let read: serde_json::Value = serde_json::from_str(line).expect("an object a line");
        assert!(read["event"].is_string(), "{line}");
    }
    assert_eq!(lines.matches("\"event\":\"solution\"").count(), 1);
    assert!(lines.contains("\"why\":["));
    let tree = run_in(&folder.0, &["tree", board[0], board[1], "-o", "tree.svg"]);
    assert!(tree.status.success(), "{tree:?}");
    let svg = std::fs::read_to_string(folder.0.join("tree.svg")).expect("a drawing");
    assert!(svg.contains("class='solution'"));
    let none = run_in(&folder.0, &["tree", board[0], board[1], "--node", "999"]);
    let message = err(&none);
    assert!(message.starts_with("no node 999: "), "{message}");
}

#[test]
fn searches_that_stop_at_a_limit_have_its_exit_code() {
    let folder = Folder::new("stopped-searches");
    folder.write(
        "p.chr",
        ":- chr_constraint c/1.\nc(X) ==> Y is X+1, c(Y).\n",
    );
    let order = "--engine fd --select input_order --choose indomain_min";
    let puzzle = format!("magic order:6 {order}");
    for (line, code, message) in [
        (
            format!("trace {puzzle} --node-limit 9"),
            30,
            "stopped at the node limit\n",
        ),
        (
            format!("tree {puzzle} --node-limit 9"),
            30,
            "stopped at the node limit\n",
        ),
        (
            format!("tree {puzzle} --node-limit 9 --nodes 9"),
            30,
            "stopped at the node limit\n",
        ),
        (
            format!("tree {puzzle} --node-limit 9 -o t.svg"),
            30,
            "stopped at the node limit\n",
        ),
        (
            format!("tree {puzzle} --node-limit 9 --node 1"),
            30,
            "stopped at the node limit\n",
        ),
        (
            "trace p.chr --query c(1) --time-limit 50ms".to_owned(),
            30,
            "stopped at the time limit\n",
        ),
        // These bound what is shown.
        (format!("trace {puzzle} --node-limit 9 --events 5"), 0, ""),
        (format!("tree {puzzle} --nodes 9"), 0, ""),
        ("trace p.chr --query c(1) --events 5".to_owned(), 0, ""),
        (
            "tree p.chr --query c(1) --nodes 1 --time-limit 50ms".to_owned(),
            30,
            "stopped at the time limit\n",
        ),
    ] {
        let args = line.split(' ').map(|word| word.replace(':', " "));
        let args: Vec<String> = args.collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = run_in(&folder.0, &args);
        assert_eq!(output.status.code(), Some(code), "{line}");
        // On a busy machine the limit may come earlier, which the message says.
        let mut text = err(&output).to_owned();
        if line.contains("--time-limit") {
            text = text.replace(" while the model was built", "");
        }
        assert_eq!(text, message, "{line}");
    }
}

#[test]
fn searches_of_models_and_chr_programs_are_drawn_and_traced() {
    let folder = Folder::new("watched-programs");
    let model = "Constant: n = 3\nName: A, B, domain: 1..n\nConstraint: A + 1 < B\n";
    folder.write("m.gw", model);
    let tree = run_in(&folder.0, &["tree", "m.gw"]);
    assert_eq!(
        out(&tree),
        "root  ✓ solution\n1 node, 0 failures, 1 solution\n"
    );
    let tree = run_in(&folder.0, &["tree", "m.gw", "--set", "n=4"]);
    let text = out(&tree);
    assert!(
        text.starts_with("root\n└─ A == 1\n   ├─ B == 3  ✓ solution\n"),
        "{text}"
    );
    assert!(text.ends_with(", 2 solutions\n"), "{text}");
    let trace = run_in(&folder.0, &["trace", "m.gw"]);
    assert_eq!(out(&trace).matches("\"event\":\"solution\"").count(), 1);
    folder.write(
        "p.chr",
        ":- chr_constraint c/1.\nc(X) <=> X > 2 | fail.\nn(1). n(2). n(3).\n",
    );
    let tree = run_in(
        &folder.0,
        &["tree", "p.chr", "--query", "n(X), c(X)", "--most", "9"],
    );
    let text = out(&tree);
    assert!(text.contains("c(1)  ✓ solution\n"), "{text}");
    assert!(text.ends_with("1 failure, 2 solutions\n"), "{text}");
    let trace = run_in(&folder.0, &["trace", "p.chr", "--query", "n(X), c(X)"]);
    assert!(
        out(&trace).contains("\"fact\":\"X = 1\""),
        "{}",
        out(&trace)
    );
    for (wrong, message) in [
        (
            &["tree", "p.chr"][..],
            "error: p.chr: give the goal to run: --query GOAL\n",
        ),
        (
            &["tree", "m.gw", "--query", "n(X)"],
            "error: --query is for CHR programs (.chr, .pl)\n",
        ),
        (
            &["tree", board()[0], board()[1], "--set", "n=1"],
            "error: --set is for models (.gw)\n",
        ),
        (&["tree", "p.chr", "--query", "n(X"], "query:1:4: error: "),
    ] {
        let refused = run_in(&folder.0, wrong);
        let printed = err(&refused);
        assert!(printed.starts_with(message), "{wrong:?}: {printed}");
        assert_eq!(refused.status.code(), Some(2), "{wrong:?}");
    }
}

/// A small Sudoku as arguments.
fn board() -> [&'static str; 2] {
    ["sudoku", ".1..\n...2\n3...\n..3.\n"]
}

#[test]
fn a_report_is_run_by_number() {
    let folder = Folder::new("lab-report");
    let only = ["--only", "nothing of this name", "--to", "all"];
    let refused = run_in(&folder.0, &[&["lab", "run", "001"][..], &only].concat());
    let message = out(&refused).to_owned();
    assert!(message.starts_with("001-sudoku-cells\n"), "{message}");
    let printed = err(&refused).to_owned();
    let expected = "no experiment of the report has a puzzle `nothing of this name`\n";
    assert_eq!(printed, expected);

    // Experiments that have the puzzle are run; for each of the others there is a message.
    let only = ["--only", "verydifficult", "--to", "some", "--fresh"];
    let some = run_in(&folder.0, &[&["lab", "run", "001"][..], &only].concat());
    assert!(some.status.success(), "{some:?}");
    let message = out(&some).to_owned();
    assert!(
        message.contains("001-battleship\nno matching puzzle\n"),
        "{message}"
    );
    assert_eq!(counts(&folder.0, "some/001-sudoku-cells").len(), 5);
    let refused = run_in(&folder.0, &["lab", "run", "005"]);
    let message = err(&refused).to_owned();
    assert!(
        message.starts_with("`005` is neither a file nor"),
        "{message}"
    );
}
