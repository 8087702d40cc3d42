//! Star Battle: a variable per cell of a region, 1 for a star. Rows, columns and regions have as many stars, and stars do not touch.
//!
//! Text: `starbattle N`, the number of stars, then a character for the region of each cell; `#` is in no region and has no variable.

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
    let mut stars_at: Vec<Option<u32>> = Vec::new();
    let mut regions: Vec<(&str, Vec<usize>)> = Vec::new();
    for (at, &name) in words.iter().enumerate() {
        if name == "#" {
            stars_at.push(None);
            continue;
        }
        stars_at.push(Some(statement.add_key(Domain::range(0, 1))));
        match regions.iter_mut().find(|(known, _)| *known == name) {
            Some((_, cells)) => cells.push(at),
            None => regions.push((name, vec![at])),
        }
    }
    let of =
        |cells: &[usize]| -> Vec<u32> { cells.iter().filter_map(|&at| stars_at[at]).collect() };
    let regions = regions.into_iter().map(|(_, cells)| cells);
    for cells in grid.lines().into_iter().chain(regions) {
        statement.add_sum(of(&cells), stars.into());
    }
    for square in grid.squares() {
        statement.add_at_most_one(&of(&square));
    }
    if grid.n_rows.min(grid.n_cols) == 1 {
        for (a, b) in grid.pairs() {
            statement.add_at_most_one(&of(&[a, b]));
        }
    }
    Ok(statement)
}
