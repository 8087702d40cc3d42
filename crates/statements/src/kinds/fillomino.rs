//! Fillomino: a variable per cell and number, 1 if the cell has the number. Every cell has one number, and the connected parts of the
//! cells with a number have as many cells.
//!
//! Text: the rows as words: `.` or a number. No number is greater than the greatest clue and the largest connected part of
//! cells without one: a region without a clue lies within such a part. It also has at most the cells that the regions of the
//! clues leave: clues whose distance is at least their number are in different regions.

use std::collections::BTreeMap;
use std::sync::Arc;

use gridwright_proof::{Atom, Constraint, Domain, NodeGraph, Statement};

use crate::Read;
use crate::build::Build;
use crate::grid::Grid;
use crate::text::{error, number, rows};

/// The most variables: a board of 31x31 without clues has fewer.
const MAX_KEYS: usize = 1_000_000;

pub(crate) fn state(text: &str) -> Read {
    let rows = rows(text);
    let grid = Grid::of(&rows)?;
    let n_cells = grid.n_cells();
    let mut clues = Vec::new();
    for word in rows.iter().flatten() {
        clues.push(match *word {
            "." => None,
            word => Some(number(word, 1, n_cells as i32)? as usize),
        });
    }
    let neighbours = grid.graph();
    let graph = |atom: &dyn Fn(u32) -> Atom| NodeGraph {
        atoms: (0..n_cells as u32).map(atom).collect(),
        neighbours: Arc::clone(&neighbours),
    };
    let open = graph(&|cell| Atom::eq(cell, 1)).parts(|at| clues[at].is_none());
    let left = n_cells.saturating_sub(needed(&clues, rows[0].len()));
    let largest = open
        .iter()
        .map(|part| part.len().min(left))
        .chain(clues.iter().copied().flatten());
    let largest = largest.max().unwrap_or(1);
    if n_cells.saturating_mul(largest) > MAX_KEYS {
        return Err(error(&format!(
            "{n_cells} cells with numbers up to {largest} are too many for a proof"
        )));
    }
    let mut statement = Statement::default();
    for clue in clues {
        let cell = (1..=largest).map(|number| {
            let is_it = |clue: usize| i32::from(clue == number);
            let (min, max) = clue.map_or((0, 1), |clue| (is_it(clue), is_it(clue)));
            statement.add_key(Domain::range(min, max))
        });
        let cell: Vec<u32> = cell.collect();
        statement.add_sum(cell, 1);
    }
    for number in 1..=largest {
        let has = |cell: u32| Atom::eq(cell * largest as u32 + number as u32 - 1, 1);
        let parts = Constraint::PartSizes(graph(&has), number);
        statement.constraints.push(parts);
    }
    Ok(statement)
}

/// The cells that the regions of the clues need: for each number, the number times a lower bound of its regions. The bound looks at the first 256 clues that
/// are far from each other.
fn needed(clues: &[Option<usize>], n_cols: usize) -> usize {
    let mut places: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, clue) in clues.iter().enumerate() {
        if let Some(number) = clue {
            places.entry(*number).or_default().push(at);
        }
    }
    let mut total = 0_usize;
    for (number, places) in places {
        let mut far: Vec<usize> = Vec::new();
        for &at in &places {
            let distance = |other: usize| {
                (at / n_cols).abs_diff(other / n_cols) + (at % n_cols).abs_diff(other % n_cols)
            };
            if far.len() < 256 && far.iter().all(|&other| distance(other) >= number) {
                far.push(at);
            }
        }
        let regions = far.len().max(places.len().div_ceil(number));
        total = total.saturating_add(number.saturating_mul(regions));
    }
    total
}
