//! The rows of the table, in its order.

use gridwright::Question;
use gridwright::collection::Entry;

use crate::corpus::{Place, Set};
use crate::row::{Row, Source};

const FIRST: Question = Question::Solve { most: 1 };

pub(crate) fn every_row() -> Vec<Row> {
    let mut rows = Vec::new();
    hashi(&mut rows);
    battleship(&mut rows);
    paths(&mut rows);
    whitetan(&mut rows);
    sudoku(&mut rows);
    magic(&mut rows);
    rows
}

fn hashi(rows: &mut Vec<Row>) {
    own(rows, "hashi", "hashi, reports");
    for (n_islands, start) in [
        (100, "Hs_16"),
        (200, "Hs_24"),
        (300, "Hs_29"),
        (400, "Hs_34"),
    ] {
        for (what, question) in [("first", FIRST), ("verdict", Question::Unique)] {
            let name = format!("hashi {n_islands}, {what}");
            let is_meant = move |entry: &Entry<'_>| is_named(entry, start);
            let file = "large/hashi_coelho720.txt.gz";
            rows.push(beside("hashi", name, question, file, is_meant));
        }
    }
    let file = "large/hashi_puzzlekit304.txt.gz";
    let name = "hashi, puzzlekit".to_owned();
    rows.push(beside("hashi", name, Question::Unique, file, |_| true));
}

fn battleship(rows: &mut Vec<Row>) {
    let mut add = |name: &str, file: &str, start: &'static str| {
        let is_meant = move |entry: &Entry<'_>| is_named(entry, start);
        let name = format!("battleship {name}");
        rows.push(beside("battleship", name, Question::Unique, file, is_meant));
    };
    add("10, csplib", "battleship/csplib_rubin.txt", "");
    for (name, start) in [
        ("12", "sb_12"),
        ("13", "sb_13"),
        ("14", "sb_14"),
        ("15", "sb_15"),
    ] {
        let name = format!("{name}, solbat");
        add(&name, "battleship/minizinc_solbat.txt", start);
    }
    let file = "large/battleship_puzzlekit287.txt.gz";
    add("6 to 14, puzzlekit", file, "");
}

/// Numbrix and Hidato.
fn paths(rows: &mut Vec<Row>) {
    own(rows, "numbrix", "numbrix, report 004");
    own(rows, "hidato", "hidato, report 004");
    let mut add =
        |kind: &'static str, name: &str, file: &str, sizes: std::ops::RangeInclusive<usize>| {
            let name = if sizes.start() == sizes.end() {
                format!("{kind} {}, {name}", sizes.start())
            } else {
                format!("{kind} {} to {}, {name}", sizes.start(), sizes.end())
            };
            let is_meant = move |entry: &Entry<'_>| sizes.contains(&entry.text.lines().count());
            rows.push(beside(kind, name, Question::Unique, file, is_meant));
        };
    for sizes in [6..=8, 9..=9, 10..=10, 11..=15, 20..=20] {
        add("numbrix", "public", "numbrix/public.txt", sizes);
    }
    for sizes in [4..=7, 8..=12] {
        add("hidato", "public", "hidato/public.txt", sizes);
    }
    for size in 6..=10 {
        let file = "large/hidato_puzzlekit170.txt.gz";
        add("hidato", "puzzlekit", file, size..=size);
    }
}

fn whitetan(rows: &mut Vec<Row>) {
    for size in [6, 8, 10] {
        let is_meant = move |entry: &Entry<'_>| entry.text.lines().count() == size;
        let name = format!("whitetan {size}");
        let file = "whitetan/problems358.txt";
        rows.push(beside("whitetan", name, Question::Unique, file, is_meant));
    }
}

fn sudoku(rows: &mut Vec<Row>) {
    own(rows, "sudoku", "sudoku 9, reports");
    for (name, file) in [
        ("9, 17 clues", "large/sudoku_17clue.txt.gz"),
        ("9, top 1465", "large/sudoku_magictour_top1465.txt.gz"),
        ("9, hardest 1106", "large/sudoku_forum_hardest_1106.txt.gz"),
        (
            "9, hardest 1905",
            "large/sudoku_forum_hardest_1905_11plus.txt.gz",
        ),
        ("9, serg", "large/sudoku_serg_benchmark.txt.gz"),
        ("16", "sudoku/n16.txt"),
        ("25", "sudoku/n25.txt"),
    ] {
        let name = format!("sudoku {name}");
        let is_bulk = name.starts_with("sudoku 9");
        let row = beside("sudoku", name, Question::Unique, file, |_| true);
        rows.push(Row { is_bulk, ..row });
    }
}

fn magic(rows: &mut Vec<Row>) {
    let mut add = |n: usize, what: &str, question, count| {
        rows.push(Row {
            name: format!("magic {n}, {what}"),
            kind: "magic",
            question,
            source: Source::Text(format!("order {n}")),
            count,
            is_bulk: false,
        });
    };
    add(
        4,
        "counted",
        Question::Count { limit: u64::MAX },
        Some(7040),
    );
    for n in [6, 7, 8, 9, 10, 11, 12, 15] {
        add(n, "first", FIRST, None);
    }
}

/// Adds a row for a verdict on the boards of the reports, which are the project's own.
fn own(rows: &mut Vec<Row>, kind: &'static str, name: &str) {
    rows.push(Row {
        name: name.to_owned(),
        kind,
        question: Question::Unique,
        source: Source::Set(Set {
            place: Place::Own,
            file: format!("{kind}/reports.txt"),
            is_meant: Box::new(|_| true),
        }),
        count: None,
        is_bulk: false,
    });
}

/// A row over a set of the large corpus.
fn beside(
    kind: &'static str,
    name: String,
    question: Question,
    file: &str,
    is_meant: impl Fn(&Entry<'_>) -> bool + 'static,
) -> Row {
    Row {
        name,
        kind,
        question,
        source: Source::Set(Set {
            place: Place::Beside,
            file: file.to_owned(),
            is_meant: Box::new(is_meant),
        }),
        count: None,
        is_bulk: false,
    }
}

fn is_named(entry: &Entry<'_>, start: &str) -> bool {
    entry.name.unwrap_or_default().starts_with(start)
}
