//! The programs of rules for Sudoku: those of report 000 in one text, the two viewpoints alone and linked, and that of report 001.

use gridwright_term::Term;

use crate::blocks::chr_terms::{counted, numbers, one_of, pair, rows};
use crate::contract::{Claim, OFF, Program, ProgramCard, Seen, Switch, listed};
use crate::kinds::sudoku::{Answer, Instance, Sudoku};

const LIKELY: &[Switch] = &[Switch {
    name: "heuristic",
    about: "numbers that few other cells of the block can take come first",
    values: OFF,
}];

const BLOCKWISE: &[Switch] = &[Switch {
    name: "heuristic",
    about: "a number placed in a block leaves all its columns in the other rows of the block at once",
    values: OFF,
}];

const BOTH: &[Switch] = &[Switch {
    name: "heuristic",
    about: "the heuristics of both viewpoints",
    values: OFF,
}];

const SELECT: &[Switch] = &[Switch {
    name: "select",
    about: "a position with the fewest numbers left is decided next, or one with the most",
    values: &["first_fail", "anti_first_fail"],
}];

/// The programs.
pub(super) const ALL: &[Program<Sudoku>] = &[
    Program {
        card: ProgramCard {
            name: "cells",
            about: "report 000, classical: a variable is the number in a cell",
            file: "cells_columns.chr",
            source: CELLS_COLUMNS,
            switches: LIKELY,
        },
        query: |instance| query("solve(cells, ", instance),
        read,
        watched: &["cell", "place", "in"],
        seen: by_cells_and_places,
    },
    Program {
        card: ProgramCard {
            name: "columns",
            about: "report 000, alternative: a variable is the column of a number in a row",
            file: "cells_columns.chr",
            source: CELLS_COLUMNS,
            switches: BLOCKWISE,
        },
        query: |instance| query("solve(columns, ", instance),
        read,
        watched: &["cell", "place", "in"],
        seen: by_cells_and_places,
    },
    Program {
        card: ProgramCard {
            name: "cells+columns",
            about: "report 000, channelling: both viewpoints, linked",
            file: "cells_columns.chr",
            source: CELLS_COLUMNS,
            switches: BOTH,
        },
        query: |instance| query("solve(both, ", instance),
        read,
        watched: &["cell", "place", "in"],
        seen: by_cells_and_places,
    },
    Program {
        card: ProgramCard {
            name: "elements",
            about: "report 001, viewpoint 1: no variables, a constraint says what is known of a position",
            file: "elements.chr",
            source: include_str!("elements.chr"),
            switches: SELECT,
        },
        query: |instance| query("solve(", instance),
        read,
        watched: &["element", "candidates"],
        seen: by_elements,
    },
];

const CELLS_COLUMNS: &str = include_str!("cells_columns.chr");

fn query(begin: &str, instance: &Instance) -> String {
    let (height, width) = instance.block();
    let word = |clue: &Option<i32>| clue.map_or("_".to_owned(), |number| number.to_string());
    let board = rows(instance.n(), instance.clues().iter().map(word));
    format!("{begin}{height}, {width}, {board}, Answer)")
}

fn read(instance: &Instance, bound: &Term) -> Option<Answer> {
    numbers(bound, instance.clues().len()).map(Answer)
}

/// A cell with its number or those that are left; a number in a row with its column or those that are left.
fn by_cells_and_places(instance: &Instance, seen: &Seen<'_>) -> Vec<Claim> {
    let n = instance.n();
    let mut claims = Vec::new();
    for [row, col, _, number] in seen.each("cell") {
        if let (Some(row), Some(col), Some(left)) = (counted(row), counted(col), seen.left(number))
        {
            one_of(&left, n, |at| (row * n + col) * n + at, &mut claims);
        }
    }
    for [number, row, col, _] in seen.each("place") {
        if let (Some(number), Some(row), Some(left)) =
            (counted(number), counted(row), seen.left(col))
        {
            one_of(&left, n, |at| (row * n + at) * n + number, &mut claims);
        }
    }
    claims
}

/// A position with its number, or with those that are left.
fn by_elements(instance: &Instance, seen: &Seen<'_>) -> Vec<Claim> {
    let n = instance.n();
    let mut claims = Vec::new();
    let known = seen
        .each("element")
        .map(|[at, number]| (at, seen.left(number)));
    let open = seen.each("candidates").map(|[at, left]| (at, listed(left)));
    for (at, left) in known.chain(open) {
        if let (Some((row, col)), Some(left)) = (pair(at), left) {
            one_of(&left, n, |at| (row * n + col) * n + at, &mut claims);
        }
    }
    claims
}
