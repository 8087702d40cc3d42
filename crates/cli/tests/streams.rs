//! Files of many puzzles: in order for any number of threads, compressed or not, in bounded memory, and interruptible.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{Folder, command, err, out, run};
use flate2::Compression;
use flate2::write::GzEncoder;

/// A board with one answer.
const BOARD: &str =
    "1..9.7..3.8.....7...9...6....72.94..41.....95..85.43....3...7...5.....4.2..8.6..9";

/// The `n`-th of many boards: [`BOARD`] with its digits rotated and some of its rows permuted.
fn board(n: usize) -> String {
    let mut rows: Vec<&str> = (0..9).map(|row| &BOARD[9 * row..9 * row + 9]).collect();
    rows.swap(n % 3, (n / 3) % 3);
    rows.swap(3 + (n / 9) % 3, 3 + (n / 27) % 3);
    let turned = rows.concat();
    let digit = |c: char| match c.to_digit(10) {
        Some(digit) => char::from(b'1' + ((digit as usize - 1 + n / 81) % 9) as u8),
        None => c,
    };
    turned.chars().map(digit).collect()
}

fn boards(n: usize) -> String {
    (0..n).map(|n| board(n) + "\n").collect()
}

fn started(args: &[&str]) -> Child {
    let mut command = command(args);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().expect("the command starts")
}

/// Writes a file and returns its path.
fn file(name: &str, bytes: &[u8]) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("streams");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("a file can be written");
    path.to_str().expect("text").to_owned()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).expect("memory takes it");
    packer.finish().expect("memory takes it")
}

#[test]
fn output_is_in_order_for_any_number_of_threads() {
    let text = boards(3000);
    let plain = file("order.txt", text.as_bytes());
    // Concatenated gzip files are one text.
    let (first, second) = text.split_at(text.len() / 2);
    let both = [packed(first.as_bytes()), packed(second.as_bytes())].concat();
    let gz = file("order.txt.gz", &both);
    for verb in ["unique", "solve", "count"] {
        let one = run(&[verb, "sudoku", &plain]);
        assert_eq!(one.status.code(), Some(0), "{}", err(&one));
        let lines: Vec<&str> = out(&one)
            .lines()
            .filter(|line| line.starts_with('%'))
            .collect();
        assert_eq!(lines.len(), 3000);
        for (at, line) in lines.iter().enumerate() {
            assert!(
                line.starts_with(&format!("% Sudoku {}: ", at + 1)),
                "{line}"
            );
        }
        for other in [
            run(&[verb, "sudoku", &plain, "--threads", "4"]),
            run(&[verb, &gz, "--threads", "2"]),
            // The engine `fd` does not use the fast path, and must print the same.
            run(&[verb, "--engine", "fd", &gz, "--threads", "4"]),
        ] {
            assert_eq!(out(&other), out(&one), "{verb}: {}", err(&other));
        }
    }
    let lines = run(&["convert", "--to", "line", &gz, "--threads", "3"]);
    assert_eq!(out(&lines), text);
    let few = file("few.txt", boards(60).as_bytes());
    let rated = run(&["rate", "--brief", &few, "--threads", "4"]);
    let names = out(&rated)
        .lines()
        .filter_map(|line| line.split_whitespace().next_back());
    let expected: Vec<String> = (1..=60).map(|n| n.to_string()).collect();
    assert_eq!(names.collect::<Vec<_>>(), expected);
}

#[test]
fn an_invalid_line_is_reported_with_its_number() {
    let mut lines: Vec<String> = (0..2500).map(board).collect();
    lines[1999] = lines[1999].replacen('.', "q", 1);
    lines[2100] = lines[2100].replacen('.', "1", 8);
    let path = file("broken.txt", (lines.join("\n") + "\n").as_bytes());
    let output = run(&["unique", "sudoku", &path, "--threads", "2"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        err(&output).starts_with(&format!("{path}:2000:")),
        "{}",
        err(&output)
    );
    let lines: Vec<&str> = out(&output)
        .lines()
        .filter(|line| line.starts_with("% Sudoku"))
        .collect();
    assert_eq!(lines.len(), 2499);
    assert_eq!(lines[2099], "% Sudoku 2101: no answer");
}

#[test]
fn chunks_end_between_puzzles() {
    let mut text = String::new();
    for n in 0..1000 {
        let cells = board(n);
        text += &format!("% a comment\npuzzle b{n} 9 9\n");
        for row in 0..9 {
            text += &cells[9 * row..9 * row + 9];
            text += "\n";
        }
        text += "\n";
    }
    let path = file("blocks.txt", text.as_bytes());
    let output = run(&["unique", &path, "--threads", "3"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let lines = out(&output)
        .lines()
        .filter(|line| line.starts_with("% Sudoku b"));
    assert_eq!(lines.count(), 1000);
    let only = run(&["unique", &path, "--only", "b777"]);
    assert!(
        out(&only).starts_with("% Sudoku b777: unique"),
        "{}",
        err(&only)
    );
    let none = run(&["unique", &path, "--only", "b1000"]);
    assert_eq!(none.status.code(), Some(2));
    assert_eq!(
        err(&none),
        "no puzzle is named `b1000`; the first names are b0, b1, b2, b3, b4, b5, b6, b7\n"
    );
}

#[test]
fn invalid_utf8_and_gzip_are_errors() {
    let mut bytes = boards(2000).into_bytes();
    bytes.extend([0xff, 0xfe, b'\n']);
    let path = file("binary.txt", &bytes);
    let output = run(&["count", "sudoku", &path]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        err(&output).starts_with(&format!("{path}:2001: not UTF-8 text")),
        "{}",
        err(&output)
    );
    let cut = packed(boards(2000).as_bytes());
    let path = file("cut.txt.gz", &cut[..cut.len() / 2]);
    let output = run(&["count", "sudoku", &path]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        err(&output).starts_with(&format!("{path}: cannot be read: ")),
        "{}",
        err(&output)
    );
}

/// The peak memory of a process in KiB, if the system reports it.
fn peak(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn memory_does_not_grow_with_the_input() {
    let mut child = started(&["unique", "sudoku", "-", "--threads", "2"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    let stdout = child.stdout.take().expect("a pipe");
    let reader = std::thread::spawn(move || BufReader::new(stdout).lines().count());
    let text = boards(2000);
    let mut peaks = Vec::new();
    for round in 0..40 {
        stdin.write_all(text.as_bytes()).expect("the command reads");
        if round % 20 == 9 {
            peaks.extend(peak(&child));
        }
    }
    drop(stdin);
    let status = child.wait().expect("the command ends");
    assert_eq!(status.code(), Some(0));
    assert_eq!(reader.join().expect("lines"), 40 * 2000 * 10);
    // Forty thousand more boards must not need more memory.
    if let [early, late] = peaks[..] {
        assert!(late < early + 16 * 1024, "{early} KiB, then {late} KiB");
    }
}

#[test]
fn an_interrupt_keeps_finished_output() {
    let mut child = started(&["unique", "sudoku", "-"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all(boards(50).as_bytes())
        .expect("the command reads");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    // The input stays open, so a command that waits for its end would block.
    let first = lines.next().expect("a line").expect("text");
    assert_eq!(first, "% Sudoku 1: unique: exactly one answer");
    for _ in 0..499 {
        lines.next().expect("a line").expect("text");
    }
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    if !kill.is_ok_and(|status| status.success()) {
        // There is no `kill` on this machine.
        drop(stdin);
        child.wait().expect("the command ends");
        return;
    }
    let status = child.wait().expect("the command ends");
    let mut lines = String::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    stderr.read_to_string(&mut lines).expect("text");
    assert_eq!(status.code(), Some(30), "{lines}");
    assert_eq!(lines, "interrupted after 50 puzzles\n");
}

/// Interrupts at several points, so that a chunk is cut while a later one is done.
#[cfg(unix)]
#[test]
fn an_interrupted_run_prints_a_prefix() {
    let file = file("prefix.txt", boards(20_000).as_bytes());
    for (verb, lines) in [("rate", [1, 30, 200]), ("unique", [1, 2000, 9000])] {
        for n_lines in lines {
            // Named rows, so that a gap would be seen.
            let mut child = started(&[verb, "sudoku", &file, "--threads", "2", "--json"]);
            let mut printed = BufReader::new(child.stdout.take().expect("a pipe")).lines();
            let mut names: Vec<String> = Vec::new();
            let name = |line: &str| {
                let row: serde_json::Value = serde_json::from_str(line).expect("whole lines");
                assert_ne!(row["verdict"], "stopped", "{line}");
                row["name"].as_str().expect("a name").to_owned()
            };
            for line in printed.by_ref().take(n_lines) {
                names.push(name(&line.expect("text")));
            }
            let interrupted = Command::new("kill")
                .args(["-INT", &child.id().to_string()])
                .status();
            assert!(interrupted.is_ok_and(|status| status.success()));
            names.extend(printed.map(|line| name(&line.expect("text"))));
            let mut message = String::new();
            let mut errors = child.stderr.take().expect("a pipe");
            errors.read_to_string(&mut message).expect("text");
            child.wait().expect("it ends");
            let expected: Vec<String> = (1..=names.len()).map(|n| n.to_string()).collect();
            assert_eq!(names, expected, "{verb}");
            if names.len() < 20_000 {
                let after = format!("interrupted after {} puzzle", names.len());
                assert!(message.contains(&after), "{message}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn endless_lines_are_errors() {
    let output = run(&["unique", "sudoku", "/dev/zero"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        err(&output).contains("a line of over 16 MB"),
        "{}",
        err(&output)
    );
}

#[test]
fn a_pipe_that_waits_after_a_long_puzzle_gets_its_rows() {
    let line = format!("{}\nhidato/9/9/{}\n{0}\n", board(0), "z".repeat(300_000));
    let row = ".".repeat(600) + "\n";
    let small = "puzzle b 4 4 sudoku\n.1..\n...2\n3...\n..3.\n";
    let block = format!("puzzle a 600 600 sudoku\n{}{small}", row.repeat(600));
    let after_comments = format!("{}{}", "% a comment\n".repeat(20_000), boards(2));
    for (text, n_rows) in [
        (line, 3),
        (format!("{small}{block}puzzle c 4 4\n"), 3),
        (block + "puzzle c 4 4\n", 2),
        (after_comments, 2),
    ] {
        let mut child = started(&["unique", "-", "--json"]);
        let mut stdin = child.stdin.take().expect("a pipe");
        let stdout = child.stdout.take().expect("a pipe");
        let (rows, received) = std::sync::mpsc::channel();
        let reader = std::thread::spawn(move || {
            for row in BufReader::new(stdout).lines().map_while(Result::ok) {
                let _ = rows.send(row);
            }
        });
        stdin.write_all(text.as_bytes()).expect("the command reads");
        // The input stays open. Without an answer this would wait for ever.
        let wait = std::time::Duration::from_secs(120);
        let n_received = (0..n_rows).filter(|_| received.recv_timeout(wait).is_ok());
        let n_received = n_received.count();
        drop(stdin);
        child.wait().expect("the command ends");
        assert_eq!(n_received, n_rows, "{}", &text[..200]);
        reader.join().expect("the rows are read");
    }
}

/// Conflicting clues are looked for only if someone asked.
#[test]
fn puzzles_without_an_answer_are_diagnosed_on_request() {
    let wrong = format!("11{}", &BOARD[2..]);
    assert!(!out(&run(&["unique", "sudoku", &wrong])).contains("conflict"));
    let asked = run(&["unique", "sudoku", &wrong, "--repair"]);
    assert!(out(&asked).contains("conflict"), "{}", out(&asked));
}

#[cfg(unix)]
#[test]
fn a_stopped_program_leaves_no_part_of_a_file() {
    let folder = Folder::new("stopped-table");
    let part = folder.path("rows.csv.part");
    for signal in ["INT", "TERM", "HUP"] {
        // The second signal ends the program at once, while its threads still wait for input.
        for n_signals in [1, 2] {
            let mut program = Command::new(env!("CARGO_BIN_EXE_gridwright"))
                .args(["unique", "sudoku", "-", "-o", "rows.csv"])
                .current_dir(&folder.0)
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the command starts");
            let start = Instant::now();
            while !std::fs::exists(&part).expect("a path") {
                assert!(start.elapsed() < Duration::from_secs(60), "no {part}");
                std::thread::sleep(Duration::from_millis(5));
            }
            let kill = format!("kill -{signal} {}", program.id());
            let kill = vec![kill; n_signals].join("; sleep 0.005; ");
            let sent = Command::new("sh").args(["-c", &kill]).output();
            sent.expect("a shell");
            // To wait closes the input, whose end may be seen before the signal.
            let input = program.stdin.take();
            let status = program.wait().expect("it ends");
            drop(input);
            let context = format!("{n_signals} of {signal}: {status}");
            assert!(matches!(status.code(), Some(30 | 130)), "{context}");
            assert!(!std::fs::exists(&part).expect("a path"), "{context}");
        }
    }
}
