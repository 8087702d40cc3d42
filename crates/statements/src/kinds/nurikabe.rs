//! Nurikabe: a variable per cell, 1 if it is shaded. The shaded cells are connected and no square of two by two is shaded; every
//! connected part of the others has one number, its size.
//!
//! Text: the rows as words: `.`, a number, or `?` for an island of any size.

use gridwright_proof::{Atom, Constraint, Domain, NodeGraph, Statement};

use crate::Read;
use crate::build::Build;
use crate::grid::Grid;
use crate::text::{number, rows};

pub(crate) fn state(text: &str) -> Read {
    let rows = rows(text);
    let grid = Grid::of(&rows)?;
    let mut statement = Statement::default();
    let mut roots = Vec::new();
    for (at, word) in rows.iter().flatten().enumerate() {
        let most = i32::from(*word == ".");
        statement.add_key(Domain::range(0, most));
        match *word {
            "." => {}
            "?" => roots.push((at, None)),
            word => roots.push((at, Some(number(word, 1, i32::MAX)? as usize))),
        }
    }
    for square in grid.squares() {
        statement.add_clause(square.map(|at| Atom::eq(at as u32, 0)));
    }
    let neighbours = grid.graph();
    let graph = |value: i32| NodeGraph {
        atoms: (0..grid.n_cells() as u32)
            .map(|cell| Atom::eq(cell, value))
            .collect(),
        neighbours: neighbours.clone(),
    };
    let sea = Constraint::ConnectedNodes(graph(1));
    let islands = Constraint::RootedParts(graph(0), roots);
    statement.constraints.extend([sea, islands]);
    Ok(statement)
}
