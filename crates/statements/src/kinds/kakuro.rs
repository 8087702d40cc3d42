//! Kakuro: a variable per open cell, its digit. The digits of a run along a row or column are different and have its sum.
//!
//! Text: `kakuro`, then the cells: `.` is open, `#` a cell without sums, `16\24` the sum below and the sum to the right.

use gridwright_proof::{Domain, Statement};

use crate::Read;
use crate::build::Build;
use crate::grid::Grid;
use crate::text::{cells, error, headed, number};

pub(crate) fn state(text: &str) -> Read {
    let rows = headed(text, "kakuro")?.1;
    let rows = match rows.iter().flatten().any(|word| word.contains('\\')) {
        true => rows,
        false => cells(rows),
    };
    let grid = Grid::of(&rows)?;
    let words = rows.concat();
    let mut statement = Statement::default();
    let cell = |word: &&str| (*word == ".").then(|| statement.add_key(Domain::range(1, 9)));
    let open: Vec<Option<u32>> = words.iter().map(cell).collect();
    for (i, line) in grid.lines().into_iter().enumerate() {
        let is_row = i < grid.n_rows;
        let mut sum = None;
        let mut run: Vec<u32> = Vec::new();
        // A wall after the line ends its last run.
        for at in line.into_iter().map(Some).chain([None]) {
            if let Some(cell) = at.and_then(|at| open[at]) {
                run.push(cell);
                continue;
            }
            match sum {
                _ if run.is_empty() => {}
                Some(sum) => statement.add_different_sum(&run, 9, sum),
                None => statement.add_different(run.iter().copied()),
            }
            run.clear();
            let word = at.map_or("#", |at| words[at]);
            sum = match (word, word.split_once('\\')) {
                ("#", _) => None,
                (_, Some((down, across))) => match if is_row { across } else { down } {
                    "" => None,
                    word => Some(i64::from(number(word, 1, 45)?)),
                },
                _ => return Err(error("expected `.`, `#` or sums such as `16\\24`")),
            };
        }
    }
    Ok(statement)
}
