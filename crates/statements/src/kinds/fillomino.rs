//! Fillomino: a variable per cell and number, 1 if the cell has the number. Every cell has one number, and the connected parts of the
//! cells with a number have as many cells.
//!
//! Text: the rows as words: `.` or a number, with `|` between two cells for a border. A line with `-` has a word for each column, `-` for a border
//! between the rows above and below it. The cells of a border have different numbers. No number is greater than the greatest clue and the largest connected part of
//! cells without one: a region without a clue lies within such a part. It also has at most the cells that the regions of the
//! clues leave: clues whose distance is at least their number are in different regions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gridwright_proof::{Atom, Constraint, Domain, NodeGraph, Statement};

use crate::build::Build;
use crate::grid::Grid;
use crate::text::{error, number, rows};
use crate::{Read, StatementError};

/// The most variables: a board of 31x31 without clues has fewer.
const MAX_KEYS: usize = 1_000_000;

/// Pairs of cells with a border between them, by index.
type Borders = BTreeSet<(usize, usize)>;

pub(crate) fn state(text: &str) -> Read {
    let (rows, borders) = cells_and_borders(rows(text))?;
    let grid = Grid::of(&rows)?;
    let n_cells = grid.n_cells();
    let mut clues = Vec::new();
    for word in rows.iter().flatten() {
        clues.push(match *word {
            "." => None,
            word => Some(number(word, 1, n_cells as i32)? as usize),
        });
    }
    let beyond_no_border = |at: usize| {
        let near = grid.neighbours(at).into_iter();
        near.filter(|&other| !borders.contains(&(at.min(other), at.max(other))))
            .collect()
    };
    let neighbours: Arc<Vec<Vec<usize>>> = Arc::new((0..n_cells).map(beyond_no_border).collect());
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
        let key = |cell: usize| (cell * largest + number - 1) as u32;
        for &(one, other) in &borders {
            statement.add_at_most_one(&[key(one), key(other)]);
        }
        let has = |cell: u32| Atom::eq(key(cell as usize), 1);
        let parts = Constraint::PartSizes(graph(&has), number);
        statement.constraints.push(parts);
    }
    Ok(statement)
}

/// The words of the cells of each row, and the pairs of cells with a border between them, by index.
fn cells_and_borders(lines: Vec<Vec<&str>>) -> Result<(Vec<Vec<&str>>, Borders), StatementError> {
    let outside = || error("a border is between two cells");
    let is_cells = |line: &Vec<&str>| !line.contains(&"-");
    let n_words = |line: &Vec<&str>| line.iter().filter(|word| **word != "|").count();
    let n_cols = lines.iter().find(|line| is_cells(line)).map_or(0, n_words);
    let n_rows = lines.iter().filter(|line| is_cells(line)).count();
    let (mut rows, mut borders): (Vec<Vec<&str>>, Borders) = (Vec::new(), Borders::new());
    for line in lines {
        if !is_cells(&line) {
            let is_between = (1..n_rows).contains(&rows.len());
            let is_line = line.iter().all(|word| ["-", "."].contains(word));
            if !is_between || !is_line || line.len() != n_cols {
                return Err(error(
                    "a line of borders is between two rows, with `-` or `.` for each column",
                ));
            }
            let above = (rows.len() - 1) * n_cols;
            let marked = line.iter().enumerate().filter(|(_, word)| **word == "-");
            borders.extend(marked.map(|(col, _)| (above + col, above + n_cols + col)));
            continue;
        }
        let mut row: Vec<&str> = Vec::new();
        for word in line {
            let next = rows.len() * n_cols + row.len();
            match word {
                "|" if row.is_empty() || row.len() >= n_cols => return Err(outside()),
                "|" if !borders.insert((next - 1, next)) => return Err(outside()),
                "|" => {}
                word => row.push(word),
            }
        }
        rows.push(row);
    }
    Ok((rows, borders))
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
