//! `successors`: a variable is the cell that follows a cell on the path, or the end. An additional node, between the last cell and the first, closes the
//! path to a circuit; the numbers of cells increase by one along it.

use gridwright_constraints::{circuit, equal, implies};
use gridwright_fd::{Atom, Domain, Model, Var, View, half_reified};

use crate::blocks::number_cells::{by_cells, reader};
use crate::contract::{Choices, Formulated, Formulation};
use crate::kinds::path::instance::Instance;
use crate::kinds::path::reach::Reach;
use crate::kinds::path::{Path, cells};

/// Formulates an instance by this viewpoint.
pub(super) fn formulate<const KING: bool>(
    instance: &Instance,
    choices: &Choices,
    model: &mut Model,
) -> Formulated<Path<KING>> {
    let n = instance.free.len();
    let neighbours = instance.neighbours(KING);
    let reach = Reach::new(&neighbours, instance.given(), model)?;
    let numbers = cells::numbers(instance, &reach, model)?;
    let mut next: Vec<Var> = Vec::with_capacity(n + 1);
    for (cell, near) in instance.free.iter().zip(&neighbours) {
        let indices = near.iter().map(|&index| index as i32);
        let domain = Domain::from_values(indices.chain([n as i32]));
        next.push(model.var(format!("after {cell}"), domain)?);
    }
    next.push(model.var("first", 0..=n as i32 - 1)?);
    model.post(circuit(&next, 0))?;
    for (cell, near) in neighbours.iter().enumerate() {
        let follow = View {
            offset: 1,
            ..numbers[cell].view()
        };
        for &other in near {
            let step = Atom::eq(next[cell], other as i32);
            model.post(half_reified(step, equal(numbers[other], follow)))?;
        }
        let last = Atom::eq(next[cell], n as i32);
        model.post(implies(last, Atom::eq(numbers[cell], n as i32)))?;
        let first = Atom::eq(next[n], cell as i32);
        model.post(implies(first, Atom::eq(numbers[cell], 1)))?;
    }
    cells::post_parity(instance, choices, model, &numbers)?;
    let facts = by_cells(&numbers, n);
    Ok(Formulation {
        decisions: next,
        facts,
        read: reader(numbers),
        passive: None,
    })
}
