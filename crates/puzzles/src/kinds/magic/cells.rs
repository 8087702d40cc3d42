//! `cells`: a variable is the number in a cell. n² variables over 1..n², all different; a sum for every row, column and main diagonal.

use gridwright_constraints::{all_different, less, linear_eq};
use gridwright_fd::{Model, ModelError, Var};

use crate::blocks::cell_names;
use crate::blocks::number_cells::{formulation, narrowed};
use crate::contract::{Choices, Effect, Formulated, Rule, Sharing, Viewpoint};
use crate::kinds::magic::{Instance, Magic};

/// The rule that breaks the eight symmetries of an empty square, after Frénicle de Bessy 1693, Des quarrez ou tables magiques.
pub(super) const FRENICLE: Rule = Rule {
    name: "frenicle",
    about: "the first corner is the smallest, and the cell after it smaller than the one below it; for empty squares",
    effect: Effect::Symmetry,
};

pub(super) const VIEWPOINT: Viewpoint<Magic> = Viewpoint {
    name: "cells",
    about: "the number in a cell",
    formulate,
    sharing: Some(Sharing {
        shape: |instance| Some(Instance::empty(instance.n)),
        is_same_shape: |one, other| one.n == other.n,
        narrow: |instance, cells, _| Ok(narrowed(cells, &instance.clues)),
    }),
};

fn formulate(instance: &Instance, choices: &Choices, model: &mut Model) -> Formulated<Magic> {
    let n = instance.n;
    let largest = (n * n) as i32;
    let mut cells: Vec<Var> = Vec::with_capacity(n * n);
    for (at, clue) in instance.clues.iter().enumerate() {
        let (min, max) = clue.map_or((1, largest), |clue| (clue, clue));
        cells.push(model.var(cell_names::of_cell(instance.cell(at)), min..=max)?);
    }
    model.post(all_different(&cells))?;
    for line in instance.lines() {
        let terms = line.iter().map(|&at| (1, cells[at]));
        model.post(linear_eq(terms, instance.sum()))?;
    }
    if choices.has(FRENICLE.name) {
        post_frenicle(instance, model, &cells)?;
    }
    Ok(formulation(cells, n * n))
}

/// Keeps one of the eight images of every answer, if no cell is given. With given cells the images of an answer need not be answers, so nothing is posted.
fn post_frenicle(instance: &Instance, model: &mut Model, cells: &[Var]) -> Result<(), ModelError> {
    let n = instance.n;
    if n < 2 || instance.clues.iter().any(Option::is_some) {
        return Ok(());
    }
    for corner in [n - 1, n * (n - 1), n * n - 1] {
        model.post(less(cells[0], cells[corner]))?;
    }
    model.post(less(cells[1], cells[n]))
}
