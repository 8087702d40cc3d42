//! `ships`: a variable is the place of a ship, its first cell and its direction in one number. Ships of one length are interchangeable and lie in
//! ascending order, so that a board is found once. A Boolean per cell says whether it is ship, for tallies and hints.
//!
//! A place that is taken makes its cells ship and the cells at its ends water; a cell that is ship is covered by a taken place. Ships that touch
//! sideways, or that cross, have cells that meet at a corner.

use gridwright_constraints::{bool_sum_eq, clause, less};
use gridwright_fd::{Atom, Domain, Model, ModelError, Var, View};
use gridwright_grid::Direction;

use super::Battleship;
use super::instance::{Answer, Instance};
use super::sea;
use crate::choices::Choices;
use crate::puzzle::{Formulation, Viewpoint};

pub(super) struct Ships;

impl Viewpoint<Battleship> for Ships {
    fn name(&self) -> &'static str {
        "ships"
    }

    fn about(&self) -> &'static str {
        "the first cell and the direction of a ship"
    }

    fn formulate(
        &self,
        instance: &Instance,
        _: &Choices,
        model: &mut Model,
    ) -> Result<Formulation<Battleship>, ModelError> {
        let grid = &instance.grid;
        let may_be = sea::may_be_ship(instance);
        let ship = sea::cells(instance, &may_be, model)?;
        let atoms: Vec<Atom> = ship.iter().map(|&ship| Atom::eq(ship, 1)).collect();
        sea::post_hints(instance, &atoms, model)?;
        sea::post_tallies(instance, &ship, model)?;
        sea::post_apart(instance, &may_be, &atoms, model)?;
        let mut decisions = Vec::new();
        // The places that cover each cell.
        let mut cover: Vec<Vec<Atom>> = vec![Vec::new(); grid.n_cells()];
        for (length, ships) in instance.fleet.lengths() {
            let places = places(instance, &may_be, length);
            if places.is_empty() {
                // Nowhere is room for these ships, and a variable must have a value.
                model.post(clause([]))?;
                continue;
            }
            let domain = Domain::from_values(places.iter().map(|place| place.number));
            let names = (1..=ships).map(|i| format!("ship{length}_{i}"));
            let fleet = model.vars(names, domain)?;
            for pair in fleet.windows(2) {
                model.post(less(pair[0], pair[1]))?;
            }
            for place in &places {
                let taken = post_taken(&fleet, length, place.number, model)?;
                for &at in &place.cells {
                    model.post(clause([!taken, atoms[at]]))?;
                    cover[at].push(taken);
                }
                for &at in &place.ends {
                    model.post(clause([!taken, !atoms[at]]))?;
                }
            }
            decisions.extend(fleet);
        }
        for (&ship, cover) in atoms.iter().zip(cover) {
            model.post(clause(cover.into_iter().chain([!ship])))?;
        }
        let total = View::constant(instance.fleet.stretches(1) as i32);
        model.post(bool_sum_eq(ship.iter().copied(), total))?;
        Ok(Formulation {
            decisions,
            facts: atoms.into_iter().map(Some).collect(),
            read: Box::new(move |found| {
                Answer(ship.iter().map(|&ship| found.value(ship) == 1).collect())
            }),
            passive: None,
        })
    }
}

/// Where a ship may lie.
struct Place {
    /// The number that says so: its first cell, and beyond the cells of the board the same for ships that lie down the column.
    number: i32,
    cells: Vec<usize>,
    /// The cells beyond its ends; for a ship of one cell, on all four sides.
    ends: Vec<usize>,
}

/// The places for ships of a length, along rows before those along columns. A ship of one cell lies along its row.
fn places(instance: &Instance, may_be: &[bool], length: usize) -> Vec<Place> {
    let grid = &instance.grid;
    let mut places = Vec::new();
    for (turn, direction) in [Direction::East, Direction::South].into_iter().enumerate() {
        if length == 1 && turn == 1 {
            break;
        }
        for (at, first) in grid.cells().enumerate() {
            let rest = grid.ray(first, direction).take(length - 1);
            let cells: Vec<_> = [first].into_iter().chain(rest).collect();
            let lies = cells.iter().all(|&cell| may_be[grid.index(cell)]);
            if !lies || cells.len() < length || !sea::has_room(instance, first, direction, length) {
                continue;
            }
            let ends: Vec<usize> = if length == 1 {
                let beside = grid.neighbours4(first);
                beside.map(|cell| grid.index(cell)).collect()
            } else {
                let before = grid.step(first, direction.opposite());
                let after = grid.step(cells[length - 1], direction);
                let ends = before.into_iter().chain(after);
                ends.map(|cell| grid.index(cell)).collect()
            };
            places.push(Place {
                number: (turn * grid.n_cells() + at) as i32,
                cells: cells.iter().map(|&cell| grid.index(cell)).collect(),
                ends,
            });
        }
    }
    places
}

/// The atom that one of these ships lies at a place.
fn post_taken(
    fleet: &[Var],
    length: usize,
    place: i32,
    model: &mut Model,
) -> Result<Atom, ModelError> {
    if let [only] = *fleet {
        return Ok(Atom::eq(only, place));
    }
    let taken = Atom::eq(model.bool(format!("taken{length}_{place}")), 1);
    for &ship in fleet {
        model.post(clause([!Atom::eq(ship, place), taken]))?;
    }
    let any = fleet.iter().map(|&ship| Atom::eq(ship, place));
    model.post(clause(any.chain([!taken])))?;
    Ok(taken)
}
