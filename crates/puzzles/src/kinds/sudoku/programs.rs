//! The CHR programs for Sudoku: those of report 000 in one source, for its two viewpoints alone and channelled, and that of report 001.

use gridwright_term::Term;

use crate::blocks::chr_terms::{counted, one_of, pair, rows};
use crate::blocks::number_cells::word;
use crate::contract::{Claim, OFF, Program, ProgramInfo, ProgramState, Switch, listed};
use crate::kinds::sudoku::{Answer, Instance, Sudoku};

const SELECT: &[Switch] = &[Switch::new(
    "select",
    "a position with the fewest numbers left is decided next, or one with the most",
    &["first_fail", "anti_first_fail"],
)];

pub(super) const ALL: &[Program<Sudoku>] = &[
    cells_columns(
        "cells",
        "report 000, classical: a variable is the number in a cell",
        &[heuristic(
            "numbers that few other cells of the block can take come first",
        )],
        |instance| query("solve(cells, ", instance),
    ),
    cells_columns(
        "columns",
        "report 000, alternative: a variable is the column of a number in a row",
        &[heuristic(
            "a number placed in a block leaves all its columns in the other rows of the block at once",
        )],
        |instance| query("solve(columns, ", instance),
    ),
    cells_columns(
        "cells+columns",
        "report 000, channelling: both viewpoints, linked",
        &[heuristic("the heuristics of both viewpoints")],
        |instance| query("solve(both, ", instance),
    ),
    Program {
        info: ProgramInfo {
            name: "elements",
            about: "report 001, viewpoint 1: no variables, a constraint holds what is known of a position",
            file: "elements.chr",
            source: include_str!("elements.chr"),
            switches: SELECT,
        },
        query: |instance| query("solve(", instance),
        read,
        watched: &["element", "candidates"],
        claims: by_elements,
    },
];

/// A program of `cells_columns.chr`.
const fn cells_columns(
    name: &'static str,
    about: &'static str,
    switches: &'static [Switch],
    query: fn(&Instance) -> String,
) -> Program<Sudoku> {
    Program {
        info: ProgramInfo {
            name,
            about,
            file: "cells_columns.chr",
            source: include_str!("cells_columns.chr"),
            switches,
        },
        query,
        read,
        watched: &["cell", "place", "in"],
        claims: by_cells_and_places,
    }
}

const fn heuristic(about: &'static str) -> Switch {
    Switch::new("heuristic", about, OFF)
}

fn query(begin: &str, instance: &Instance) -> String {
    let (height, width) = instance.block();
    let board = rows(
        instance.n(),
        instance.clues().iter().map(|clue| word(clue, "_")),
    );
    format!("{begin}{height}, {width}, {board}, Answer)")
}

fn read(instance: &Instance, bound: &Term) -> Option<Answer> {
    Answer::bound(bound, instance.clues().len())
}

/// Claims from the number or remaining domain of every cell, and from the column or remaining domain of every number in a row.
fn by_cells_and_places(instance: &Instance, state: &ProgramState<'_>) -> Vec<Claim> {
    let n = instance.n();
    let mut claims = Vec::new();
    for [row, col, _, number] in state.each("cell") {
        if let (Some(row), Some(col), Some(left)) = (counted(row), counted(col), state.left(number))
        {
            one_of(&left, n, |at| (row * n + col) * n + at, &mut claims);
        }
    }
    for [number, row, col, _] in state.each("place") {
        if let (Some(number), Some(row), Some(left)) =
            (counted(number), counted(row), state.left(col))
        {
            one_of(&left, n, |at| (row * n + at) * n + number, &mut claims);
        }
    }
    claims
}

/// Claims from the number or the remaining candidates of every position.
fn by_elements(instance: &Instance, state: &ProgramState<'_>) -> Vec<Claim> {
    let n = instance.n();
    let mut claims = Vec::new();
    let known = state
        .each("element")
        .map(|[at, number]| (at, state.left(number)));
    let open = state
        .each("candidates")
        .map(|[at, left]| (at, listed(left)));
    for (at, left) in known.chain(open) {
        if let (Some((row, col)), Some(left)) = (pair(at), left) {
            one_of(&left, n, |at| (row * n + col) * n + at, &mut claims);
        }
    }
    claims
}
