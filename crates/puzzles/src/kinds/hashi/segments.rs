//! `segments`: a variable is how many bridges join two facing islands. The constraints are a sum per island, a clause per pair of crossing segments, and
//! connectivity: the graph model that report 000 suggests.

use gridwright_constraints::{clause, linear_eq};
use gridwright_fd::{Atom, Model, Var};

use crate::blocks::cell_names;
use crate::contract::{Choices, Formulated, Formulation, Viewpoint};
use crate::kinds::hashi::{Answer, Hashi, Instance, connectivity, facts_by, isolation};

pub(super) const VIEWPOINT: Viewpoint<Hashi> = Viewpoint::new(
    "segments",
    "how many bridges join two facing islands",
    formulate,
);

fn formulate(instance: &Instance, choices: &Choices, model: &mut Model) -> Formulated<Hashi> {
    let mut bridges: Vec<Var> = Vec::with_capacity(instance.segments.len());
    for &segment in &instance.segments {
        let (a, b) = instance.ends(segment);
        bridges.push(model.var(cell_names::of_ends(a, b), 0..=instance.max_bridges)?);
    }
    for (island, at) in instance.islands.iter().zip(&instance.at) {
        if let Some(required) = island.bridges {
            model.post(linear_eq(at.iter().map(|&i| (1, bridges[i])), required))?;
        }
    }
    // At most two segments run over a cell of water: one along the row and one along the column.
    let mut over: Vec<Option<usize>> = vec![None; instance.grid.n_cells()];
    for (i, &segment) in instance.segments.iter().enumerate() {
        for cell in instance.water(segment) {
            if let Some(other) = over[instance.grid.index(cell)].replace(i) {
                let unused = [other, i].map(|i| Atom::le(bridges[i], 0));
                model.post(clause(unused))?;
            }
        }
    }
    isolation::post(instance, choices, &bridges, model)?;
    let passive = connectivity::post(instance, choices.connectivity(), &bridges, model)?;
    Ok(Formulation {
        decisions: bridges.clone(),
        facts: facts_by(instance, &bridges),
        read: Box::new(move |found| Answer(found.values(&bridges))),
        passive,
    })
}
