//! The reports' programs take as many nodes as in SWI-Prolog: what the semantics leaves open is settled as it is there.

use std::collections::HashMap;

use gridwright_chr::{Limits, Program};
use gridwright_term::{Operators, parse_term};

/// A way to ask the Hashi program: a name for it, its flags, and the nodes of each board.
type Hashi = (&'static str, &'static str, &'static [(u32, i64)]);

const HASHI: &[Hashi] = &[
    (
        "v1",
        "conn=1 imp1=off imp2=off",
        &[
            (1, 12),
            (6, 14),
            (9, 11),
            (12, 3),
            (14, 36),
            (15, 16),
            (16, 8),
            (17, 1070),
            (22, 31),
        ],
    ),
    (
        "v1+imp1",
        "conn=1 imp1=on imp2=off",
        &[
            (1, 1),
            (6, 1),
            (9, 0),
            (10, 124),
            (12, 3),
            (14, 17),
            (15, 16),
            (17, 2),
            (22, 16),
        ],
    ),
    (
        "v2",
        "conn=2 imp1=off imp2=off",
        &[(14, 36), (17, 1070), (22, 31)],
    ),
    (
        "v2+imp1",
        "conn=2 imp1=on imp2=off",
        &[(10, 124), (14, 17), (22, 16)],
    ),
    (
        "v2+imp2",
        "conn=2 imp1=off imp2=on",
        &[(14, 36), (17, 1070), (22, 28)],
    ),
    (
        "v2+imp1+imp2",
        "",
        &[(10, 74), (14, 17), (15, 16), (16, 8), (22, 14)],
    ),
    (
        "modes",
        "modes=on",
        &[(10, 74), (14, 17), (15, 16), (16, 8), (22, 14)],
    ),
    (
        "v1,islands",
        "conn=1 imp1=off imp2=off order=islands",
        &[(2, 151), (10, 12), (22, 10)],
    ),
    (
        "v2+imp1+imp2,islands",
        "order=islands",
        &[(2, 17), (10, 7), (15, 6), (16, 4), (22, 4)],
    ),
];

/// A way to ask a Sudoku program: the program, the way, its flags, and the nodes of each board.
type Sudoku = (
    &'static str,
    &'static str,
    &'static str,
    &'static [(&'static str, i64)],
);

const SUDOKU: &[Sudoku] = &[
    (
        "sudoku",
        "classic",
        "",
        &[
            ("verydifficult", 29),
            ("expert", 49),
            ("symme", 1107),
            ("eastermonster", 444),
        ],
    ),
    (
        "sudoku",
        "alt",
        "",
        &[("verydifficult", 439), ("veryeasy", 66)],
    ),
    (
        "sudoku",
        "channel",
        "",
        &[
            ("verydifficult", 11),
            ("expert", 31),
            ("eastermonster", 177),
        ],
    ),
    (
        "sudoku",
        "classic",
        "heur=on",
        &[("verydifficult", 14), ("expert", 33), ("tarek_052", 225)],
    ),
    (
        "sudoku",
        "alt",
        "heur=on",
        &[
            ("verydifficult", 11),
            ("expert", 89),
            ("lambda", 1010),
            ("hard17", 22),
            ("eastermonster", 1873),
            ("clue17", 174),
            ("sudowiki_nb28", 933),
            ("veryeasy", 50),
        ],
    ),
    (
        "sudoku",
        "channel",
        "heur=on",
        &[("verydifficult", 14), ("expert", 11), ("tarek_052", 72)],
    ),
    (
        "sudoku",
        "channel",
        "heur=on modes=on",
        &[("verydifficult", 14), ("tarek_052", 72)],
    ),
    (
        "sudoku_ff",
        "min",
        "",
        &[
            ("verydifficult", 1),
            ("expert", 96),
            ("symme", 387),
            ("eastermonster", 475),
            ("coloin", 534),
        ],
    ),
];

#[test]
fn hashi_takes_the_nodes_it_takes_in_swi_prolog() {
    let boards = hashi_boards();
    let mut differences = String::new();
    for (way, flags, counts) in HASHI {
        let program = program("hashi", flags);
        for (number, expected) in *counts {
            let board = &boards[&format!("board{number}")];
            let found = nodes(&program, &format!("solve({board}, _)"));
            if found != *expected {
                differences += &format!("board {number}, {way}: {found} nodes, {expected} there\n");
            }
        }
    }
    assert!(differences.is_empty(), "{differences}");
}

#[test]
fn sudoku_takes_the_nodes_it_takes_in_swi_prolog() {
    let boards = sudoku_boards();
    let mut differences = String::new();
    for (name, way, flags, counts) in SUDOKU {
        let program = program(name, flags);
        for (board, expected) in *counts {
            let found = nodes(&program, &format!("solve({way}, {})", boards[*board]));
            if found != *expected {
                differences +=
                    &format!("{board}, {name} {way} {flags}: {found} nodes, {expected} there\n");
            }
        }
    }
    assert!(differences.is_empty(), "{differences}");
}

/// A program of the benches, with flags.
fn program(name: &str, flags: &str) -> Program {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/classic/programs");
    let text =
        std::fs::read_to_string(format!("{folder}/{name}.pl")).expect("the program is there");
    let flags = flags.split_whitespace().map(|flag| {
        let (name, value) = flag.split_once('=').expect("a flag is name=value");
        let value = parse_term(value, Operators::standard()).expect("it is a term");
        (name.to_owned(), value)
    });
    let flags: Vec<_> = flags.collect();
    Program::parse_with(&text, name, &flags).unwrap_or_else(|why| panic!("{why}"))
}

/// How many values the search tries.
fn nodes(program: &Program, goal: &str) -> i64 {
    let report = program.run(goal, Limits::default());
    let report = report.unwrap_or_else(|why| panic!("{goal}: {why}"));
    report.flags.get("nodes").copied().unwrap_or(0)
}

fn corpus(file: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/corpus");
    std::fs::read_to_string(format!("{folder}/{file}")).expect("the corpus is there")
}

fn hashi_boards() -> HashMap<String, String> {
    let text = corpus("hashi/reports.txt");
    let mut boards = HashMap::new();
    for block in text.split("puzzle ").skip(1) {
        let mut lines = block.lines();
        let name = lines.next().and_then(|line| line.split(' ').next());
        let rows = lines.take_while(|line| !line.is_empty());
        let rows: Vec<String> = rows.map(|row| listed(row, "0")).collect();
        let name = name.expect("a block has a name").to_owned();
        boards.insert(name, format!("[{}]", rows.join(",")));
    }
    boards
}

fn sudoku_boards() -> HashMap<String, String> {
    let text = corpus("sudoku/reports.txt");
    let lines = text.lines().filter(|line| !line.starts_with('%'));
    let boards = lines.filter_map(|line| {
        let (name, cells) = line.split_once(' ')?;
        let rows: Vec<String> = (0..9)
            .map(|row| listed(&cells[9 * row..9 * row + 9], "_"))
            .collect();
        Some((name.to_owned(), format!("[{}]", rows.join(","))))
    });
    boards.collect()
}

/// A row as a list, with `blank` for a point.
fn listed(row: &str, blank: &str) -> String {
    let cells = row.chars().map(|cell| match cell {
        '.' => blank.to_owned(),
        digit => digit.to_string(),
    });
    format!("[{}]", cells.collect::<Vec<_>>().join(","))
}
