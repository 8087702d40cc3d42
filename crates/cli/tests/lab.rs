//! The lab and the watching of searches at the command line: a run that is killed in the middle, what is refused, trees and traces.

mod folder;

use std::path::Path;
use std::process::Stdio;

use folder::{Folder, gridwright, run};

/// The rows of a run without what no two runs have the same: times, memory, machine.
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
    [fixed]\nengine = 'fd'\nviewpoint = 'cells'\nselect = 'first_fail'\n[[axis]]\nname = 'level'\nvalues = ['value', 'bounds']\n[[axis]]\nname = 'choose'\n\
    values = ['indomain_min', 'indomain_max']\n";

#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let folder = Folder::new("lab-killed");
    folder.write("e.toml", EXPERIMENT);
    let whole = run(&folder.0, &["lab", "run", "e.toml", "--to", "whole"]);
    assert!(whole.status.success(), "{whole:?}");
    let expected = counts(&folder.0, "whole");
    assert_eq!(expected.len(), 20);

    // Killed without a word as soon as there are some rows; then a half row is left, as if it was killed while writing.
    let mut child = gridwright(&folder.0, &["lab", "run", "e.toml", "--to", "killed"])
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

    let refused = run(&folder.0, &["lab", "run", "e.toml", "--to", "killed"]);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(
        said,
        "killed already has rows. Use --resume to continue, --retry to run unsettled cells again, or --fresh to start over\n"
    );

    let resumed = run(
        &folder.0,
        &["lab", "run", "e.toml", "--to", "killed", "--resume"],
    );
    assert!(resumed.status.success(), "{resumed:?}");
    assert_eq!(counts(&folder.0, "killed"), expected);
    for name in [
        "report.html",
        "report.md",
        "rows.parquet",
        "01-cactus-solve_ms.png",
    ] {
        assert!(folder.0.join("killed").join(name).exists(), "{name}");
    }
}

#[test]
fn rows_of_another_experiment_are_not_mixed() {
    let folder = Folder::new("lab-mixed");
    folder.write("e.toml", EXPERIMENT);
    let only = ["lab", "run", "e.toml", "--to", "r", "--only", "expert"];
    assert!(run(&folder.0, &only).status.success());
    let changed = EXPERIMENT.replace("'first_fail'", "'input_order'");
    folder.write("e.toml", &changed);
    let refused = run(
        &folder.0,
        &["lab", "run", "e.toml", "--to", "r", "--resume"],
    );
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        said.contains("an experiment that reads otherwise"),
        "{said}"
    );
}

#[test]
fn what_is_wrong_with_an_experiment_is_told() {
    let folder = Folder::new("lab-wrong");
    let text = EXPERIMENT.replace("kind = 'sudoku'", "kind = 'sudoko'");
    folder.write("e.toml", &text);
    let refused = run(&folder.0, &["lab", "run", "e.toml"]);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        said.starts_with("e.toml:2:8: error: unknown puzzle kind; expected one of sudoku,"),
        "{said}"
    );
    folder.write("e.toml", &EXPERIMENT.replace("'clue18'", "'clue99'"));
    let refused = run(&folder.0, &["lab", "run", "e.toml"]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        said.starts_with(
            "e.toml:4:40: error: no puzzle matches this name; `*` stands for any characters\n"
        ),
        "{said}"
    );
    let refused = run(&folder.0, &["lab", "run", "nowhere"]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        said.starts_with("`nowhere` is neither a file nor an experiment"),
        "{said}"
    );
}

#[test]
fn a_search_can_be_watched() {
    let folder = Folder::new("watched");
    let board = ["sudoku", ".1..\n...2\n3...\n..3.\n"];
    let trace = run(&folder.0, &["trace", board[0], board[1], "--reasons"]);
    let lines = String::from_utf8(trace.stdout).expect("text");
    for line in lines.lines() {
        let read: serde_json::Value = serde_json::from_str(line).expect("an object a line");
        assert!(read["event"].is_string(), "{line}");
    }
    assert_eq!(lines.matches("\"event\":\"solution\"").count(), 1);
    assert!(lines.contains("\"why\":["));
    let tree = run(&folder.0, &["tree", board[0], board[1], "-o", "tree.svg"]);
    assert!(tree.status.success(), "{tree:?}");
    let svg = std::fs::read_to_string(folder.0.join("tree.svg")).expect("a drawing");
    assert!(svg.contains("class='solution'"));
    let none = run(&folder.0, &["tree", board[0], board[1], "--node", "999"]);
    let said = String::from_utf8_lossy(&none.stderr);
    assert!(said.starts_with("there is no node 999: "), "{said}");
}

#[test]
fn a_report_is_run_by_its_number() {
    let folder = Folder::new("lab-report");
    let args = [
        "lab",
        "run",
        "001",
        "--only",
        "nothing of this name",
        "--to",
        "all",
    ];
    let refused = run(&folder.0, &args);
    let said = String::from_utf8_lossy(&refused.stdout).into_owned();
    assert!(said.starts_with("001-sudoku-cells\n"), "{said}");
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    let expected = "no experiment of the report has a puzzle `nothing of this name`\n";
    assert_eq!(told, expected);

    // Those that have the puzzle are run, the others say that they have not.
    let args = [
        "lab",
        "run",
        "001",
        "--only",
        "verydifficult",
        "--to",
        "some",
        "--fresh",
    ];
    let some = run(&folder.0, &args);
    assert!(some.status.success(), "{some:?}");
    let said = String::from_utf8_lossy(&some.stdout).into_owned();
    assert!(
        said.contains("001-battleship\nno such puzzle here\n"),
        "{said}"
    );
    assert_eq!(counts(&folder.0, "some/001-sudoku-cells").len(), 5);
    let refused = run(&folder.0, &["lab", "run", "005"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.starts_with("`005` is neither a file nor"), "{said}");
}
