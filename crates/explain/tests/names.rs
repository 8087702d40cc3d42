//! The names that people know: each of them really occurs in the explanation of a board that comes with the project, the examples on the cards or the corpus.

use std::collections::BTreeSet;

use gridwright_explain::{ExplainOptions, explain, verify};
use gridwright_puzzles::kind;

/// For every kind, its boards in the corpus and the names that must occur.
const WANTED: &[(&str, &str, &[&str])] = &[
    (
        "sudoku",
        include_str!("../../../corpus/sudoku/reports.txt"),
        &[
            "full house",
            "hidden single",
            "naked single",
            "pointing",
            "claiming",
            "naked pair",
            "hidden pair",
            "naked triple",
            "hidden triple",
            "X-wing",
            "swordfish",
            "XY-wing",
            "simple colouring",
            "turbot fish",
            "X-chain",
            "XY-chain",
            "forcing chain",
        ],
    ),
    (
        "hashi",
        include_str!("../../../corpus/hashi/reports.txt"),
        &[
            "corner count",
            "side count",
            "middle count",
            "isolation 1-1",
            "isolation 2=2",
            "isolation 1-2-1",
            "cut",
        ],
    ),
    (
        "battleship",
        include_str!("../../../corpus/battleship/reports.txt"),
        &[
            "empty line",
            "tally is full",
            "tally takes the rest",
            "surround",
            "only place for a ship",
            "ships together",
        ],
    ),
    ("magic", "", &["sum bounds", "complements", "only cell"]),
    (
        "whitetan",
        include_str!("../../../corpus/whitetan/reports.txt"),
        &["ray count", "forced chain"],
    ),
    (
        "numbrix",
        include_str!("../../../corpus/numbrix/reports.txt"),
        &["only cell", "only number", "dead end", "distance", "parity"],
    ),
    (
        "hidato",
        include_str!("../../../corpus/hidato/reports.txt"),
        &["only cell", "only number", "dead end", "distance"],
    ),
];

/// The boards of a text: a line each with a name in front, or blocks that begin with a line of their name.
fn boards(text: &str) -> Vec<String> {
    let mut boards: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('%')) {
        match line.split_once(' ') {
            Some(("puzzle", _)) => boards.push(String::new()),
            Some((name, cells)) if name.starts_with(char::is_alphabetic) && cells.len() == 81 => {
                boards.push(cells.to_owned());
            }
            _ if line.is_empty() => {}
            _ => {
                let board = boards.last_mut().expect("a block begins with its name");
                *board += line;
                board.push('\n');
            }
        }
    }
    boards
}

/// Explains boards of a kind until all names were seen; those that are left.
fn unseen(id: &str, text: &str, names: &[&str]) -> BTreeSet<String> {
    let kind = kind(id).expect("a kind of the catalogue");
    let mut unseen: BTreeSet<String> = names.iter().map(|&name| name.to_owned()).collect();
    let examples = kind.card().examples.iter();
    let examples = examples.map(|example| example.text.to_owned());
    for board in examples.chain(boards(text)) {
        if unseen.is_empty() {
            break;
        }
        let instance = kind.read(None, &board).expect("boards are read");
        let explained =
            explain(&*instance, &ExplainOptions::default()).expect("boards are explained");
        let n = unseen.len();
        for step in &explained.steps {
            unseen.remove(&step.technique);
        }
        // A name is worth something only on a step that holds.
        if unseen.len() < n
            && let Err(flaw) = verify(&*instance, &explained)
        {
            panic!("{id}: {flaw}\n{board}");
        }
    }
    unseen
}

fn check(id: &str) {
    let (_, text, names) = WANTED
        .iter()
        .find(|(known, ..)| *known == id)
        .expect("every kind has its names");
    let unseen = unseen(id, text, names);
    assert!(unseen.is_empty(), "{id}: {unseen:?} occur in no board");
}

#[test]
fn sudoku_has_its_names() {
    check("sudoku");
}

#[test]
fn hashi_has_its_names() {
    check("hashi");
}

#[test]
fn battleship_has_its_names() {
    check("battleship");
}

#[test]
fn magic_squares_have_their_names() {
    check("magic");
}

#[test]
fn white_and_tan_has_its_names() {
    check("whitetan");
}

#[test]
fn paths_have_their_names() {
    check("numbrix");
    check("hidato");
}
