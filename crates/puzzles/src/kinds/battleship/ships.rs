//! `ships`: a variable is the place of a ship, its first cell and direction encoded as one number. Ships of one length are interchangeable, so their
//! places are in ascending order (symmetry breaking). Tallies and hints use a Boolean per cell, whether it is ship.

use gridwright_constraints::{clause, less};
use gridwright_fd::{Atom, Domain, Model, ModelError, Var};

use crate::blocks::bool_cells;
use crate::contract::{Choices, Formulated, Viewpoint};
use crate::kinds::battleship::Battleship;
use crate::kinds::battleship::cell_rules;
use crate::kinds::battleship::instance::Instance;
use crate::kinds::battleship::places::{self, Placement};

pub(super) const VIEWPOINT: Viewpoint<Battleship> = Viewpoint::new(
    "ships",
    "the first cell and the direction of a ship",
    formulate,
);

fn formulate(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<Battleship> {
    let may_be = cell_rules::may_be_ship(instance);
    let ship = cell_rules::cells(instance, &may_be, model)?;
    let atoms = cell_rules::post(instance, &may_be, &ship, model)?;
    let mut decisions = Vec::new();
    let mut taken: Vec<(Placement, Atom)> = Vec::new();
    for (length, ships) in instance.fleet.lengths() {
        let places = places::places(instance, &may_be, length);
        if places.is_empty() {
            // No place for these ships: fail by an empty clause, as a domain must not be empty.
            model.post(clause([]))?;
            continue;
        }
        let domain = Domain::from_values(places.iter().map(|place| place.number as i32));
        let names = (1..=ships).map(|i| format!("ship{length}_{i}"));
        let fleet = model.vars(names, domain)?;
        for pair in fleet.windows(2) {
            model.post(less(pair[0], pair[1]))?;
        }
        for place in places {
            let one = post_taken(&fleet, length, place.number as i32, model)?;
            taken.push((place, one));
        }
        decisions.extend(fleet);
    }
    places::post_cover(&taken, &may_be, &atoms, model)?;
    Ok(bool_cells::formulation(decisions, ship))
}

/// The atom that one of these ships lies at a place; posts a Boolean for it if there are several ships.
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
