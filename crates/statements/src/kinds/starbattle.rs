//! Star Battle: a variable per cell, 1 for a star. Rows, columns and regions have as many stars, and stars do not touch.
//!
//! Text: `starbattle N`, the number of stars, then a character for the region of each cell.

use gridwright_proof::{Domain, Statement};

use crate::Read;
use crate::build::Build;
use crate::grid::Grid;
use crate::text::{cells, error, headed, number};

pub(crate) fn state(text: &str) -> Read {
    let (rest, rows) = headed(text, "starbattle")?;
    let [stars] = rest[..] else {
        return Err(error("expected the number of stars after `starbattle`"));
    };
    let stars = number(stars, 1, 1000)?;
    let rows = cells(rows);
    let grid = Grid::of(&rows)?;
    let words = rows.concat();
    let mut statement = Statement::default();
    for _ in &words {
        statement.add_key(Domain::range(0, 1));
    }
    let mut regions: Vec<(&str, Vec<usize>)> = Vec::new();
    for (at, &name) in words.iter().enumerate() {
        match regions.iter_mut().find(|(known, _)| *known == name) {
            Some((_, cells)) => cells.push(at),
            None => regions.push((name, vec![at])),
        }
    }
    let regions = regions.into_iter().map(|(_, cells)| cells);
    for cells in grid.lines().into_iter().chain(regions) {
        statement.add_sum(cells.into_iter().map(|at| at as u32), stars.into());
    }
    for square in grid.squares() {
        statement.add_at_most_one(&square.map(|at| at as u32));
    }
    if grid.n_rows.min(grid.n_cols) == 1 {
        for (a, b) in grid.pairs() {
            statement.add_at_most_one(&[a as u32, b as u32]);
        }
    }
    Ok(statement)
}
