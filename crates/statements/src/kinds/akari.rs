//! Akari: a variable per open cell, 1 for a lamp. Along each run of open cells there is at most one lamp, every open cell is lit
//! from its row or column, and a number counts the lamps beside it.
//!
//! Text: `akari`, then the cells: `.` is open, `#` a wall, `0` to `4` a wall with its number.

use gridwright_proof::{Atom, Domain, Statement};

use crate::Read;
use crate::build::Build;
use crate::grid::Grid;
use crate::text::{cells, headed, number};

pub(crate) fn state(text: &str) -> Read {
    let rows = cells(headed(text, "akari")?.1);
    let grid = Grid::of(&rows)?;
    let words = rows.concat();
    let mut statement = Statement::default();
    let lamp = |word: &&str| (*word == ".").then(|| statement.add_key(Domain::range(0, 1)));
    let lamps: Vec<Option<u32>> = words.iter().map(lamp).collect();
    let mut lit_from: Vec<Vec<u32>> = vec![Vec::new(); words.len()];
    for line in grid.lines() {
        for run in line.split(|&at| lamps[at].is_none()) {
            let of_run: Vec<u32> = run.iter().filter_map(|&at| lamps[at]).collect();
            statement.add_at_most_one(&of_run);
            for &at in run {
                lit_from[at].extend(&of_run);
            }
        }
    }
    for (at, word) in words.iter().enumerate() {
        match *word {
            "." => statement.add_clause(lit_from[at].iter().map(|&lamp| Atom::eq(lamp, 1))),
            "#" => {}
            word => {
                let beside = grid.neighbours(at).into_iter().filter_map(|at| lamps[at]);
                statement.add_sum(beside.collect::<Vec<u32>>(), number(word, 0, 4)?.into());
            }
        }
    }
    Ok(statement)
}
