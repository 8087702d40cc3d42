//! Sudoku: a variable per cell, its number. The cells of every row, column and region are all different.
//!
//! Text: optionally `blocks HxW`, then the rows: words if there are more than nine rows, characters otherwise; `.` is open. Lines that
//! begin with a letter follow: irregular regions, and the constraints in `variants`.

use gridwright_proof::Statement;

use crate::Read;
use crate::build::Build;
use crate::grid::Grid;
use crate::kinds::variants;
use crate::text::{characters, domain, error, rows};

pub(crate) fn state(text: &str) -> Read {
    let mut lines = rows(text);
    let mut shape = None;
    if let Some(["blocks", words]) = lines.first().map(Vec::as_slice) {
        let parts = words.split_once('x');
        let parts = parts.and_then(|(h, w)| Some((h.parse::<usize>().ok()?, w.parse().ok()?)));
        shape = Some(parts.ok_or_else(|| error("expected a block shape such as 2x3"))?);
        lines.remove(0);
    }
    let (variants, rows): (Vec<_>, Vec<_>) = lines
        .into_iter()
        .partition(|line| line[0].starts_with(|c: char| c.is_ascii_lowercase()));
    let rows = match rows.len() <= 9 {
        true => characters(&rows),
        false => rows,
    };
    let grid = Grid::of(&rows)?;
    let n = grid.n_rows;
    if grid.n_cols != n {
        return Err(error("a board has as many rows as columns"));
    }
    // The default block is as near to a square as possible, wider than high.
    let heights = (1..=n).filter(|h| h * h <= n && n.is_multiple_of(*h));
    let height = heights.max().unwrap_or(1);
    let (height, width) = shape.unwrap_or((height, n / height));
    if height.checked_mul(width) != Some(n) {
        return Err(error("a block has as many cells as the board has rows"));
    }
    let block = |i: usize| -> Vec<usize> {
        let (top, left) = (i / (n / width) * height, i % (n / width) * width);
        (0..n)
            .map(|j| (top + j / width) * n + left + j % width)
            .collect()
    };
    let mut irregular = variants.iter().filter(|line| line[0] == "regions");
    let regions: Vec<Vec<usize>> = match (irregular.next(), irregular.next()) {
        (Some(_), Some(_)) => return Err(error("the regions are given twice")),
        (Some(line), None) => named_regions(&line[1..], n)?,
        (None, _) => (0..n).map(block).collect(),
    };
    let mut statement = Statement::default();
    for word in rows.iter().flatten() {
        statement.add_key(domain(word, n)?);
    }
    for cells in grid.lines().iter().chain(&regions) {
        statement.add_different(cells.iter().map(|&at| at as u32));
    }
    let board = variants::Board {
        n,
        block: (height, width),
        regions,
    };
    board.state(&variants, &mut statement)?;
    Ok(statement)
}

/// The cells of each region, from a character for each cell; `.` is a cell in no region.
fn named_regions(words: &[&str], n: usize) -> Result<Vec<Vec<usize>>, crate::StatementError> {
    let names = characters(&[words.to_vec()]).concat();
    if names.len() != n * n {
        return Err(error("expected a character for the region of each cell"));
    }
    let mut regions: Vec<(&str, Vec<usize>)> = Vec::new();
    for (at, name) in names
        .into_iter()
        .enumerate()
        .filter(|(_, name)| *name != ".")
    {
        match regions.iter_mut().find(|(known, _)| *known == name) {
            Some((_, cells)) => cells.push(at),
            None => regions.push((name, vec![at])),
        }
    }
    if regions.iter().any(|(_, cells)| cells.len() > n) {
        return Err(error("a region has more cells than there are numbers"));
    }
    Ok(regions.into_iter().map(|(_, cells)| cells).collect())
}
