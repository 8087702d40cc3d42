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

/// The kinds of puzzles that can be stated.
pub const KINDS: &[&str] = &[
    "sudoku",
    "magic",
    "whitetan",
    "hashi",
    "battleship",
    "numbrix",
    "hidato",
    "futoshiki",
    "akari",
    "tents",
    "starbattle",
    "nonogram",
    "skyscrapers",
    "kakuro",
    "slitherlink",
    "masyu",
    "nurikabe",
    "heyawake",
    "fillomino",
];

/// States a puzzle, given its kind and its text as `convert` writes it.
pub fn state_puzzle(kind: &str, text: &str) -> Read {
    match kind {
        "sudoku" => sudoku::state(text),
        "magic" => magic::state(text),
        "whitetan" => whitetan::state(text),
        "hashi" => hashi::state(text),
        "battleship" => battleship::state(text),
        "numbrix" => path::state(text, false),
        "hidato" => path::state(text, true),
        "futoshiki" => futoshiki::state(text),
        "akari" => akari::state(text),
        "tents" => tents::state(text),
        "starbattle" => starbattle::state(text),
        "nonogram" => nonogram::state(text),
        "skyscrapers" => skyscrapers::state(text),
        "kakuro" => kakuro::state(text),
        "slitherlink" => slitherlink::state(text),
        "masyu" => masyu::state(text),
        "nurikabe" => nurikabe::state(text),
        "heyawake" => heyawake::state(text),
        "fillomino" => fillomino::state(text),
        _ => Err(StatementError(format!("no statement for kind `{kind}`"))),
    }
}
