//! What every viewpoint of Battleship says of its cells: hints, tallies, and that ships do not touch at corners.

use gridwright_constraints::{bool_sum_eq, clause, iff_atoms};
use gridwright_fd::{Atom, Model, ModelError, Var, View};
use gridwright_grid::board::Part;
use gridwright_grid::{Cell, Direction};

use super::instance::{Hint, Instance, onward};

/// One Boolean per cell, row by row: whether it is ship. Nothing is said of them yet.
pub(super) fn cells(instance: &Instance, model: &mut Model) -> Vec<Var> {
    let cells = instance.grid.cells();
    cells.map(|cell| model.bool(cell.to_string())).collect()
}

/// Posts that each line has as many ship cells as its tally says.
pub(super) fn post_tallies(
    instance: &Instance,
    ship: &[Var],
    model: &mut Model,
) -> Result<(), ModelError> {
    for (tally, line) in instance.tallies() {
        model.post(bool_sum_eq(
            line.iter().map(|&at| ship[at]),
            View::constant(tally),
        ))?;
    }
    Ok(())
}

/// Posts that no two cells of ships meet at a corner, which also keeps ships straight.
pub(super) fn post_apart(
    instance: &Instance,
    ship: &[Atom],
    model: &mut Model,
) -> Result<(), ModelError> {
    let grid = &instance.grid;
    for (cell, &here) in grid.cells().zip(ship) {
        for direction in [Direction::SouthWest, Direction::SouthEast] {
            if let Some(corner) = grid.step(cell, direction) {
                model.post(clause([!here, !ship[grid.index(corner)]]))?;
            }
        }
    }
    Ok(())
}

/// Posts what the hints say of their cells and of those beside them.
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
            Part::Unknown => {}
            Part::Middle => post_middle(instance, cell, ship, model)?,
            _ => {
                // A whole ship goes on nowhere, an end goes on in one direction.
                for direction in Direction::ORTHOGONAL {
                    if let Some(beside) = beside(direction) {
                        let goes_on = onward(part) == Some(direction);
                        model.post(clause([if goes_on { beside } else { !beside }]))?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// Posts that the ship goes on in two opposite directions: along the row, or along the column, where there is room.
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
    // That it does not go both ways follows from ships being apart.
    model.post(clause(ways))
}
