//! The programs of the reports, which the engine `eclipse` runs with ECLiPSe's own counts.

use gridwright_eclipse::models::{battleship, hashi, sudoku};
use gridwright_eclipse::{Store, Var};

/// The value of an option.
type Values<'o> = &'o dyn Fn(&str) -> Option<&'o str>;

/// Posts the constraints of a board.
type Post = fn(&mut Store, &str, Values<'_>) -> Result<Option<Posted>, String>;

/// A program for the boards of a kind.
pub(crate) struct Program {
    /// The kind.
    pub(crate) kind: &'static str,
    /// The names of its viewpoints, the default first; empty if it has only one.
    pub(crate) viewpoints: &'static [&'static str],
    /// Posts the constraints of a board, given as its text, with the values of options by name; `None` if they fail.
    pub(crate) post: Post,
}

/// A test of a solution.
type Test = Box<dyn Fn(&Store) -> bool>;

/// What a program posted.
pub(crate) struct Posted {
    /// The variables, in the order of the search.
    pub(crate) list: Vec<Var>,
    /// Whether a solution of the constraints is an answer. All solutions are searched then, otherwise the first one.
    pub(crate) is_answer: Option<Test>,
}

impl Posted {
    /// Variables whose first solution is the answer.
    fn first(list: Vec<Var>) -> Posted {
        Posted {
            list,
            is_answer: None,
        }
    }
}

/// The programs.
pub(crate) const PROGRAMS: &[Program] = &[
    Program {
        kind: "sudoku",
        viewpoints: &["classical", "alternative", "channelled"],
        post: |store, text, value| {
            let board = sudoku_board(text)?;
            let (viewpoint, all_different) = (viewpoint(value)?, all_different(value));
            let list = sudoku::post(store, &board, viewpoint, all_different);
            Ok(list.ok().map(Posted::first))
        },
    },
    Program {
        kind: "hashi",
        viewpoints: &[],
        post: |store, text, value| {
            let improved = value("improvements") == Some("with");
            let posted = hashi::post(store, &hashi_board(text), improved).ok();
            Ok(posted.map(|posted| Posted {
                list: posted.list.clone(),
                is_answer: Some(Box::new(move |store| posted.is_connected(store))),
            }))
        },
    },
    Program {
        kind: "battleship",
        viewpoints: &[],
        post: |store, text, _| {
            let list = battleship::post(store, &battleship_board(text)?);
            Ok(list.ok().map(Posted::first))
        },
    },
];

/// The program of a kind.
pub(crate) fn program(kind: &str) -> Option<&'static Program> {
    PROGRAMS.iter().find(|program| program.kind == kind)
}

fn viewpoint(value: Values<'_>) -> Result<sudoku::Viewpoint, String> {
    match value("viewpoint") {
        None | Some("classical") => Ok(sudoku::Viewpoint::Classical),
        Some("alternative") => Ok(sudoku::Viewpoint::Alternative),
        Some("channelled") => Ok(sudoku::Viewpoint::Channelled),
        Some(other) => Err(format!(
            "unknown viewpoint `{other}`; the engine eclipse has classical, alternative, channelled"
        )),
    }
}

fn all_different(value: Values<'_>) -> sudoku::AllDifferent {
    match value("alldifferent") {
        None | Some("ic") => sudoku::AllDifferent::Ic,
        _ => sudoku::AllDifferent::IcGlobal,
    }
}

/// The digits of a board, 0 for an empty cell.
fn sudoku_board(text: &str) -> Result<[i32; 81], String> {
    let cells: Vec<i32> = text
        .chars()
        .filter(|letter| *letter == '.' || letter.is_ascii_digit())
        .map(|letter| letter.to_digit(10).map_or(0, |digit| digit as i32))
        .collect();
    let error = |_| "the engine eclipse only solves 9x9 boards".to_owned();
    cells.try_into().map_err(error)
}

fn hashi_board(text: &str) -> Vec<Vec<i32>> {
    let digit = |letter: char| letter.to_digit(10).map_or(0, |digit| digit as i32);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .map(|line| line.chars().map(digit).collect())
        .collect()
}

fn battleship_board(text: &str) -> Result<battleship::Board, String> {
    let error = || "the engine eclipse only solves 10x10 boards with all tallies".to_owned();
    let tallies = |word: &str| -> Option<[i32; 10]> {
        let line = text.lines().find_map(|line| line.strip_prefix(word))?;
        let numbers: Option<Vec<i32>> = line
            .split_whitespace()
            .map(|word| word.parse().ok())
            .collect();
        numbers?.try_into().ok()
    };
    let is_hints = |line: &&str| {
        line.chars().count() == 10 && line.chars().all(|letter| ".wctblrm".contains(letter))
    };
    let hints: Vec<[char; 10]> = text
        .lines()
        .filter(is_hints)
        .filter_map(|line| line.chars().collect::<Vec<char>>().try_into().ok())
        .collect();
    Ok(battleship::Board {
        rows: tallies("rows").ok_or_else(error)?,
        cols: tallies("cols").ok_or_else(error)?,
        hints: hints.try_into().map_err(|_| error())?,
    })
}
