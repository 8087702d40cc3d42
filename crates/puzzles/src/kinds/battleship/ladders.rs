//! `ladders`: a variable is whether a cell is ship, and another how long its ship is. The viewpoint of report 001: grids S and T, and for each of the
//! four directions a grid of ladders. The k-th rung of a ladder at a cell is true if the ship continues for k more cells in that direction.
//!
//! The number of true rungs along the row, or along the column, is the number of other cells of the ship, so the length is one more than the larger of the two numbers.

use gridwright_constraints::{count_eq, iff_atoms, linear_eq, maximum, minimum, table};
use gridwright_fd::{Atom, Model, ModelError, Var, View};
use gridwright_grid::Direction;

use crate::blocks::bool_cells;
use crate::contract::{Choices, Formulated, Viewpoint};
use crate::kinds::battleship::Battleship;
use crate::kinds::battleship::cell_rules;
use crate::kinds::battleship::instance::Instance;

pub(super) const VIEWPOINT: Viewpoint<Battleship> = Viewpoint::new(
    "ladders",
    "whether a cell is ship, and how long its ship is",
    formulate,
);

fn formulate(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<Battleship> {
    let grid = &instance.grid;
    let longest = instance.fleet.longest() as i32;
    let can_be = cell_rules::can_be_ship(instance);
    let mut ship: Vec<Var> = Vec::with_capacity(grid.n_cells());
    let mut length: Vec<Var> = Vec::with_capacity(grid.n_cells());
    for cell in grid.cells() {
        ship.push(model.bool(format!("s{cell}")));
        length.push(model.var(format!("t{cell}"), 0..=longest)?);
    }
    let atoms: Vec<Atom> = ship.iter().map(|&ship| Atom::eq(ship, 1)).collect();
    cell_rules::post_hints(instance, &atoms, model)?;
    cell_rules::post_tallies(instance, &ship, model)?;
    for (n, ships) in (1..=instance.fleet.longest()).map(|n| (n, instance.fleet.ships(n))) {
        let cells = View::constant((n * ships) as i32);
        model.post(count_eq(length.iter().copied(), n as i32, cells))?;
    }
    for (at, cell) in grid.cells().enumerate() {
        let mut seen = Vec::with_capacity(2);
        for [one, other] in [
            [Direction::East, Direction::West],
            [Direction::North, Direction::South],
        ] {
            let mut rungs = ladder(instance, &ship, at, one, model)?;
            rungs.extend(ladder(instance, &ship, at, other, model)?);
            let rest = model.var(format!("{one:?}{cell}"), 0..=rungs.len() as i32)?;
            let terms = rungs.iter().map(|&rung| (1, rung)).chain([(-1, rest)]);
            model.post(linear_eq(terms, 0))?;
            seen.push(rest);
        }
        let rest = model.var(format!("m{cell}"), 0..=longest)?;
        model.post(maximum(seen, rest))?;
        model.post(linear_eq([(1, rest), (1, ship[at]), (-1, length[at])], 0))?;
        model.post(iff_atoms(atoms[at], Atom::ge(length[at], 1)))?;
    }
    // Two neighbouring cells belong to the same ship, or one of them is water.
    let one_ship: Vec<Vec<i32>> = (0..=longest)
        .flat_map(|n| [vec![n, n], vec![0, n], vec![n, 0]])
        .collect();
    for (a, b) in grid.edges() {
        let pair = [length[grid.index(a)], length[grid.index(b)]];
        model.post(table(pair, one_ship.clone()))?;
    }
    cell_rules::post_apart(instance, &can_be, &atoms, model)?;
    let decisions = ship.iter().zip(&length).flat_map(|(&s, &t)| [s, t]);
    Ok(bool_cells::formulation(decisions.collect(), ship))
}

/// The rungs of a cell in a direction, nearest first: the k-th is true if this cell and the next k are ship.
fn ladder(
    instance: &Instance,
    ship: &[Var],
    at: usize,
    direction: Direction,
    model: &mut Model,
) -> Result<Vec<Var>, ModelError> {
    let grid = &instance.grid;
    let cell = grid.cell(at);
    // At least one rung even if all ships have one cell: it detects that a neighbour is ship.
    let max_rungs = instance.fleet.longest().saturating_sub(1).max(1);
    let mut rungs = Vec::with_capacity(max_rungs);
    let mut below = ship[at];
    for next in grid.ray(cell, direction).take(max_rungs) {
        let rung = model.bool(format!("{direction:?}{}{cell}", rungs.len() + 1));
        model.post(minimum([below, ship[grid.index(next)]], rung))?;
        rungs.push(rung);
        below = rung;
    }
    Ok(rungs)
}
