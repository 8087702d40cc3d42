//! Tables in and out: CSV, JSON lines, Parquet and Arrow, with rows that cannot be read.

mod common;

use std::path::PathBuf;

use common::{err, out, run};
use serde_json::Value;

/// A board with one answer, and one without.
const BOARD: &str =
    "1..9.7..3.8.....7...9...6....72.94..41.....95..85.43....3...7...5.....4.2..8.6..9";
const NONE: &str =
    "11.9.7..3.8.....7...9...6....72.94..41.....95..85.43....3...7...5.....4.2..8.6..9";
/// A path in a folder of this test.
fn path(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tables");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder.join(name).to_str().expect("text").to_owned()
}

fn file(name: &str, text: &str) -> String {
    let path = path(name);
    std::fs::write(&path, text).expect("a file can be written");
    path
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).expect("the file was written")
}

/// The rows of a CSV text by column.
fn csv_rows(text: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader
        .deserialize()
        .map(|row| row.expect("a row"))
        .collect()
}

fn json_rows(text: &str) -> Vec<Value> {
    let rows = text.lines().map(serde_json::from_str);
    rows.map(|row| row.expect("an object a line")).collect()
}

#[test]
fn the_columns_of_a_csv_file_are_kept() {
    let quizzes = format!("id,quizzes,solutions\n7,{BOARD},x\n8,{NONE},\"a, b\"\n9,nonsense,y\n");
    let input = file("kaggle.csv", &quizzes);
    let output = path("kaggle-out.csv");
    for threads in ["1", "2"] {
        let args = [
            "unique", "sudoku", &input, "--column", "quizzes", "-o", &output,
        ];
        let done = run(&[&args[..], &["--threads", threads]].concat());
        assert_eq!(done.status.code(), Some(2), "{}", err(&done));
        assert_eq!(out(&done), "");
        let rows = csv_rows(&read(&output));
        let column =
            |name: &str| -> Vec<String> { rows.iter().map(|row| row[name].clone()).collect() };
        assert_eq!(column("id"), ["7", "8", "9"]);
        assert_eq!(column("quizzes"), [BOARD, NONE, "nonsense"]);
        assert_eq!(column("solutions"), ["x", "a, b", "y"]);
        assert_eq!(column("verdict"), ["unique", "none", ""]);
        assert_eq!(column("answers")[0].len(), 81);
        assert!(column("error")[2].len() > 10 && column("error")[0].is_empty());
        assert!(!rows[0].contains_key("puzzle"));
    }
    // Without a column, the message says what to do.
    let done = run(&["unique", "sudoku", &input]);
    assert_eq!(done.status.code(), Some(2));
    let message = "name the column of puzzles with --column: id, quizzes, solutions";
    assert!(err(&done).contains(message), "{}", err(&done));
}

#[test]
fn a_csv_file_of_cells_is_no_table() {
    let cells = BOARD.replace('.', "0");
    let cells: Vec<String> = cells.chars().map(String::from).collect();
    let input = file("cells.csv", &(cells.join(",") + "\n"));
    let done = run(&["unique", "sudoku", &input]);
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
}

#[test]
fn json_lines_have_the_puzzle_and_its_answers_in_one_line() {
    let input = file("two.txt", &format!("{BOARD}\n{NONE}\nbroken,line\n"));
    let done = run(&["unique", "sudoku", &input, "--json"]);
    assert_eq!(done.status.code(), Some(2));
    let rows = json_rows(out(&done));
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0]["puzzle"], BOARD);
    assert_eq!(rows[0]["answers"].as_array().map(Vec::len), Some(1));
    let answer = rows[0]["answers"][0].as_str().expect("a text");
    assert_eq!(answer.len(), 81);
    let checked = run(&["check", "sudoku", BOARD, "--answer", answer]);
    assert_eq!(checked.status.code(), Some(0), "{}", err(&checked));
    assert_eq!(rows[1]["verdict"], "none");
    assert_eq!(rows[2]["puzzle"], "broken,line");
    assert!(rows[2]["error"].is_string());
}

#[test]
fn the_fast_path_prints_the_same_json() {
    // A name with a space in its file forces the general path; the rows must agree but for times.
    let plain = file("fast.txt", &format!("a {BOARD}\nb {BOARD}\n"));
    let table = file(
        "general.jsonl",
        &format!(
            "{{\"name\":\"a\",\"puzzle\":\"{BOARD}\"}}\n{{\"name\":\"b\",\"puzzle\":\"{BOARD}\"}}\n"
        ),
    );
    for verb in ["unique", "solve"] {
        let fast = json_rows(out(&run(&[verb, "sudoku", &plain, "--json"])));
        let general = json_rows(out(&run(&[verb, "sudoku", &table, "--json"])));
        assert_eq!(fast.len(), 2);
        for (mut fast, mut general) in fast.into_iter().zip(general) {
            for row in [&mut fast, &mut general] {
                for time in ["setup_ms", "solve_ms"] {
                    let time = row.as_object_mut().expect("an object").remove(time);
                    assert!(time.is_some_and(|time| time.is_number()));
                }
            }
            assert_eq!(fast, general);
        }
    }
}

#[test]
fn other_kinds_have_lines_too_and_rates_are_tables() {
    let input = file(
        "hashi.jsonl",
        "{\"puzzle\":\"2.2/.../2.2\",\"n\":1}\nnonsense\n{\"n\":3}\n",
    );
    let output = path("hashi-out.jsonl");
    let done = run(&["rate", "hashi", &input, "-o", &output]);
    assert_eq!(done.status.code(), Some(2), "{}", err(&done));
    let rows = json_rows(&read(&output));
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0]["puzzle"], "2.2/.../2.2");
    assert_eq!(rows[0]["n"], 1);
    assert!(rows[0]["number"].is_number());
    assert!(rows[1]["error"].is_string() && rows[2]["error"].is_string());
    let done = run(&["solve", "hashi", "2.2/.../2.2", "--json"]);
    let row = &json_rows(out(&done))[0];
    let answer = row["answers"][0].as_str().expect("a text");
    assert_eq!(answer, "r1c1 r1c3 1/r1c1 r3c1 1/r1c3 r3c3 1/r3c1 r3c3 1");
}

#[test]
fn a_table_that_cannot_be_written_is_an_error_and_leaves_nothing() {
    let input = file("one.txt", BOARD);
    let done = run(&["unique", "sudoku", &input, "-o", "out.xlsx"]);
    assert_eq!(done.status.code(), Some(2));
    let message = "out.xlsx: a table is .csv, .tsv, .jsonl, .parquet or .arrow";
    assert!(err(&done).contains(message), "{}", err(&done));
    let missing = path("missing/out.csv");
    let done = run(&["unique", "sudoku", &input, "-o", &missing]);
    assert_eq!(done.status.code(), Some(2));
    assert!(!PathBuf::from(path("missing")).exists());
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_and_arrow_files_are_written_and_read() {
    let input = file(
        "typed.jsonl",
        &format!(
            "{{\"puzzle\":\"{BOARD}\",\"n\":1,\"x\":0.5,\"ok\":true}}\n{{\"puzzle\":\"{NONE}\",\"n\":2,\"x\":null,\"ok\":false}}\n{{\"puzzle\":\"?\",\"n\":3,\"x\":1.5,\"ok\":true}}\n"
        ),
    );
    let mut before = None;
    for name in ["typed.parquet", "typed.arrow"] {
        let output = path(name);
        let done = run(&["unique", "sudoku", &input, "-o", &output]);
        assert_eq!(done.status.code(), Some(2), "{}", err(&done));
        // Read again, with the verdicts as further columns.
        let again = run(&["count", "sudoku", &output, "--json"]);
        let mut rows = json_rows(out(&again));
        assert_eq!(rows.len(), 3, "{}", err(&again));
        assert_eq!(rows[0]["n"], 1);
        assert_eq!(rows[0]["x"], 0.5);
        assert_eq!(rows[1]["ok"], false);
        assert_eq!(rows[0]["count"], 1);
        assert_eq!(rows[1]["count"], 0);
        assert!(rows[2]["error"].is_string());
        for row in &mut rows {
            let row = row.as_object_mut().expect("an object");
            row.retain(|name, _| !name.ends_with("_ms"));
        }
        match &before {
            None => before = Some(rows),
            Some(before) => assert_eq!(before, &rows, "{name}"),
        }
    }
}

#[cfg(feature = "parquet")]
#[test]
fn the_rows_before_the_damage_are_kept() {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, RecordBatch, StringArray};
    use arrow_ipc::writer::StreamWriter;

    let column: ArrayRef = Arc::new(StringArray::from(vec![BOARD; 10]));
    let batch = RecordBatch::try_from_iter([("puzzle", column)]).expect("a batch");
    let mut writer = StreamWriter::try_new(Vec::new(), &batch.schema()).expect("a schema");
    let mut ends = Vec::new();
    for _ in 0..3 {
        writer.write(&batch).expect("memory takes all");
        ends.push(writer.get_ref().len());
    }
    let bytes = writer.into_inner().expect("memory takes all");
    let input = path("cut.arrows");
    let whole = {
        std::fs::write(&input, &bytes).expect("a file can be written");
        run(&["unique", "sudoku", &input])
    };
    assert_eq!(whole.status.code(), Some(0), "{}", err(&whole));
    for (n_batches, end) in (1..).zip(&ends[..2]) {
        std::fs::write(&input, &bytes[..end + 40]).expect("a file can be written");
        let part = run(&["unique", "sudoku", &input]);
        assert_eq!(part.status.code(), Some(2), "{}", err(&part));
        assert!(err(&part).contains("cut.arrows: "), "{}", err(&part));
        assert!(out(&whole).starts_with(out(&part)));
        assert_eq!(out(&part).matches("unique").count(), 10 * n_batches);
    }
}

/// The process that reads a file may crash; then the file is in error.
#[cfg(all(feature = "parquet", target_os = "linux"))]
#[test]
fn a_process_that_dies_of_a_file_is_an_error() {
    use std::process::{Command, Stdio};

    let input = path("waits.parquet");
    let _ = std::fs::remove_file(&input);
    let shell = |line: String| Command::new("sh").args(["-c", &line]).status();
    assert!(shell(format!("mkfifo '{input}'")).is_ok_and(|status| status.success()));
    let command = common::command(&["unique", "sudoku", &input])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let command = command.expect("the command starts");
    // Opening waits for the command to open it for reading.
    let mut options = std::fs::OpenOptions::new();
    let mut writer = options.write(true).open(&input).expect("a pipe");
    std::io::Write::write_all(&mut writer, b"PAR1").expect("the command reads");
    let children = format!("/proc/{}/task", command.id());
    let start = std::time::Instant::now();
    let reader = loop {
        let is_early = start.elapsed() < std::time::Duration::from_secs(60);
        assert!(is_early, "the command starts no process");
        let tasks = std::fs::read_dir(&children).expect("the command runs");
        let texts = tasks
            .filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("children")).ok());
        let texts: String = texts.collect();
        if let Some(process) = texts.split_whitespace().next() {
            break process.to_owned();
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    };
    assert!(shell(format!("kill -ABRT {reader}")).is_ok_and(|status| status.success()));
    let done = command.wait_with_output().expect("the command ends");
    drop(writer);
    assert_eq!(done.status.code(), Some(2), "{}", err(&done));
    assert!(err(&done).contains("the file is damaged"), "{}", err(&done));
}

#[cfg(not(feature = "parquet"))]
#[test]
fn without_parquet_the_message_names_the_remedy() {
    let input = file("plain.txt", BOARD);
    let output = path("out.parquet");
    let done = run(&["unique", "sudoku", &input, "-o", &output]);
    assert_eq!(done.status.code(), Some(2));
    assert!(err(&done).contains("--features parquet"), "{}", err(&done));
    assert!(!PathBuf::from(&output).exists());
}

#[test]
fn the_manual_lists_the_columns_with_their_types() {
    use std::collections::BTreeMap;

    use gridwright::columns::{ColumnType, ERROR, QUESTION, RATING};

    let page = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/manual/reference/tables.md"
    );
    let page = std::fs::read_to_string(page).expect("the page is there");
    // Column names by type, of the rows "| `a`, `b` | type | verbs |".
    let mut documented = BTreeMap::new();
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        for name in cells[0].split(", ") {
            let known = documented.insert(name.trim_matches('`').to_owned(), cells[1].to_owned());
            assert_eq!(known, None, "{name} is listed twice");
        }
    }
    let type_words = |column_type: ColumnType| match column_type {
        ColumnType::Text => "text",
        ColumnType::Texts => "list of texts",
        ColumnType::Whole => "whole number",
        ColumnType::Real => "number",
        ColumnType::Boolean => "Boolean",
        ColumnType::Counts => "list of texts, each with a whole number (Arrow: a map)",
    };
    // Python's tables of checks and conversions.
    let others = [
        ("holds", ColumnType::Boolean),
        ("broken", ColumnType::Text),
        ("converted", ColumnType::Text),
        (ERROR, ColumnType::Text),
    ];
    let columns = QUESTION.iter().chain(RATING).copied().chain(others);
    let columns = columns.map(|(name, of)| (name.to_owned(), type_words(of).to_owned()));
    assert_eq!(documented, columns.collect::<BTreeMap<_, _>>());
}
