//! Every technique with an established name occurs in the explanation of an example or of a board of the corpus.

use std::collections::BTreeSet;

use gridwright_explain::{ExplainOptions, explain, verify};
use gridwright_puzzles::kind;

/// For every kind, its boards in the corpus and the names that must occur, separated by commas.
const NAMES: &[(&str, &str, &str)] = &[
    (
        "sudoku",
        include_str!("../../../crates/lab/corpus/sudoku/reports.txt"),
        "Full House, Hidden Single, Naked Single, Locked Candidates Type 1 (Pointing), Locked Candidates Type 2 (Claiming), \
         Naked Pair, Hidden Pair, Naked Triple, X-Wing, XY-Wing, XY-Chain, Nice Loop/AIC",
    ),
    (
        "hashi",
        include_str!("../../../crates/lab/corpus/hashi/reports.txt"),
        "corner count, side count, middle count, isolation 1-1, isolation 2=2, isolation 1-2-1, cut",
    ),
    (
        "battleship",
        include_str!("../../../crates/lab/corpus/battleship/reports.txt"),
        "empty line, tally is full, tally takes the rest, surround, only place for a ship, ships together, no room for a ship",
    ),
    ("magic", "", "last of a line, line cannot add up"),
    (
        "whitetan",
        include_str!("../../../crates/lab/corpus/whitetan/reports.txt"),
        "ray count, forced chain",
    ),
    (
        "numbrix",
        include_str!("../../../crates/lab/corpus/numbrix/reports.txt"),
        "only cell, only number, next number, broken path, isolated cell",
    ),
    (
        "hidato",
        include_str!("../../../crates/lab/corpus/hidato/reports.txt"),
        "only cell, only number, next number, broken path",
    ),
];

/// The boards of a text: lines that start with a name, or blocks whose first line is a name.
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

/// Explains boards of a kind until all names have occurred. Returns the names that have not.
fn unseen(id: &str, text: &str, names: &str) -> BTreeSet<String> {
    let kind = kind(id).expect("a kind of the catalogue");
    let mut unseen: BTreeSet<String> = names.split(", ").map(str::to_owned).collect();
    let examples = kind.info().examples.iter();
    let examples = examples.map(|example| example.text.to_owned());
    for board in examples.chain(boards(text)) {
        if unseen.is_empty() {
            break;
        }
        let instance = kind.read(None, &board).expect("a valid board");
        let explained = explain(&*instance, &ExplainOptions::default()).expect("an explanation");
        let n = unseen.len();
        for step in &explained.steps {
            unseen.remove(&step.technique);
        }
        // The steps with these names must be correct.
        if unseen.len() < n
            && let Err(error) = verify(&*instance, &explained)
        {
            panic!("{id}: {error}\n{board}");
        }
    }
    unseen
}

fn check(id: &str) {
    let mut kinds = NAMES.iter();
    let (_, text, names) = kinds.find(|(known, ..)| *known == id).expect("a kind");
    let unseen = unseen(id, text, names);
    assert!(unseen.is_empty(), "{id}: {unseen:?} do not occur");
}

#[test]
fn sudoku_techniques_are_named() {
    check("sudoku");
}

#[test]
fn hashi_techniques_are_named() {
    check("hashi");
}

#[test]
fn battleship_techniques_are_named() {
    check("battleship");
}

#[test]
fn magic_square_techniques_are_named() {
    check("magic");
}

#[test]
fn white_and_tan_techniques_are_named() {
    check("whitetan");
}

#[test]
fn path_techniques_are_named() {
    check("numbrix");
    check("hidato");
}

#[test]
fn a_building_that_hides_all_others_is_the_highest() {
    let kind = kind("skyscrapers").expect("a kind of the catalogue");
    let example = &kind.info().examples[0];
    let instance = kind.read(None, example.text).expect("an example");
    let explanation = explain(&*instance, &ExplainOptions::default()).expect("an explanation");
    let mut sentences = explanation.steps.iter().map(|step| step.sentence.as_str());
    let begins = "Column 2 shows 1 from the bottom, so the nearest building is the highest: r4c2";
    assert!(sentences.any(|sentence| sentence.starts_with(begins)));
}
