//! Numbrix and Hidato: a variable per free cell, its number. The numbers are the positions of the cells on a path through all
//! free cells, and all different.
//!
//! Text: the rows as words; `#` is an obstacle, `.` an open cell.

use gridwright_proof::{Constraint, Domain, Statement};

use crate::Read;
use crate::text::{error, n_cols, number, rows};

pub(crate) fn state(text: &str, diagonal: bool) -> Read {
    let rows = rows(text);
    let (n_rows, n_cols) = (rows.len() as i32, n_cols(&rows)? as i32);
    let words: Vec<&str> = rows.concat();
    let is_free = |at: usize| words[at] != "#" && !words[at].starts_with('-');
    let n = (0..words.len()).filter(|&at| is_free(at)).count() as i32;
    if n == 0 {
        return Err(error("a board has at least one free cell"));
    }
    let mut statement = Statement::default();
    let mut free_index: Vec<Option<usize>> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if !is_free(at) {
            free_index.push(None);
            continue;
        }
        let (min, max) = match *word {
            "." => (1, n),
            clue => {
                let clue = number(clue, 1, n)?;
                (clue, clue)
            }
        };
        free_index.push(Some(statement.domains.len()));
        let cell = statement.add_var(Domain::range(min, max));
        statement.keys.push(cell);
    }
    let mut neighbours = Vec::new();
    for at in 0..words.len() as i32 {
        if free_index[at as usize].is_none() {
            continue;
        }
        let mut near = Vec::new();
        for down in -1..=1 {
            for right in -1..=1 {
                let (row, col) = (at / n_cols + down, at % n_cols + right);
                let is_step = if diagonal {
                    down != 0 || right != 0
                } else {
                    (down == 0) != (right == 0)
                };
                if is_step && (0..n_rows).contains(&row) && (0..n_cols).contains(&col) {
                    near.extend(free_index[(row * n_cols + col) as usize]);
                }
            }
        }
        neighbours.push(near);
    }
    let positions: Vec<u32> = statement.keys.clone();
    statement.add_different(positions.clone());
    let path = Constraint::Path {
        neighbours,
        positions,
    };
    statement.constraints.push(path);
    Ok(statement)
}
