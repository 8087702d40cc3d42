//! `cells`: a variable is the number in a cell. The numbers minus one are the positions of the cells on a Hamiltonian path; with domain consistency this
//! constraint includes report 004's adjacency: a neighbour has the number before, and one has the number after. All numbers differ.

use gridwright_constraints::{all_different, hamiltonian_path};
use gridwright_fd::{Model, ModelError, Var, View};

use crate::blocks::cell_names;
use crate::blocks::number_cells::formulation;
use crate::contract::{Choices, Formulated, Narrowing, Sharing};
use crate::kinds::path::instance::{Instance, graph};
use crate::kinds::path::reach::Reach;
use crate::kinds::path::{Path, parity};

/// How boards of one shape share the model.
pub(super) const fn sharing<const KING: bool>() -> Sharing<Path<KING>> {
    Sharing {
        shape,
        is_same_shape: |one, other| one.grid == other.grid && one.free == other.free,
        narrow: narrow::<KING>,
    }
}

pub(super) fn formulate<const KING: bool>(
    instance: &Instance,
    choices: &Choices,
    model: &mut Model,
) -> Formulated<Path<KING>> {
    let reach = Reach::new(instance, KING, model)?;
    let cells = numbers(instance, &reach, model)?;
    let positions = cells.iter().map(|cell| View {
        offset: -1,
        ..cell.view()
    });
    let path = hamiltonian_path(&graph(&reach.neighbours)?, positions);
    model.post(path).map_err(too_large)?;
    model.post(all_different(&cells))?;
    post_parity(instance, choices, model, &cells)?;
    let n = cells.len();
    Ok(formulation(cells, n))
}

/// The maximum number of free cells of a board that shares its model. On larger boards set-up is a small part of the time, and walks on a board without clues start
/// from every cell.
const MAX_SHARED_CELLS: usize = 128;

fn shape(instance: &Instance) -> Option<Instance> {
    let clues = vec![None; instance.free.len()];
    let blank = || Instance::new(instance.grid, instance.free.clone(), clues);
    (instance.free.len() <= MAX_SHARED_CELLS).then(blank)
}

fn narrow<const KING: bool>(
    instance: &Instance,
    cells: &[Var],
    model: &Model,
) -> Result<Narrowing, ModelError> {
    let reach = Reach::new(instance, KING, model)?;
    let domains = reach.numbers(model)?.into_iter();
    Ok(cells.iter().copied().zip(domains).collect())
}

/// Adds to the error for a board with too many cells that another viewpoint takes larger boards.
fn too_large(error: ModelError) -> ModelError {
    match error {
        ModelError::TooWide { what, .. } => ModelError::InvalidArguments {
            by: "cells".to_owned(),
            what: format!(
                "{what} are too many for this viewpoint; `--viewpoint successors` takes larger boards"
            ),
        },
        error => error,
    }
}

/// A variable per free cell, its number. The domains are the numbers that walks between the clues allow; see `reach.rs`.
pub(super) fn numbers(
    instance: &Instance,
    reach: &Reach,
    model: &mut Model,
) -> Result<Vec<Var>, ModelError> {
    let domains = reach.numbers(model)?.into_iter();
    domains
        .zip(&instance.free)
        .map(|(domain, cell)| model.var(cell_names::of_cell(*cell), domain))
        .collect()
}

/// Posts the rule `parity` on the numbers of cells, if it is chosen.
pub(super) fn post_parity(
    instance: &Instance,
    choices: &Choices,
    model: &mut Model,
    cells: &[Var],
) -> Result<(), ModelError> {
    if !choices.has(parity::PARITY.name) {
        return Ok(());
    }
    parity::post(instance, model, cells, |index, number| {
        instance.is_dark(index) == (number % 2 == 1)
    })
}
