//! Tents: a variable per cell without a tree, 1 for a tent, and one per tree and cell beside it, 1 if the tent there belongs to
//! the tree. Every tree has one tent, every tent one tree, and tents do not touch. Which tent belongs to which tree is
//! not part of the answer.
//!
//! Text: `tents`, `rows` and `cols` with a number or `.` each, then the cells: `T` is a tree.

use gridwright_proof::{Domain, Relation, Statement};

use crate::Read;
use crate::build::Build;
use crate::grid::Grid;
use crate::text::{cells, clues, error, headed};

pub(crate) fn state(text: &str) -> Read {
    let lines = headed(text, "tents")?.1;
    let (heads, rows): (Vec<_>, Vec<_>) = lines
        .into_iter()
        .partition(|line| ["rows", "cols"].contains(&line[0]));
    let rows = cells(rows);
    let grid = Grid::of(&rows)?;
    let mut statement = Statement::default();
    let mut tents: Vec<Option<u32>> = Vec::new();
    for word in rows.iter().flatten() {
        tents.push(match *word {
            "T" => None,
            "." => Some(statement.add_key(Domain::range(0, 1))),
            _ => return Err(error("expected `T` or `.`")),
        });
    }
    let mut owners: Vec<Vec<u32>> = vec![Vec::new(); tents.len()];
    for tree in (0..tents.len()).filter(|&at| tents[at].is_none()) {
        let mut own = Vec::new();
        for at in grid.neighbours(tree) {
            if tents[at].is_some() {
                let belongs = statement.add_var(Domain::range(0, 1));
                own.push(belongs);
                owners[at].push(belongs);
            }
        }
        statement.add_sum(own, 1);
    }
    for (tent, owners) in tents.iter().zip(owners) {
        if let Some(tent) = *tent {
            let owners = owners.into_iter().map(|owner| (1, owner));
            let terms = owners.chain([(-1, tent)]).collect();
            statement.add_linear(terms, Relation::Eq, 0);
        }
    }
    // Squares, and pairs on a board of one row or column.
    for square in grid.squares() {
        let square = square.iter().filter_map(|&at| tents[at]);
        statement.add_at_most_one(&square.collect::<Vec<u32>>());
    }
    if grid.n_rows.min(grid.n_cols) == 1 {
        for (a, b) in grid.pairs() {
            let pair = [a, b].into_iter().filter_map(|at| tents[at]);
            statement.add_at_most_one(&pair.collect::<Vec<u32>>());
        }
    }
    for head in heads {
        let (n, length) = match head[0] {
            "rows" => (grid.n_rows, grid.n_cols),
            _ => (grid.n_cols, grid.n_rows),
        };
        for (line, clue) in clues(&head[1..], n, length)?.into_iter().enumerate() {
            let cells = match head[0] {
                "rows" => grid.row(line),
                _ => grid.col(line),
            };
            if let Some(clue) = clue {
                let tents = cells.into_iter().filter_map(|at| tents[at]);
                statement.add_sum(tents, clue.into());
            }
        }
    }
    Ok(statement)
}
