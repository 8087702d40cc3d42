//! Sudoku: a variable per cell, its number. The cells of every row, column and block are all different.
//!
//! Text: optionally `blocks HxW`, then the rows: words if there are more than nine rows, characters otherwise; `.` is open.

use crate::statement::text::{error, n_cols, number, rows};
use crate::statement::{Domain, Read, Statement};

pub(super) fn state(text: &str) -> Read {
    let mut rows = rows(text);
    let mut shape = None;
    if let Some(["blocks", words]) = rows.first().map(Vec::as_slice) {
        let parts = words.split_once('x');
        let parts = parts.and_then(|(h, w)| Some((h.parse::<usize>().ok()?, w.parse().ok()?)));
        shape = Some(parts.ok_or_else(|| error("expected a block shape such as 2x3"))?);
        rows.remove(0);
    }
    let n = rows.len();
    if n <= 9 {
        let characters =
            |row: Vec<&'_ str>| -> Vec<String> { row.concat().chars().map(String::from).collect() };
        return board(
            n,
            shape,
            &rows.into_iter().map(characters).collect::<Vec<_>>(),
        );
    }
    let words = |row: Vec<&'_ str>| row.into_iter().map(str::to_owned).collect();
    board(n, shape, &rows.into_iter().map(words).collect::<Vec<_>>())
}

fn board(n: usize, shape: Option<(usize, usize)>, rows: &[Vec<String>]) -> Read {
    if n_cols(rows)? != n {
        return Err(error("a board has as many rows as columns"));
    }
    // The default block is as near to a square as possible, wider than high.
    let heights = (1..=n).filter(|h| h * h <= n && n.is_multiple_of(*h));
    let height = heights.max().unwrap_or(1);
    let (height, width) = shape.unwrap_or((height, n / height));
    if height.checked_mul(width) != Some(n) {
        return Err(error("a block has as many cells as the board has rows"));
    }
    let mut statement = Statement::default();
    for word in rows.iter().flatten() {
        let domain = match word.as_str() {
            "." => Domain::range(1, n as i32),
            clue => {
                let clue = number(clue, 1, n as i32)?;
                Domain::range(clue, clue)
            }
        };
        let cell = statement.add_var(domain);
        statement.keys.push(cell);
    }
    let cell = |row: usize, col: usize| (row * n + col) as u32;
    for i in 0..n {
        statement.add_different((0..n).map(|j| cell(i, j)));
        statement.add_different((0..n).map(|j| cell(j, i)));
        let (top, left) = (i / (n / width) * height, i % (n / width) * width);
        let block = (0..n).map(|j| cell(top + j / width, left + j % width));
        statement.add_different(block);
    }
    Ok(statement)
}
