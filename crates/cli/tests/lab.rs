//! The lab and the watching of searches at the command line: a run that is killed in the middle, what is refused, trees and traces.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of this test's own, gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("gridwright-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind is in the folder for such things.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn gridwright(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwright"));
    command.args(args).current_dir(folder).stdin(Stdio::null());
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    let output = gridwright(folder, args).output();
    output.expect("the command starts")
}

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
    std::fs::write(folder.0.join("e.toml"), EXPERIMENT).expect("a file");
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
        "killed has rows already: --resume goes on with them, --fresh begins anew\n"
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
    std::fs::write(folder.0.join("e.toml"), EXPERIMENT).expect("a file");
    let only = ["lab", "run", "e.toml", "--to", "r", "--only", "expert"];
    assert!(run(&folder.0, &only).status.success());
    let changed = EXPERIMENT.replace("'first_fail'", "'input_order'");
    std::fs::write(folder.0.join("e.toml"), changed).expect("a file");
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
    std::fs::write(folder.0.join("e.toml"), text).expect("a file");
    let refused = run(&folder.0, &["lab", "run", "e.toml"]);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        said.starts_with("e.toml:2:8: error: no such kind; there are sudoku,"),
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

/// The messages that a listener gets, without the lengths before them.
fn received(listener: &std::net::TcpListener) -> Vec<Vec<u8>> {
    use std::io::Read;
    let (mut socket, _) = listener.accept().expect("somebody calls");
    let mut bytes = Vec::new();
    socket.read_to_end(&mut bytes).expect("all is read");
    let mut messages = Vec::new();
    let mut rest = &bytes[..];
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (message, after) = after.split_at(u32::from_le_bytes(*length) as usize);
        messages.push(message.to_vec());
        rest = after;
    }
    assert!(rest.is_empty(), "a message is cut");
    messages
}

#[test]
fn cp_profiler_is_told_the_tree() {
    let folder = Folder::new("profiler");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let to = listener.local_addr().expect("a port").to_string();
    let option = format!("--cp-profiler={to}");
    let args = [
        "trace", "magic", "order 3", "--engine", "fd", "--most", "100", &option,
    ];
    let child = gridwright(&folder.0, &args).stdout(Stdio::piped()).spawn();
    let child = child.expect("the command starts");
    let messages = received(&listener);
    let told = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&told.stdout).into_owned();

    let number = |message: &[u8], at: usize| {
        let bytes: [u8; 4] = message[at..at + 4].try_into().expect("four bytes");
        i32::from_be_bytes(bytes)
    };
    assert_eq!((messages[0][0], number(&messages[0], 2)), (2, 3));
    assert_eq!(messages.last().map(Vec::as_slice), Some(&[1][..]));
    let nodes = &messages[1..messages.len() - 1];
    assert!(
        told.starts_with(&format!("sent to {to}: {} nodes", nodes.len())),
        "{told}"
    );
    let mut seen: Vec<(i32, i32)> = Vec::new();
    let mut n_solved = 0;
    for message in nodes {
        assert_eq!(message[0], 0);
        let (node, parent) = (number(message, 1), number(message, 13));
        let (alternative, kids) = (number(message, 25), number(message, 29));
        match seen.iter().find(|(other, _)| *other == parent) {
            None => assert_eq!((node, parent, alternative), (0, -1, -1)),
            Some((_, kids)) => assert!(alternative < *kids, "{node} below {parent}"),
        }
        n_solved += usize::from(message[33] == 0);
        assert_eq!(kids > 0, message[33] == 2, "only a branch has children");
        seen.push((node, kids));
    }
    assert_eq!(n_solved, 8);
    let whole: i32 = seen.iter().map(|(_, kids)| kids).sum();
    assert_eq!(whole as usize, seen.len() - 1);
}

#[test]
fn the_tree_is_sent_while_it_grows_until_nobody_looks() {
    let folder = Folder::new("live-profiler");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let to = listener.local_addr().expect("a port").to_string();
    let option = format!("--cp-profiler={to}");
    // Nobody waits for the end of this search.
    let args = [
        "trace",
        "magic",
        "order 9",
        "--engine",
        "fd",
        "--most",
        "1000000000",
        "--nodes",
        "1000000000",
        &option,
    ];
    let mut command = gridwright(&folder.0, &args);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = child.spawn().expect("the command starts");
    let (mut socket, _) = listener.accept().expect("it connects");
    let mut bytes = vec![0; 100_000];
    std::io::Read::read_exact(&mut socket, &mut bytes).expect("the tree grows");
    drop(socket);
    let told = child.wait_with_output().expect("it ends");
    assert_eq!(told.status.code(), Some(2));
    let said = String::from_utf8_lossy(&told.stderr);
    assert_eq!(
        said.trim_end(),
        format!("CP-Profiler at {to} closed the connection; the search was stopped")
    );
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
    let refused = run(&folder.0, &["lab", "run", "005"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.starts_with("`005` is neither a file nor"), "{said}");
}

#[test]
fn a_profiler_that_does_not_listen_is_named() {
    let folder = Folder::new("no-profiler");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let to = listener.local_addr().expect("a port").to_string();
    drop(listener);
    let option = format!("--cp-profiler={to}");
    let refused = run(&folder.0, &["trace", "magic", "order 3", &option]);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        said.starts_with(&format!("CP-Profiler does not listen at {to}: ")),
        "{said}"
    );
}
