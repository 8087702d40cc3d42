//! `stretches`: a variable is whether so many cells in line, from a cell on along its row or its column, are all ship. The fleet is counted by the
//! stretches of each length: a ship of `n` cells has `n + 1 - k` stretches of `k`, so that their numbers for all `k` say how many ships there are of
//! each length. Everything else is a clause of two or three, which is why this is the quickest viewpoint for an engine that learns.

use gridwright_constraints::{bool_sum_eq, clause};
use gridwright_fd::{Atom, Model, ModelError, Var, View};
use gridwright_grid::Direction;

use super::Battleship;
use super::instance::{Answer, Instance};
use super::sea;
use crate::choices::Choices;
use crate::puzzle::{Formulation, Viewpoint};

pub(super) struct Stretches;

/// The directions of stretches, each with a letter for names.
const DIRECTIONS: [(char, Direction); 2] = [('a', Direction::East), ('d', Direction::South)];

impl Viewpoint<Battleship> for Stretches {
    fn name(&self) -> &'static str {
        "stretches"
    }

    fn about(&self) -> &'static str {
        "whether so many cells in line are all ship"
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
        post_lengths(instance, &may_be, &ship, model)?;
        Ok(Formulation {
            decisions: ship.clone(),
            facts: atoms.into_iter().map(Some).collect(),
            read: Box::new(move |found| {
                Answer(ship.iter().map(|&ship| found.value(ship) == 1).collect())
            }),
            passive: None,
        })
    }
}

/// Posts what is ship in line, length by length. Only stretches that may be all ship have a variable.
fn post_lengths(
    instance: &Instance,
    may_be: &[bool],
    ship: &[Var],
    model: &mut Model,
) -> Result<(), ModelError> {
    let (grid, longest) = (&instance.grid, instance.fleet.longest());
    // For each direction, the stretches of one length less by their first cells.
    let cells = ship.iter().zip(may_be);
    let cells = cells.map(|(&ship, may_be)| may_be.then_some(ship));
    let mut shorter: [Vec<Option<Var>>; 2] = [cells.clone().collect(), cells.collect()];
    for length in 2..=longest + 1 {
        let mut all = Vec::new();
        for (shorter, (letter, direction)) in shorter.iter_mut().zip(DIRECTIONS) {
            let mut longer = vec![None; ship.len()];
            for (at, cell) in grid.cells().enumerate() {
                let next = grid.step(cell, direction).map(|next| grid.index(next));
                let rest = next.and_then(|next| shorter[next]);
                let (Some(first), Some(rest)) = (shorter[at], rest) else {
                    continue;
                };
                let (first, rest) = (Atom::eq(first, 1), Atom::eq(rest, 1));
                if length > longest || !sea::has_room(instance, cell, direction, length) {
                    model.post(clause([!first, !rest]))?;
                    continue;
                }
                let var = model.bool(format!("{letter}{length}{cell}"));
                let whole = Atom::eq(var, 1);
                model.post(clause([!whole, first]))?;
                model.post(clause([!whole, rest]))?;
                model.post(clause([!first, !rest, whole]))?;
                longer[at] = Some(var);
                all.push(var);
            }
            *shorter = longer;
        }
        if length <= longest {
            let number = View::constant(instance.fleet.stretches(length) as i32);
            model.post(bool_sum_eq(all, number))?;
        }
    }
    Ok(())
}
