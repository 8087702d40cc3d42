//! Skyscrapers: a variable per cell, its height. Rows and columns are all different, and the automaton of a clue accepts the lines
//! of which so many heights are greater than all before them.
//!
//! Text: `skyscrapers`, lines `top`, `bottom`, `left` and `right` with a number or `.` each, then the cells.

use gridwright_proof::{Automaton, Statement};

use crate::Read;
use crate::build::Build;
use crate::grid::Grid;
use crate::text::{cells, clues, domain, error, headed};

const SIDES: [&str; 4] = ["top", "bottom", "left", "right"];

pub(crate) fn state(text: &str) -> Read {
    let lines = headed(text, "skyscrapers")?.1;
    let (views, rows): (Vec<_>, Vec<_>) =
        lines.into_iter().partition(|line| SIDES.contains(&line[0]));
    let rows = cells(rows);
    let grid = Grid::of(&rows)?;
    let n = grid.n_rows;
    if grid.n_cols != n {
        return Err(error("a board has as many rows as columns"));
    }
    let mut statement = Statement::default();
    for word in rows.iter().flatten() {
        statement.add_key(domain(word, n)?);
    }
    for line in grid.lines() {
        statement.add_different(line.into_iter().map(|at| at as u32));
    }
    for view in views {
        for (i, clue) in clues(&view[1..], n, n)?.into_iter().enumerate() {
            let Some(clue) = clue.filter(|&clue| clue > 0) else {
                continue;
            };
            let mut line = match view[0] {
                "top" | "bottom" => grid.col(i),
                _ => grid.row(i),
            };
            if ["bottom", "right"].contains(&view[0]) {
                line.reverse();
            }
            let line = line.into_iter().map(|at| at as u32).collect();
            statement.add_accepted(line, visible(n, clue as usize));
        }
    }
    Ok(statement)
}

/// The automaton of lines of the heights 1 to `n` of which `clue` are greater than all before. A state is the greatest height
/// so far and how many were greater.
pub(crate) fn visible(n: usize, clue: usize) -> Automaton {
    let state = |greatest: usize, seen: usize| greatest * (clue + 1) + seen;
    let mut arcs = Vec::new();
    for greatest in 0..=n {
        for seen in 0..=clue {
            for height in 1..=n {
                let from = state(greatest, seen);
                match height > greatest {
                    true if seen < clue => {
                        arcs.push((from, height as i32, state(height, seen + 1)))
                    }
                    false if height < greatest => arcs.push((from, height as i32, from)),
                    _ => {}
                }
            }
        }
    }
    let accepting = state(n, clue);
    Automaton { arcs, accepting }
}
