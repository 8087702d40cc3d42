//! `cells`: a variable is the number in a cell. The numbers, less one, are the places of a Hamiltonian path; at the domain level that includes
//! report 004's adjacency, a neighbour with the number before and one with the number after. All differ.

use gridwright_constraints::{all_different, hamiltonian_path};
use gridwright_fd::{Model, ModelError, Var, View};

use crate::blocks::cell_names;
use crate::blocks::number_cells::by_cells;
use crate::contract::{Choices, Formulation, Narrowing, Sharing, Viewpoint};
use crate::kinds::path::instance::{Instance, graph};
use crate::kinds::path::reach::Reach;
use crate::kinds::path::{Answer, Path, parity};

pub(super) struct Cells;

impl<const KING: bool> Viewpoint<Path<KING>> for Cells {
    fn name(&self) -> &'static str {
        "cells"
    }

    fn about(&self) -> &'static str {
        "the number in a cell"
    }

    fn formulate(
        &self,
        instance: &Instance,
        choices: &Choices,
        model: &mut Model,
    ) -> Result<Formulation<Path<KING>>, ModelError> {
        let neighbours = instance.neighbours(KING);
        let reach = Reach::new(&neighbours, instance.given(), model)?;
        let cells = numbers(instance, &reach, model)?;
        let places = cells.iter().map(|cell| View {
            offset: -1,
            ..cell.view()
        });
        let path = hamiltonian_path(&graph(&neighbours)?, places);
        model.post(path).map_err(too_large)?;
        model.post(all_different(&cells))?;
        post_parity(instance, choices, model, &cells)?;
        Ok(Formulation {
            decisions: cells.clone(),
            facts: by_cells(&cells, cells.len()),
            read: Box::new(move |found| Answer(found.values(&cells))),
            passive: None,
        })
    }

    fn sharing(&self) -> Option<&dyn Sharing<Path<KING>>> {
        Some(self)
    }
}

/// The most free cells of a shape: on larger boards setting up is not what takes the time, and a board without clues takes walks from every cell.
const MOST_SHARED: usize = 128;

impl<const KING: bool> Sharing<Path<KING>> for Cells {
    fn shape(&self, instance: &Instance) -> Option<Instance> {
        let clues = vec![None; instance.free.len()];
        let bare = || Instance::new(instance.grid, instance.free.clone(), clues);
        (instance.free.len() <= MOST_SHARED).then(bare)
    }

    fn is_same_shape(&self, one: &Instance, other: &Instance) -> bool {
        one.grid == other.grid && one.free == other.free
    }

    fn narrow(
        &self,
        instance: &Instance,
        cells: &[Var],
        model: &Model,
    ) -> Result<Narrowing, ModelError> {
        let reach = Reach::new(&instance.neighbours(KING), instance.given(), model)?;
        let domains = reach.numbers().into_iter();
        Ok(cells.iter().copied().zip(domains).collect())
    }
}

/// Says what to do about a board of more cells than the path can hold.
fn too_large(error: ModelError) -> ModelError {
    match error {
        ModelError::TooWide { what, .. } => ModelError::Misfit {
            by: "cells".to_owned(),
            what: format!(
                "{what} are too many for this viewpoint; `--viewpoint successors` takes larger boards"
            ),
        },
        error => error,
    }
}

/// A variable for the number of every free cell, over what walks between the clues allow.
pub(super) fn numbers(
    instance: &Instance,
    reach: &Reach,
    model: &mut Model,
) -> Result<Vec<Var>, ModelError> {
    let domains = reach.numbers().into_iter();
    domains
        .zip(&instance.free)
        .map(|(domain, cell)| model.var(cell_names::of_cell(*cell), domain))
        .collect()
}

/// Posts the rule of parity over the numbers of cells, where it is chosen.
pub(super) fn post_parity(
    instance: &Instance,
    choices: &Choices,
    model: &mut Model,
    cells: &[Var],
) -> Result<(), ModelError> {
    if !choices.has(parity::PARITY.name) {
        return Ok(());
    }
    parity::post(instance, model, cells, |place, number| {
        instance.is_dark(place) == (number % 2 == 1)
    })
}
