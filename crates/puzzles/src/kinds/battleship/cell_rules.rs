//! Constraints on cells that the viewpoints of Battleship share: hints, tallies, and no two ship cells touch at a corner.

use gridwright_constraints::{bool_sum_eq, clause, iff_atoms};
use gridwright_fd::{Atom, Model, ModelError, Var, View};
use gridwright_grid::board::ShipPart;
use gridwright_grid::{Cell, Direction};

use crate::blocks::cell_names;
use crate::kinds::battleship::instance::{Hint, Instance, continues_to};

/// One Boolean per cell, row by row: whether it is ship. Cells that cannot be ship are fixed to 0.
pub(super) fn cells(
    instance: &Instance,
    may_be: &[bool],
    model: &mut Model,
) -> Result<Vec<Var>, ModelError> {
    let cells = instance.grid.cells().zip(may_be);
    cells
        .map(|(cell, &may_be)| model.var(cell_names::of_cell(cell), 0..=i32::from(may_be)))
        .collect()
}

/// Whether each cell may be ship: false if the tally of its row or column is 0 or its hint is water. Viewpoints create no variables for ships on such cells, which keeps
/// models small.
pub(super) fn may_be_ship(instance: &Instance) -> Vec<bool> {
    let grid = &instance.grid;
    let cells = grid.cells().zip(&instance.hints);
    cells
        .map(|(cell, hint)| {
            let tallies = [instance.rows[cell.row], instance.cols[cell.col]];
            *hint != Some(Hint::Water) && tallies.iter().all(|tally| *tally != Some(0))
        })
        .collect()
}

/// Whether the tally of the row or column through a cell, along a direction, allows `length` ship cells.
pub(super) fn has_room(
    instance: &Instance,
    cell: Cell,
    direction: Direction,
    length: usize,
) -> bool {
    let tally = match direction {
        Direction::East | Direction::West => instance.rows[cell.row],
        _ => instance.cols[cell.col],
    };
    tally.is_none_or(|tally| tally as usize >= length)
}

/// Posts hints, tallies and that ships do not touch at corners. Returns the atom of each cell that it is ship.
pub(super) fn post(
    instance: &Instance,
    may_be: &[bool],
    ship: &[Var],
    model: &mut Model,
) -> Result<Vec<Atom>, ModelError> {
    let atoms: Vec<Atom> = ship.iter().map(|&ship| Atom::eq(ship, 1)).collect();
    post_hints(instance, &atoms, model)?;
    post_tallies(instance, ship, model)?;
    post_apart(instance, may_be, &atoms, model)?;
    Ok(atoms)
}

/// Posts that each row and column has as many ship cells as its tally, and that those without a tally have the remaining ship cells of the fleet.
pub(super) fn post_tallies(
    instance: &Instance,
    ship: &[Var],
    model: &mut Model,
) -> Result<(), ModelError> {
    let grid = &instance.grid;
    let total = instance.fleet.stretches(1) as i32;
    let rows = (0..grid.rows()).map(|row| grid.row(row).collect::<Vec<_>>());
    let cols = (0..grid.cols()).map(|col| grid.col(col).collect::<Vec<_>>());
    for (tallies, lines) in [
        (&instance.rows, rows.collect::<Vec<_>>()),
        (&instance.cols, cols.collect()),
    ] {
        let mut rest: Vec<Var> = Vec::new();
        let mut left = total;
        for (tally, line) in tallies.iter().zip(lines) {
            let line = line.iter().map(|&cell| ship[grid.index(cell)]);
            match *tally {
                Some(tally) => {
                    left -= tally;
                    model.post(bool_sum_eq(line, View::constant(tally)))?;
                }
                None => rest.extend(line),
            }
        }
        model.post(bool_sum_eq(rest, View::constant(left)))?;
    }
    Ok(())
}

/// Posts that no two ship cells touch at a corner, which also keeps ships straight.
pub(super) fn post_apart(
    instance: &Instance,
    may_be: &[bool],
    ship: &[Atom],
    model: &mut Model,
) -> Result<(), ModelError> {
    let grid = &instance.grid;
    for (at, cell) in grid.cells().enumerate().filter(|&(at, _)| may_be[at]) {
        for direction in [Direction::SouthWest, Direction::SouthEast] {
            let corner = grid.step(cell, direction).map(|corner| grid.index(corner));
            if let Some(corner) = corner.filter(|&corner| may_be[corner]) {
                model.post(clause([!ship[at], !ship[corner]]))?;
            }
        }
    }
    Ok(())
}

/// Posts the hints, which determine their cells and the cells next to them.
pub(super) fn post_hints(
    instance: &Instance,
    ship: &[Atom],
    model: &mut Model,
) -> Result<(), ModelError> {
    let grid = &instance.grid;
    for (cell, hint) in grid.cells().zip(&instance.hints) {
        let here = ship[grid.index(cell)];
        let part = match hint {
            None => continue,
            Some(Hint::Water) => {
                model.post(clause([!here]))?;
                continue;
            }
            Some(Hint::Ship(part)) => *part,
        };
        model.post(clause([here]))?;
        let beside = |direction| Some(ship[grid.index(grid.step(cell, direction)?)]);
        match part {
            ShipPart::Unknown => {}
            ShipPart::Middle => post_middle(instance, cell, ship, model)?,
            _ => {
                // A whole ship continues in no direction, an end in one.
                for direction in Direction::ORTHOGONAL {
                    if let Some(beside) = beside(direction) {
                        let goes_on = continues_to(part) == Some(direction);
                        model.post(clause([if goes_on { beside } else { !beside }]))?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// Posts that the ship continues in two opposite directions, along the row or along the column, within the board.
fn post_middle(
    instance: &Instance,
    cell: Cell,
    ship: &[Atom],
    model: &mut Model,
) -> Result<(), ModelError> {
    let grid = &instance.grid;
    let beside = |direction| Some(ship[grid.index(grid.step(cell, direction)?)]);
    let mut ways = Vec::new();
    for (one, other) in [
        (Direction::West, Direction::East),
        (Direction::North, Direction::South),
    ] {
        match (beside(one), beside(other)) {
            (Some(one), Some(other)) => {
                model.post(iff_atoms(one, other))?;
                ways.push(one);
            }
            (Some(only), None) | (None, Some(only)) => model.post(clause([!only]))?,
            (None, None) => {}
        }
    }
    // That it does not continue along both follows from ships not touching at corners.
    model.post(clause(ways))
}
