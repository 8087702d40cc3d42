//! One puzzle in cubes: parts, checkpoint files that are continued, and options that are refused.

mod common;

use common::{command, err, out, run};

/// A file in the folder of this test, removed if it is there.
fn fresh_file(name: &str) -> std::path::PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn cubes_are_saved_and_continued() {
    const EMPTY: &str = "................";
    let path = fresh_file("cubes.jsonl");
    let file = path.to_str().expect("text");
    let count = |more: &[&str]| {
        let args = [
            "count",
            "sudoku",
            EMPTY,
            "--cubes",
            "20",
            "--checkpoint",
            file,
            "--json",
        ];
        let done = run(&[&args[..], more].concat());
        let row: serde_json::Value = serde_json::from_str(out(&done)).unwrap_or_default();
        (done.status.code(), row, err(&done).to_owned())
    };
    let (status, row, message) = count(&["--part", "1/4"]);
    assert_eq!(status, Some(30), "{message}");
    assert_eq!(row["verdict"], "stopped");
    assert_eq!(
        message,
        "5 of 20 cubes are done; the same command continues\n"
    );
    // A killed run leaves an incomplete line.
    let text = std::fs::read_to_string(&path).expect("written");
    assert_eq!(text.lines().count(), 6);
    std::fs::write(&path, format!("{text}{{\"cube\":3,\"cou")).expect("writable");
    let (status, row, message) = count(&["--threads", "2"]);
    assert_eq!(status, Some(10), "{message}");
    assert_eq!(
        (&row["count"], &row["complete"]),
        (&288.into(), &true.into())
    );
    let whole = std::fs::read_to_string(&path).expect("written");
    assert_eq!(whole.lines().count(), 21);
    // Nothing is left to do; files of parts may be concatenated.
    std::fs::write(&path, format!("{whole}{text}")).expect("writable");
    let (_, again, _) = count(&[]);
    assert_eq!(
        (&again["count"], &again["nodes"]),
        (&288.into(), &row["nodes"])
    );
    let (status, _, message) = count(&["--engine", "learn"]);
    assert_eq!(status, Some(2));
    assert!(
        message.contains("it belongs to another question"),
        "{message}"
    );
    std::fs::write(&path, "nonsense\n").expect("writable");
    let (status, _, message) = count(&[]);
    assert_eq!(status, Some(2));
    assert!(
        message.contains("line 1: not a checkpoint file"),
        "{message}"
    );
}

#[test]
fn answers_of_cubes_are_read_again() {
    let path = fresh_file("unique-cubes.jsonl");
    let file = path.to_str().expect("text");
    for (kind, puzzle, status) in [
        ("hashi", "2.2/.../2.2", 0),
        ("magic", "8 . ./. 5 ./. . .", 10),
        ("sudoku", "1.1. .... .... ....", 20),
    ] {
        let _ = std::fs::remove_file(&path);
        let args = [
            "unique",
            kind,
            puzzle,
            "--cubes",
            "8",
            "--checkpoint",
            file,
            "--json",
        ];
        let first = run(&args);
        assert_eq!(first.status.code(), Some(status), "{}", err(&first));
        let again = run(&args);
        let rows = [&first, &again].map(|done| {
            let mut row: serde_json::Value = serde_json::from_str(out(done)).expect("a row");
            let fields = row.as_object_mut().expect("an object");
            fields.retain(|name, _| !name.ends_with("_ms"));
            row
        });
        assert_eq!(rows[0], rows[1]);
    }
}

#[test]
fn a_killed_run_loses_and_doubles_nothing() {
    let path = fresh_file("killed.jsonl");
    let file = path.to_str().expect("text");
    let args = [
        "count",
        "magic",
        "order 4",
        "--cubes",
        "150",
        "--checkpoint",
        file,
        "--threads",
        "2",
    ];
    let lines = || {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    // On a busy machine a run may end before it is killed.
    let mut saved = Vec::new();
    for _ in 0..10 {
        fresh_file("killed.jsonl");
        let mut child = command(&args)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("the command starts");
        while lines().len() < 20 && child.try_wait().expect("our process").is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        child.kill().expect("our process");
        child.wait().expect("our process");
        saved = lines();
        if saved.len() <= 150 {
            break;
        }
    }
    assert!((20..=150).contains(&saved.len()), "{} lines", saved.len());
    let done = run(&args);
    assert_eq!(out(&done), "% Magic Square input: 7040 answers\n");
    let all = lines();
    // Whole lines are kept, and every cube is searched once.
    let kept = saved.len() - 1;
    assert_eq!(all[..kept], saved[..kept]);
    let cube = |line: &String| {
        let row: serde_json::Value = serde_json::from_str(line).expect("a line");
        row["cube"].as_u64().expect("a number")
    };
    let mut cubes: Vec<u64> = all[1..].iter().map(cube).collect();
    cubes.sort_unstable();
    assert_eq!(cubes, (0..150).collect::<Vec<_>>());
}

#[test]
fn one_puzzle_of_several_is_split() {
    let several = fresh_file("several.txt");
    let board = |name, first| {
        let rest = "....\n".repeat(3);
        format!("puzzle {name} 4 4 sudoku\n{first}\n{rest}\n")
    };
    let text = board("a", "1...") + &board("b", "....");
    std::fs::write(&several, text).expect("writable");
    let file = several.to_str().expect("text");
    let path = fresh_file("one-of-several.jsonl");
    let checkpoint = path.to_str().expect("text");
    let count = |more: &[&str]| run(&[&["count", "sudoku", file][..], more].concat());
    let cubes = ["--cubes", "20", "--checkpoint", checkpoint];
    let refused = count(&cubes);
    assert_eq!(refused.status.code(), Some(2));
    let message = "need a single puzzle; --only names one of several";
    assert!(err(&refused).contains(message), "{}", err(&refused));
    let done = count(&[&["--only", "b"], &cubes[..]].concat());
    assert_eq!(out(&done), "% Sudoku b: 288 answers\n", "{}", err(&done));
    let saved = std::fs::read_to_string(&path).expect("written");
    assert_eq!(saved.lines().count(), 21);
    // Of two puzzles of one name, the first is counted, and the second is refused.
    let text = std::fs::read_to_string(&several).expect("written") + &board("b", "2...");
    std::fs::write(&several, text).expect("writable");
    let twice = count(&[&["--only", "b", "--threads", "2"], &cubes[..]].concat());
    assert_eq!(twice.status.code(), Some(2));
    assert_eq!(out(&twice), "% Sudoku b: 288 answers\n");
    let message = "need a single puzzle, but a second one is named `b`";
    assert!(err(&twice).contains(message), "{}", err(&twice));
    let after = std::fs::read_to_string(&path).expect("written");
    assert_eq!(after, saved);
    std::fs::write(&several, board("b", "....")).expect("writable");
    // Several threads share the puzzle. Plain search visits the nodes of one thread.
    let nodes = |engine: &str, threads: &str| {
        let done = count(&[
            "--only",
            "b",
            "--threads",
            threads,
            "--engine",
            engine,
            "--json",
        ]);
        let row: serde_json::Value = serde_json::from_str(out(&done)).expect("a row");
        assert_eq!(row["count"], 288);
        row["nodes"].clone()
    };
    nodes("learn", "1");
    nodes("learn", "2");
    assert_eq!(nodes("fd", "1"), nodes("fd", "2"));
}

#[test]
fn cubes_that_cannot_be_are_refused() {
    let nine = ".".repeat(81);
    for (args, message) in [
        (
            &["count", "sudoku", &nine, "--cubes", "4"][..],
            "this cannot be split into cubes",
        ),
        (
            &["count", "sudoku", "................", "--cubes", "100001"],
            "--cubes: at most 100000",
        ),
        (
            &["count", "sudoku", "................", "--part", "2/2"],
            "expected K/N such as 0/8",
        ),
        (
            &["count", "sudoku", "................", "--cubes", "0"],
            "--cubes",
        ),
        (
            &[
                "count",
                "sudoku",
                "................",
                "--checkpoint",
                "no/such/folder/file",
            ],
            "no/such/folder/file: ",
        ),
    ] {
        let done = run(args);
        assert_eq!(done.status.code(), Some(2), "{args:?}");
        assert!(err(&done).contains(message), "{args:?}: {}", err(&done));
    }
}

#[test]
fn a_file_that_is_no_checkpoint_is_left_as_it_is() {
    let file = std::env::temp_dir().join(format!("gridwright-notes-{}", std::process::id()));
    let name = file.display().to_string();
    for text in ["my notes", "my notes\nand more\n"] {
        std::fs::write(&file, text).expect("a file");
        let done = run(&["count", "sudoku", "................", "--checkpoint", &name]);
        assert_eq!(done.status.code(), Some(2));
        let message = format!("{name}: line 1: not a checkpoint file");
        assert!(err(&done).contains(&message), "{}", err(&done));
        assert_eq!(std::fs::read_to_string(&file).expect("it is there"), text);
    }
    std::fs::remove_file(&file).expect("our file");
}

#[test]
fn solutions_of_a_model_are_counted_on_threads() {
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/../lang/programs/queens.gw");
    let path = fresh_file("queens.jsonl");
    let file = path.to_str().expect("text");
    for more in [
        &[][..],
        &["--threads", "2"],
        &["--threads", "2", "--cubes", "50", "--checkpoint", file],
        &["--cubes", "50", "--checkpoint", file],
    ] {
        let done = run(&[&["run", model, "--count"], more].concat());
        assert_eq!(out(&done), "92 solutions, and no others.\n", "{more:?}");
        assert_eq!(done.status.code(), Some(10), "{more:?}");
    }
    let other = run(&[
        "run",
        model,
        "--count",
        "--set",
        "n=6",
        "--cubes",
        "50",
        "--checkpoint",
        file,
    ]);
    assert_eq!(other.status.code(), Some(2));
    assert!(err(&other).contains("it belongs to another question"));
    let all = run(&["run", model, "--all", "--cubes", "5"]);
    assert_eq!(all.status.code(), Some(2));
    assert!(err(&all).contains("need --count"), "{}", err(&all));
}
