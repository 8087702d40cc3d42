//! The kinds of puzzles, a file for each: how its text is stated.

mod akari;
mod battleship;
mod fillomino;
mod futoshiki;
mod hashi;
mod heyawake;
mod kakuro;
mod magic;
mod masyu;
mod nonogram;
mod nurikabe;
mod path;
mod skyscrapers;
mod slitherlink;
mod starbattle;
mod sudoku;
mod tents;
mod variants;
mod whitetan;

use crate::{Read, StatementError};

/// States a puzzle, given its text.
type State = fn(&str) -> Read;

/// The kinds of puzzles that can be stated, each with its function.
const KINDS: &[(&str, State)] = &[
    ("sudoku", sudoku::state),
    ("magic", magic::state),
    ("whitetan", whitetan::state),
    ("hashi", hashi::state),
    ("battleship", battleship::state),
    ("numbrix", |text| path::state(text, false)),
    ("hidato", |text| path::state(text, true)),
    ("futoshiki", futoshiki::state),
    ("akari", akari::state),
    ("tents", tents::state),
    ("starbattle", starbattle::state),
    ("nonogram", nonogram::state),
    ("skyscrapers", skyscrapers::state),
    ("kakuro", kakuro::state),
    ("slitherlink", slitherlink::state),
    ("masyu", masyu::state),
    ("nurikabe", nurikabe::state),
    ("heyawake", heyawake::state),
    ("fillomino", fillomino::state),
];

/// The kinds of puzzles that can be stated.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(kind, _)| *kind)
}

/// States a puzzle, given its kind and its text as `convert` writes it.
pub fn state_puzzle(kind: &str, text: &str) -> Read {
    let known = KINDS.iter().find(|(known, _)| *known == kind);
    let unknown = || StatementError(format!("no statement for kind `{kind}`"));
    let (_, state) = known.ok_or_else(unknown)?;
    state(text)
}
