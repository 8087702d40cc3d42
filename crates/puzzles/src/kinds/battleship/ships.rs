//! `ships`: a variable is the place of a ship, its first cell and its direction in one number. Ships of one length are interchangeable and lie in
//! ascending order, so that a board is found once. A Boolean per cell says whether it is ship, for tallies and hints.

use gridwright_constraints::{clause, less};
use gridwright_fd::{Atom, Domain, Model, ModelError, Var};

use crate::contract::{Choices, Formulation, Viewpoint};
use crate::kinds::battleship::Battleship;
use crate::kinds::battleship::instance::{Answer, Instance};
use crate::kinds::battleship::places::{self, Place};
use crate::kinds::battleship::sea;

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
        let may_be = sea::may_be_ship(instance);
        let ship = sea::cells(instance, &may_be, model)?;
        let atoms: Vec<Atom> = ship.iter().map(|&ship| Atom::eq(ship, 1)).collect();
        sea::post_hints(instance, &atoms, model)?;
        sea::post_tallies(instance, &ship, model)?;
        sea::post_apart(instance, &may_be, &atoms, model)?;
        let mut decisions = Vec::new();
        let mut taken: Vec<(Place, Atom)> = Vec::new();
        for (length, ships) in instance.fleet.lengths() {
            let places = places::places(instance, &may_be, length);
            if places.is_empty() {
                // Nowhere is room for these ships, and a variable must have a value.
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
