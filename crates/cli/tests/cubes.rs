//! One puzzle in cubes: parts, checkpoint files that are continued, and options that are refused.

mod common;

use common::{err, out, run};

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
