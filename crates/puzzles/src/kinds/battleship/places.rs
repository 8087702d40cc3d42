//! `places`: a Boolean variable is whether a ship of some length lies at a place. For each length, as many places are taken as the fleet has ships.
//!
//! A place that is taken makes its cells ship and the cells at its ends water; a cell that is ship is covered by a taken place. Ships that touch
//! sideways, or that cross, have cells that touch at a corner, which is ruled out. All constraints but the sums are clauses, which suits a learning engine.

use gridwright_constraints::{bool_sum_eq, clause};
use gridwright_fd::{Atom, Model, ModelError, Name, Var, View};
use gridwright_grid::Direction;

use crate::blocks::bool_cells;
use crate::contract::{Choices, Formulated, Viewpoint};
use crate::kinds::battleship::Battleship;
use crate::kinds::battleship::cell_rules;
use crate::kinds::battleship::instance::Instance;

pub(super) const VIEWPOINT: Viewpoint<Battleship> = Viewpoint::new(
    "places",
    "whether a ship of a length lies at a place",
    formulate,
);

fn formulate(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<Battleship> {
    let can_be = cell_rules::can_be_ship(instance);
    // Long ships come first, then short ones, then cells: long ships determine most, and search without a heuristic follows this order.
    let mut decisions: Vec<Var> = Vec::new();
    let mut taken: Vec<(Placement, Atom)> = Vec::new();
    for (length, ships) in instance.fleet.lengths() {
        model.check_deadline()?;
        let mut of_length = Vec::new();
        for place in places(instance, &can_be, length) {
            let var = model.bool(Name::numbered(&["p", "_"], [length, place.number]));
            of_length.push(var);
            taken.push((place, Atom::eq(var, 1)));
        }
        decisions.extend(&of_length);
        model.post(bool_sum_eq(of_length, View::constant(ships as i32)))?;
    }
    let ship = cell_rules::cells(instance, &can_be, model)?;
    let atoms = cell_rules::post(instance, &can_be, &ship, model)?;
    post_cover(&taken, &can_be, &atoms, model)?;
    decisions.extend(&ship);
    Ok(bool_cells::formulation(decisions, ship))
}

pub(super) struct Placement {
    /// Its number: the index of its first cell, plus the number of cells of the board for a ship along the column.
    pub(super) number: usize,
    /// Its first cell, the distance from each of its cells to the next, and its length.
    first: usize,
    stride: usize,
    length: usize,
    /// The cells beyond its ends; for a ship of one cell, on all four sides.
    ends: [Option<usize>; 4],
}

impl Placement {
    /// Its cells, by their indices.
    fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        let (first, stride) = (self.first, self.stride);
        (0..self.length).map(move |i| first + i * stride)
    }
}

/// The places for ships of a length, along rows before those along columns. A ship of one cell lies along its row.
pub(super) fn places(instance: &Instance, can_be: &[bool], length: usize) -> Vec<Placement> {
    let grid = &instance.grid;
    let mut places = Vec::new();
    for (turn, direction) in [Direction::East, Direction::South].into_iter().enumerate() {
        if length == 1 && turn == 1 {
            break;
        }
        let stride = if turn == 0 { 1 } else { grid.cols() };
        for (at, first) in grid.cells().enumerate() {
            let (from, to) = match turn {
                0 => (first.col, grid.cols()),
                _ => (first.row, grid.rows()),
            };
            let mut place = Placement {
                number: turn * grid.n_cells() + at,
                first: at,
                stride,
                length,
                ends: [None; 4],
            };
            if from + length > to
                || place.cells().any(|cell| !can_be[cell])
                || !cell_rules::fits_tally(instance, first, direction, length)
            {
                continue;
            }
            if length == 1 {
                for (end, cell) in place.ends.iter_mut().zip(grid.neighbours4(first)) {
                    *end = Some(grid.index(cell));
                }
            } else {
                place.ends[0] = (from > 0).then(|| at - stride);
                place.ends[1] = (from + length < to).then(|| at + length * stride);
            }
            places.push(place);
        }
    }
    places
}

/// Posts that the cells of a taken place are ship and those beyond its ends water, and that a ship cell is covered by a taken place.
pub(super) fn post_cover(
    taken: &[(Placement, Atom)],
    can_be: &[bool],
    ship: &[Atom],
    model: &mut Model,
) -> Result<(), ModelError> {
    let mut cover: Vec<Vec<Atom>> = ship.iter().map(|&ship| vec![!ship]).collect();
    for (place, taken) in taken {
        for at in place.cells() {
            model.post(clause([!*taken, ship[at]]))?;
            cover[at].push(*taken);
        }
        for &at in place.ends.iter().flatten().filter(|&&at| can_be[at]) {
            model.post(clause([!*taken, !ship[at]]))?;
        }
    }
    for (cover, _) in cover.into_iter().zip(can_be).filter(|(_, can_be)| **can_be) {
        model.post(clause(cover))?;
    }
    Ok(())
}
