//! `cells`: a variable is the number in a cell. n² variables over 1..n; rows, columns and blocks are all different.
//! The classical viewpoint of the reports, and the best one if domain consistency does most of the pruning.

use gridwright_constraints::all_different;
use gridwright_fd::{Model, Var};

use crate::blocks::cell_names;
use crate::blocks::number_cells::{formulation, narrowed};
use crate::contract::{Choices, Formulated, Sharing, Viewpoint};
use crate::kinds::sudoku::{Instance, Sudoku, implied, variants};

pub(super) const VIEWPOINT: Viewpoint<Sudoku> = Viewpoint {
    name: "cells",
    about: "the number in a cell",
    formulate,
    sharing: Some(Sharing {
        shape: |instance| Some(instance.without_clues()),
        is_same_shape: |one, other| {
            one.grid == other.grid && one.block == other.block && one.variant == other.variant
        },
        narrow: |instance, cells, _| Ok(narrowed(cells, &instance.clues)),
    }),
};

fn formulate(instance: &Instance, choices: &Choices, model: &mut Model) -> Formulated<Sudoku> {
    let n = instance.n() as i32;
    let mut cells: Vec<Var> = Vec::with_capacity(instance.clues.len());
    for (at, clue) in instance.clues.iter().enumerate() {
        let name = cell_names::of_cell(instance.grid.cell(at));
        let (min, max) = clue.map_or((1, n), |clue| (clue, clue));
        cells.push(model.var(name, min..=max)?);
    }
    // Rows and columns alternate, then blocks: the order in which the reports post them.
    for group in instance.different_groups() {
        model.post(all_different(group.iter().map(|&at| cells[at])))?;
    }
    variants::post(instance, &cells, model)?;
    let formulation = formulation(cells, instance.n());
    implied::post(instance, choices, model, &formulation.facts)?;
    Ok(formulation)
}
