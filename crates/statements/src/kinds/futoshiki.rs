//! Futoshiki: a variable per cell, its number. Rows and columns are all different, and a sign is a comparison.
//!
//! Text: `futoshiki`, then the rows: cells, with `<` or `>` between two of them. A line with `^` or `v` has a word for each column
//! and is about the rows above and below; `^` says that the upper cell is smaller.

use gridwright_proof::Statement;

use crate::Read;
use crate::build::Build;
use crate::grid::Grid;
use crate::text::{domain, error, headed};

pub(crate) fn state(text: &str) -> Read {
    let lines = headed(text, "futoshiki")?.1;
    let is_between = |line: &Vec<&str>| line.iter().any(|word| ["^", "v"].contains(word));
    let n = lines.iter().filter(|line| !is_between(line)).count();
    let mut statement = Statement::default();
    // Pairs of cells, the smaller one first.
    let mut signs: Vec<(usize, usize)> = Vec::new();
    for line in &lines {
        let first = statement.domains.len();
        if is_between(line) {
            if first == 0 || first == n * n || line.len() != n {
                return Err(error("signs between rows are one for each column"));
            }
            for (col, word) in line.iter().enumerate() {
                let (upper, lower) = (first - n + col, first + col);
                match *word {
                    "^" => signs.push((upper, lower)),
                    "v" => signs.push((lower, upper)),
                    "." => {}
                    _ => return Err(error("expected `^`, `v` or `.`")),
                }
            }
            continue;
        }
        for word in line {
            let next = statement.domains.len();
            match *word {
                "<" | ">" if next == first || next == first + n => {
                    return Err(error("expected a sign between two cells only"));
                }
                "<" => signs.push((next - 1, next)),
                ">" => signs.push((next, next - 1)),
                word => {
                    statement.add_key(domain(word, n)?);
                }
            }
        }
        if statement.domains.len() != first + n {
            return Err(error("a board has as many rows as columns"));
        }
    }
    if n == 0 {
        return Err(error("a board has at least one row"));
    }
    let grid = Grid {
        n_rows: n,
        n_cols: n,
    };
    for line in grid.lines() {
        statement.add_different(line.into_iter().map(|at| at as u32));
    }
    for (small, great) in signs {
        statement.add_less(small as u32, great as u32);
    }
    Ok(statement)
}
