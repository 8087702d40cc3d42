//! Mutated files that only the command reads: tables, compressed collections, checkpoints, saved explanations and rows of results. `cargo xtask fuzz readers` tries more of them.

mod common;

use std::io::Write;

use common::{Folder, err, out, run_in};
use gridwright_testing::text::{mutated, mutated_bytes};
use gridwright_testing::{Draws, cases, first_seed};

/// The number of inputs of each reader in the tests; `PROPTEST_CASES` overrides it. Each is a process.
const INPUTS: usize = 40;

/// Pieces that tend to break readers.
const PIECES: &[&str] = &[
    "\"",
    "\"\"",
    ",",
    ",,",
    "\n",
    "\r\n",
    "\t",
    "{",
    "}",
    "[",
    "]",
    "null",
    "true",
    "-1",
    "99999999999999999999",
    "1e999",
    "é",
    "\u{0}",
    "\u{feff}",
    "\\u0000",
    "\\ud800",
    "\\",
    ":",
    "puzzle",
    "sudoku",
    "/",
];

/// Runs the command on mutated texts.
fn fuzz(name: &str, file: &str, text: &str, lines: &[&str]) {
    let change = |draws: &mut Draws| mutated(text, PIECES, draws).into_bytes();
    fuzz_files(name, file, change, lines);
}

/// Runs the command on changed files; it must end with one of its exit codes and without a panic.
fn fuzz_files(name: &str, file: &str, change: impl Fn(&mut Draws) -> Vec<u8>, lines: &[&str]) {
    let folder = Folder::new(&format!("fuzz-{name}"));
    for seed in (first_seed()..).take(cases(INPUTS)) {
        let mut draws = Draws::new(seed);
        let changed = change(&mut draws);
        for line in lines {
            // Some commands continue the file.
            folder.write(file, &changed);
            let args: Vec<&str> = line.split(' ').collect();
            let output = run_in(&folder.0, &args);
            let code = output.status.code();
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            let is_known = code.is_some_and(|code| [0, 2, 10, 20, 30].contains(&code));
            assert!(
                is_known && !message.contains("panicked"),
                "{name}, seed {seed}, {line}: {code:?} {message}\n{}",
                changed.escape_ascii()
            );
        }
    }
}

#[test]
fn fuzz_csv() {
    let text = "name,kind,puzzle,note\na,sudoku,.1../...2/3.../..3.,\"x, y\"\nb,sudoku,1234341221434321,\nc,sudoku,bad,z\n";
    fuzz(
        "csv",
        "t.csv",
        text,
        &[
            "unique sudoku t.csv",
            "rate t.csv --column puzzle",
            "solve sudoku t.csv -o out.tsv",
        ],
    );
}

#[test]
fn fuzz_json_lines() {
    let text = "{\"name\":\"a\",\"kind\":\"sudoku\",\"puzzle\":\".1../...2/3.../..3.\",\"n\":1.5}\n{\"puzzle\":\"1234341221434321\"}\n{\"error\":\"x\"}\n";
    fuzz(
        "json",
        "t.jsonl",
        text,
        &["unique sudoku t.jsonl", "count t.jsonl -o out.csv"],
    );
}

#[cfg(feature = "parquet")]
#[test]
fn fuzz_parquet_and_arrow() {
    let made = Folder::new("fuzz-made-columns");
    let table = "name,kind,puzzle,note\na,sudoku,.1../...2/3.../..3.,\"x, y\"\nb,sudoku,1234341221434321,\nc,sudoku,bad,z\n";
    made.write("t.csv", table);
    for name in ["t.parquet", "t.arrow"] {
        let output = run_in(&made.0, &["solve", "sudoku", "t.csv", "-o", name]);
        assert!(made.0.join(name).is_file(), "{}", err(&output));
        let bytes = std::fs::read(made.0.join(name)).expect("it is there");
        let unique = format!("unique sudoku {name}");
        let count = format!("count {name} --column puzzle -o out.csv");
        let change = |draws: &mut Draws| mutated_bytes(&bytes, draws);
        fuzz_files(&name.replace('.', "-"), name, change, &[&unique, &count]);
    }
}

#[test]
fn fuzz_collections() {
    let text =
        "% two puzzles\npuzzle a 4 4 sudoku\n.1..\n...2\n3...\n..3.\npuzzle b 2 2 hashi\n1.\n1.\n";
    fuzz(
        "collection",
        "t.txt",
        text,
        &["unique t.txt", "convert t.txt", "draw t.txt"],
    );
}

#[test]
fn fuzz_compressed_collections() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let text = "puzzle a 4 4 sudoku\n.1..\n...2\n3...\n..3.\npuzzle b 3 3 hashi\n1.1\n...\n...\n";
    packed
        .write_all(text.as_bytes())
        .expect("memory takes them");
    let packed = packed.finish().expect("memory takes them");
    let change = |draws: &mut Draws| mutated_bytes(&packed, draws);
    fuzz_files("gzip", "t.gz", change, &["unique t.gz", "convert t.gz"]);
}

#[test]
fn fuzz_checkpoints() {
    let folder = Folder::new("fuzz-checkpoint");
    let args = [
        "count",
        "sudoku",
        "1.../..../..../....",
        "--cubes",
        "8",
        "--checkpoint",
        "c.jsonl",
    ];
    let output = run_in(&folder.0, &args);
    assert_eq!(output.status.code(), Some(10), "{}", err(&output));
    let text = std::fs::read_to_string(folder.0.join("c.jsonl")).expect("a checkpoint");
    assert!(text.lines().count() > 4, "{text}");
    fuzz(
        "checkpoints",
        "c.jsonl",
        &text,
        &["count sudoku 1.../..../..../.... --cubes 8 --checkpoint c.jsonl"],
    );
}

#[test]
fn fuzz_saved_explanations() {
    let folder = Folder::new("fuzz-explanation");
    let output = run_in(
        &folder.0,
        &["explain", "sudoku", ".1../...2/3.../..3.", "--json"],
    );
    fuzz("explanations", "e.json", out(&output), &["verify e.json"]);
}

#[test]
fn fuzz_rows_of_experiments() {
    let text = "title = \"t\"\nkind = \"sudoku\"\n[[axis]]\nname = \"select\"\nvalues = [\"input_order\", \"first_fail\"]\n[puzzles]\na = \".1../...2/3.../..3.\"\n";
    let folder = Folder::new("fuzz-made-rows");
    folder.write("x.toml", text);
    let output = run_in(&folder.0, &["lab", "run", "x.toml", "--to", "rows"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let rows = std::fs::read_to_string(folder.0.join("rows/rows.csv")).expect("rows");
    let experiment = folder.path("x.toml");
    let line = format!("lab run {experiment} --to rows --resume");
    fuzz("rows", "rows/rows.csv", &rows, &[&line]);
}
