//! Magic squares: a variable per cell, its number. All cells differ; rows, columns and diagonals have the magic sum.
//!
//! Text: `order N`, or the rows of the square as words; `.` is open.

use gridwright_proof::{Domain, Statement};

use crate::Read;
use crate::text::{error, n_cols, number, rows};

pub(crate) fn state(text: &str) -> Read {
    let mut rows = rows(text);
    if let Some(["order", order]) = rows.first().map(Vec::as_slice) {
        let n = number(order, 1, 1000)? as usize;
        rows = vec![vec!["."; n]; n];
    }
    let n = n_cols(&rows)?;
    if rows.len() != n {
        return Err(error("a square has as many rows as columns"));
    }
    let largest = (n * n) as i32;
    let mut statement = Statement::default();
    for word in rows.iter().flatten() {
        let (min, max) = match *word {
            "." => (1, largest),
            clue => {
                let clue = number(clue, 1, largest)?;
                (clue, clue)
            }
        };
        let cell = statement.add_var(Domain::range(min, max));
        statement.keys.push(cell);
    }
    statement.add_different(0..(n * n) as u32);
    let sum = n as i64 * (i64::from(largest) + 1) / 2;
    let cell = |row: usize, col: usize| (row * n + col) as u32;
    for i in 0..n {
        statement.add_sum((0..n).map(|k| cell(i, k)), sum);
        statement.add_sum((0..n).map(|k| cell(k, i)), sum);
    }
    statement.add_sum((0..n).map(|k| cell(k, k)), sum);
    statement.add_sum((0..n).map(|k| cell(k, n - 1 - k)), sum);
    Ok(statement)
}
