//! Boards whose cells are shaded or not: the words of facts, texts of answers and marks, and drawing that Nurikabe and Heyawake share.
//!
//! In texts `#` is a shaded cell, `o` an unshaded one and `.` an unknown one; in an answer `.` is unshaded too.

use gridwright_constraints::Graph;
use gridwright_fd::ModelError;
use gridwright_grid::Grid;
use gridwright_grid::board::{Background, Board, Ink};
use gridwright_term::Diagnostic;

use crate::blocks::bool_cells::{Answer, FactWords};
use crate::blocks::step_words::{describe_cells, list_or_fold};
use crate::contract::{
    Argument, DrawOptions, FactState,
    tokens::{self, Token},
};

/// The words of the facts.
pub(crate) const FACT_WORDS: FactWords = FactWords {
    label: "shaded",
    is: "shaded",
    is_not: "unshaded",
};

/// Reads the state of every cell.
pub(crate) fn read(grid: &Grid, text: &str) -> Result<Vec<FactState>, Diagnostic> {
    let cells = tokens::characters(&tokens::tokens(text));
    let n = grid.n_cells();
    if cells.len() != n {
        let what = format!("the board has {n} cells, not {}", cells.len());
        return Err(tokens::error(what, text));
    }
    let state = |token: Token<'_>| match token.text {
        "#" => Ok(FactState::True),
        "o" => Ok(FactState::False),
        "." => Ok(FactState::Open),
        _ => Err(tokens::expected("`#`, `o` or `.`", token)),
    };
    cells.into_iter().map(state).collect()
}

/// Reads an answer.
pub(crate) fn read_answer(grid: &Grid, text: &str) -> Result<Answer, Diagnostic> {
    let states = read(grid, text)?.into_iter();
    Ok(Answer(
        states.map(|state| state == FactState::True).collect(),
    ))
}

/// Writes an answer.
pub(crate) fn print(grid: &Grid, answer: &Answer) -> String {
    let sign = |shaded: &bool| if *shaded { "#" } else { "o" };
    tokens::lines(grid.cols(), answer.0.iter().map(sign))
}

/// What a step concludes, in words: "r1c1 and r1c2 are shaded and r2c2 is unshaded".
pub(crate) fn conclusions(grid: &Grid, argument: &Argument<'_>) -> String {
    let of = |holds: bool, what: &str| {
        let claims = argument.concludes.iter();
        let claims = claims.filter(|claim| claim.holds == holds);
        let mut cells: Vec<usize> = claims.map(|claim| claim.fact).collect();
        cells.sort_unstable();
        let cells: Vec<String> = cells.iter().map(|&at| grid.cell(at).to_string()).collect();
        describe_cells(&cells, what, argument.is_full)
    };
    let both = [of(true, FACT_WORDS.is), of(false, FACT_WORDS.is_not)];
    both.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

/// The cells that a step uses as known to be shaded or not, folded if there are many: "r1c1 and r1c2".
pub(crate) fn used(
    grid: &Grid,
    argument: &Argument<'_>,
    is_shaded: bool,
    counts: impl Fn(&usize) -> bool,
) -> String {
    let claims = argument.used.iter();
    let cells = claims.filter(|claim| claim.holds == is_shaded);
    let cells = cells.map(|claim| claim.fact).filter(counts);
    let cells: Vec<String> = cells.map(|at| grid.cell(at).to_string()).collect();
    list_or_fold(&cells, "and", argument.is_full)
}

/// A cell and the cells that hang together with it over cells that are known to have a state.
pub(crate) fn part(grid: &Grid, known: &[FactState], state: FactState, start: usize) -> Vec<usize> {
    let mut part = vec![start];
    let mut at = 0;
    while let Some(&cell) = part.get(at) {
        at += 1;
        for near in grid.neighbours4(grid.cell(cell)) {
            let near = grid.index(near);
            if known[near] == state && !part.contains(&near) {
                part.push(near);
            }
        }
    }
    part
}

/// Pairs of adjacent cells, by index.
pub(crate) fn pairs(grid: &Grid) -> Vec<(usize, usize)> {
    let edges = grid.edges();
    edges.map(|(a, b)| (grid.index(a), grid.index(b))).collect()
}

/// The graph of adjacent cells.
pub(crate) fn graph(grid: &Grid) -> Result<Graph, ModelError> {
    Graph::new(grid.n_cells(), pairs(grid))
}

/// Shades the cells that are known to be shaded, and dots those known not to be.
pub(crate) fn draw(board: &mut Board, options: &DrawOptions<'_>) {
    for (at, tile) in board.tiles.iter_mut().enumerate() {
        tile.background = match options.known(at) {
            FactState::True => Background::Shaded,
            FactState::False => Background::White,
            FactState::Open => Background::Plain,
        };
        tile.ink = Ink::Given;
    }
    options.mark(board);
}
