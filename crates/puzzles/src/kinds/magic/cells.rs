//! `cells`: a variable is the number in a cell. n² variables over 1..n², all different; a sum for every row, column and main diagonal.

use gridwright_constraints::{all_different, less, linear_eq};
use gridwright_fd::{Model, ModelError, Name, Var};

use crate::blocks::number_cells::{by_cells, narrowed};
use crate::contract::{Choices, Effect, Formulation, Narrowing, Rule, Sharing, Viewpoint};
use crate::kinds::magic::{Answer, Instance, Magic};

/// The rule that breaks the eight symmetries of an empty square, after Frénicle de Bessy 1693, Des quarrez ou tables magiques.
pub(super) const FRENICLE: Rule = Rule {
    name: "frenicle",
    about: "the first corner is the smallest, and the cell after it smaller than the one below it; for empty squares",
    effect: Effect::Symmetry,
};

pub(super) struct Cells;

impl Viewpoint<Magic> for Cells {
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
    ) -> Result<Formulation<Magic>, ModelError> {
        let n = instance.n;
        let largest = (n * n) as i32;
        let mut cells: Vec<Var> = Vec::with_capacity(n * n);
        for (at, clue) in instance.clues.iter().enumerate() {
            let (min, max) = clue.map_or((1, largest), |clue| (clue, clue));
            cells.push(model.var(
                Name::numbered(&["r", "c"], [at / n + 1, at % n + 1]),
                min..=max,
            )?);
        }
        model.post(all_different(&cells))?;
        for line in instance.lines() {
            model.post(linear_eq(
                line.iter().map(|&at| (1, cells[at])),
                instance.sum(),
            ))?;
        }
        if choices.has(FRENICLE.name) {
            post_frenicle(instance, model, &cells)?;
        }
        Ok(Formulation {
            decisions: cells.clone(),
            facts: by_cells(&cells, n * n),
            read: Box::new(move |found| Answer(found.values(&cells))),
            passive: None,
        })
    }

    fn sharing(&self) -> Option<&dyn Sharing<Magic>> {
        Some(self)
    }
}

impl Sharing<Magic> for Cells {
    fn shape(&self, instance: &Instance) -> Option<Instance> {
        Some(Instance::empty(instance.n))
    }

    fn is_same_shape(&self, one: &Instance, other: &Instance) -> bool {
        one.n == other.n
    }

    fn narrow(
        &self,
        instance: &Instance,
        cells: &[Var],
        _: &Model,
    ) -> Result<Narrowing, ModelError> {
        Ok(narrowed(cells, &instance.clues))
    }
}

/// Keeps one of the eight images of every answer. An image of an answer to a square that is partly given may be none: such squares are left alone.
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
