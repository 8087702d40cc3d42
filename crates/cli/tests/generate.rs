//! Generating puzzles: every command of docs/manual/how-to/generate.md, impossible requests, and puzzles kept at a limit.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use common::{command, err, out, run, words};
use serde_json::Value;

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Files of an earlier run would hide that this one writes none.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

#[test]
fn every_command_of_the_page_works() {
    let page = include_str!("../../../docs/manual/how-to/generate.md");
    let here = folder("setting");
    let mut n_run = 0;
    for line in page.lines().filter(|line| line.starts_with("gridwright ")) {
        let (line, code) = line.split_once(" # exit ").unwrap_or((line, "0"));
        let words = words(line);
        let args: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        let output = command(&args).current_dir(&here).output();
        let output = output.expect("the command starts");
        let ended = output.status.code().map(|code| code.to_string());
        assert_eq!(ended.as_deref(), Some(code), "{line}\n{}", err(&output));
        assert!(!output.stdout.is_empty(), "{line}");
        n_run += 1;
    }
    assert!(n_run >= 15, "{n_run}");
    let book = fs::read(here.join("hashi.pdf")).expect("the sheet is written");
    assert!(book.starts_with(b"%PDF-"));
    let pictures = fs::read_dir(here.join("pictures")).expect("a folder of pictures");
    assert_eq!(pictures.count(), 4);
}

#[test]
fn impossible_requests_are_errors() {
    for (line, message) in [
        (
            "whitetan --size 3",
            "error: there is no board of 3x3: a tan cell can see two tan cells only along the three lines, where too few do; and if all cells are white, the corners see too many\n",
        ),
        (
            "battleship --size 5 --fleet 4:3,3:3",
            "error: fleet: the fleet does not fit on the board: ships do not touch\n",
        ),
        (
            "battleship --size 5 --fleet 7:1",
            "error: fleet: a ship of 7 does not fit on the board\n",
        ),
        (
            "whitetan --size 4x5 --symmetry rotate4",
            "error: the symmetry rotate4 needs a square board, not 4x5\n",
        ),
        (
            "chess",
            "error: unknown puzzle kind `chess`; kinds: KINDS\n",
        ),
        (
            "sudoku --difficulty nightmare",
            "error: difficulty: `nightmare` is none of easy, medium, hard, expert, extreme, nor a range such as easy..hard or 2..4\n",
        ),
        (
            "sudoku --difficulty hard..easy",
            "error: difficulty: `hard..easy` is not a range: the easier end comes first\n",
        ),
        (
            "nonogram --difficulty medium",
            "error: difficulty: no board of Nonogram is known to be medium; possible: easy, hard, expert, or give a size to try\n",
        ),
        (
            "sudoku --clues 82",
            "error: clues: this board has 81 at most, so there cannot be 82\n",
        ),
        (
            "hashi --islands 16 --clues 9",
            "error: clues: 16 of this board are always shown, so there cannot be 9, unless the puzzle is to be minimal\n",
        ),
        (
            "whitetan --clues 3",
            "error: clues: White-and-Tan has no clues that can be removed\n",
        ),
        (
            "battleship --fleet 4:0",
            "error: fleet: expected at least one ship\n",
        ),
        (
            "numbrix --obstacles -1",
            "error: obstacles: expected a number from 0 to 80, found `-1`\n",
        ),
        (
            "hidato --shape no-such-file",
            "error: shape: `no-such-file` is neither a file nor rows of . and # separated by /\n",
        ),
        (
            "whitetan --size 14 --symmetry rotate4",
            "error: there is no board of 14x14 with the symmetry rotate4: a SAT solver has shown that no colouring is legal\n",
        ),
    ] {
        let mut args = vec!["generate"];
        args.extend(line.split(' '));
        args.extend(["--seed", "1"]);
        let output = run(&args);
        assert_eq!(output.status.code(), Some(2), "{line}");
        let ids: Vec<&str> = gridwright::CATALOGUE
            .iter()
            .map(|kind| kind.info().id)
            .collect();
        let message = message.replace("KINDS", &ids.join(", "));
        assert_eq!(err(&output), message, "{line}");
        assert!(output.stdout.is_empty(), "{line}");
    }
}

#[test]
fn invalid_numbers_are_errors() {
    for (line, message) in [
        ("--size -3", "expected a size such as 9 or 10x12"),
        ("--size 0", "expected a size such as 9 or 10x12"),
        ("-n 0", "expected a number of puzzles, at least 1"),
        ("-n -2", "expected a number of puzzles, at least 1"),
        (
            "--clues -3",
            "expected a number of clues such as 24 or 22..26",
        ),
        (
            "--clues 9..3",
            "expected a number of clues such as 24 or 22..26",
        ),
    ] {
        for kind in "sudoku hashi battleship magic whitetan numbrix hidato".split(' ') {
            let mut args = vec!["generate", kind];
            args.extend(line.split(' '));
            let output = run(&args);
            assert_eq!(output.status.code(), Some(2), "{kind} {line}");
            assert!(
                err(&output).contains(message),
                "{kind} {line}: {}",
                err(&output)
            );
            assert!(output.stdout.is_empty(), "{kind} {line}");
        }
    }
}

#[test]
fn unwritable_paths_are_reported_first() {
    let here = folder("places");
    let file = here.join("file");
    fs::write(&file, "").expect("a file can be written");
    let within = file.join("within");
    let within = within.to_str().expect("a plain path");
    for option in ["--book", "--svg"] {
        let output = run(&["generate", "sudoku", "--seed", "1", option, within]);
        assert_eq!(output.status.code(), Some(2), "{option}");
        let message = err(&output);
        let beginning = format!("error: {within}: ");
        assert!(message.starts_with(&beginning), "{option}: {message}");
        assert!(output.stdout.is_empty(), "{option}");
    }
    let book = here.join("book.pdf");
    let path = book.to_str().expect("a plain path");
    let args = ["generate", "magic", "--size", "1", "--seed", "1"];
    let output = run(&[&args[..], &["--difficulty", "hard", "--book", path]].concat());
    assert_eq!(output.status.code(), Some(30));
    assert!(!book.exists(), "an empty book");
}

#[test]
fn an_unreachable_difficulty_gives_up() {
    let args = ["generate", "magic", "--size", "1", "-n", "3", "--seed", "1"];
    let output = run(&[&args[..], &["--difficulty", "hard"]].concat());
    assert_eq!(output.status.code(), Some(30));
    let message = err(&output);
    let (boards, lack) = message.split_once(" full boards: ").expect(message);
    let boards = boards.strip_prefix("given up after ").expect(message);
    assert!(boards.parse::<u64>().is_ok_and(|n| n >= 10), "{message}");
    assert_eq!(
        lack,
        "the last one was rated 3.2, and 7.2 to 9.0 was requested; another size may reach it; 0 of 3 puzzles generated\n"
    );
}

/// The number of generated puzzles in a message that starts with `why`.
fn kept(message: &str, why: &str) -> usize {
    let counts = message.strip_prefix(why).expect(message);
    let number = counts.split(' ').next().and_then(|n| n.parse().ok());
    assert!(
        counts.ends_with(" of 100000 puzzles generated\n"),
        "{message}"
    );
    number.expect("a number")
}

#[test]
fn puzzles_are_kept_at_the_time_limit() {
    let here = folder("in-time");
    let book = here.join("book.pdf");
    let book = book.to_str().expect("a plain path");
    let args = ["generate", "sudoku", "--size", "4", "-n", "100000"];
    let more = ["--seed", "1", "--json", "--time-limit", "1", "--book", book];
    let output = run(&[&args[..], &more].concat());
    assert_eq!(output.status.code(), Some(30));
    let n = kept(err(&output), "time limit reached: ");
    assert_eq!(out(&output).lines().count(), n);
    assert!(n == 0 || fs::read(book).is_ok_and(|book| book.starts_with(b"%PDF-")));
}

/// Sends SIGINT, as Ctrl-C in a terminal does.
#[cfg(unix)]
#[test]
fn puzzles_are_kept_at_an_interrupt() {
    let args = ["generate", "sudoku", "--size", "4", "-n", "100000"];
    let mut child = command(&[&args[..], &["--seed", "1", "--json"]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut printed = vec![lines.next().expect("a puzzle").expect("text")];
    let interrupted = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupted.is_ok_and(|status| status.success()));
    printed.extend(lines.map(|line| line.expect("text")));
    let mut message = String::new();
    let mut errors = child.stderr.take().expect("a pipe");
    errors.read_to_string(&mut message).expect("text");
    let ended = child.wait().expect("it ends");
    assert_eq!(ended.code(), Some(30), "{message}");
    assert_eq!(kept(&message, "interrupted: "), printed.len());
    for line in &printed {
        let puzzle: Value = serde_json::from_str(line).expect("whole lines");
        assert_eq!(puzzle["verdict"], "unique");
    }
}

#[test]
fn rating_is_optional() {
    let made = |more: &[&str]| {
        let args = ["generate", "sudoku", "--size", "4", "--seed", "1", "--json"];
        let output = run(&[&args, more].concat());
        assert!(output.status.success(), "{output:?}");
        serde_json::from_str::<Value>(out(&output)).expect("an object")
    };
    let (rated, unrated) = (made(&[]), made(&["--unrated"]));
    assert_eq!(rated["puzzle"], unrated["puzzle"], "{rated}");
    assert_ne!(rated["difficulty"], Value::Null, "{rated}");
    assert_eq!(unrated["difficulty"], Value::Null, "{unrated}");
    let both = run(&["generate", "sudoku", "--unrated", "--difficulty", "easy"]);
    assert_eq!(both.status.code(), Some(2));
}
