//! Heyawake: a variable per cell, 1 if it is shaded. Shaded cells do not touch at a side, the others are connected, a number
//! counts the shaded cells of its region, and no line of other cells runs through more than two regions.
//!
//! Text: the name of its region for each cell, and after the name once a colon and the number of the region: `a:2 a b`.

use gridwright_proof::{Atom, Constraint, Domain, NodeGraph, Statement};

use crate::Read;
use crate::build::Build;
use crate::grid::Grid;
use crate::text::{error, number, rows};

pub(crate) fn state(text: &str) -> Read {
    let rows = rows(text);
    let grid = Grid::of(&rows)?;
    let mut statement = Statement::default();
    let mut region_of: Vec<&str> = Vec::new();
    let mut numbers: Vec<(&str, i32)> = Vec::new();
    for word in rows.iter().flatten() {
        statement.add_key(Domain::range(0, 1));
        let (name, clue) = word.split_once(':').unwrap_or((word, ""));
        region_of.push(name);
        if !clue.is_empty() {
            numbers.push((name, number(clue, 0, i32::MAX)?));
        }
    }
    for (i, (name, clue)) in numbers.iter().enumerate() {
        if numbers[..i].iter().any(|(other, _)| other == name) {
            return Err(error(&format!("region {name} has two numbers")));
        }
        let cells = (0..grid.n_cells()).filter(|&at| region_of[at] == *name);
        statement.add_sum(cells.map(|at| at as u32), (*clue).into());
    }
    for (a, b) in grid.pairs() {
        statement.add_clause([a, b].map(|at| Atom::eq(at as u32, 0)));
    }
    for line in grid.lines() {
        // The places where another region begins.
        let begins: Vec<usize> = (1..line.len())
            .filter(|&i| region_of[line[i]] != region_of[line[i - 1]])
            .collect();
        for pair in begins.windows(2) {
            let through = &line[pair[0] - 1..=pair[1]];
            statement.add_clause(through.iter().map(|&at| Atom::eq(at as u32, 1)));
        }
    }
    let atoms = (0..grid.n_cells() as u32).map(|cell| Atom::eq(cell, 0));
    let others = NodeGraph {
        atoms: atoms.collect(),
        neighbours: grid.graph(),
    };
    statement
        .constraints
        .push(Constraint::ConnectedNodes(others));
    Ok(statement)
}
