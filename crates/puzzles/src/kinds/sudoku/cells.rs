//! `cells`: a variable is the number in a cell. n² variables over 1..n; rows, columns and blocks are all different.
//! The classical viewpoint of the reports; the best one where domain consistency does most of the work.

use gridwright_constraints::all_different;
use gridwright_fd::{Model, ModelError, Name, Var};

use crate::blocks::number_cells::{by_cells, narrowed};
use crate::contract::{Choices, Formulation, Narrowing, Sharing, Viewpoint};
use crate::kinds::sudoku::{Answer, Instance, Sudoku, some_place, two_of_three};

pub(super) struct Cells;

impl Viewpoint<Sudoku> for Cells {
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
    ) -> Result<Formulation<Sudoku>, ModelError> {
        let n = instance.n() as i32;
        let mut cells: Vec<Var> = Vec::with_capacity(instance.clues.len());
        for (at, clue) in instance.clues.iter().enumerate() {
            let cell = instance.grid.cell(at);
            let name = Name::numbered(&["r", "c"], [cell.row + 1, cell.col + 1]);
            let (min, max) = clue.map_or((1, n), |clue| (clue, clue));
            cells.push(model.var(name, min..=max)?);
        }
        // Rows and columns in turn, then the blocks: the order of posting the reports have.
        for group in instance.different_groups() {
            model.post(all_different(group.iter().map(|&at| cells[at])))?;
        }
        let facts = by_cells(&cells, instance.n());
        two_of_three::post(instance, choices, model, &facts)?;
        some_place::post(instance, choices, model, &facts)?;
        Ok(Formulation {
            decisions: cells.clone(),
            facts,
            read: Box::new(move |found| Answer(found.values(&cells))),
            passive: None,
        })
    }

    fn sharing(&self) -> Option<&dyn Sharing<Sudoku>> {
        Some(self)
    }
}

impl Sharing<Sudoku> for Cells {
    fn shape(&self, instance: &Instance) -> Option<Instance> {
        let clues = vec![None; instance.clues.len()];
        Instance::new(instance.n(), instance.block(), clues).ok()
    }

    fn is_same_shape(&self, one: &Instance, other: &Instance) -> bool {
        one.n() == other.n() && one.block() == other.block()
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
