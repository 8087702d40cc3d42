//! `cells`: a variable is the number in a cell. The numbers, less one, are the places of a Hamiltonian path; at the domain level that includes
//! that they all differ.

use gridwright_constraints::{all_different, hamiltonian_path};
use gridwright_fd::{Atom, Model, ModelError, Var, View};

use super::{Answer, Instance, Path};
use crate::choices::Choices;
use crate::puzzle::{Formulation, Viewpoint};

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
        _: &Choices,
        model: &mut Model,
    ) -> Result<Formulation<Path<KING>>, ModelError> {
        let n = instance.free.len() as i32;
        let mut cells: Vec<Var> = Vec::with_capacity(instance.free.len());
        for (cell, clue) in instance.free.iter().zip(&instance.clues) {
            let (min, max) = clue.map_or((1, n), |clue| (clue, clue));
            cells.push(model.var(cell.to_string(), min..=max)?);
        }
        let places = cells.iter().map(|cell| View {
            offset: -1,
            ..cell.view()
        });
        model.post(hamiltonian_path(&instance.graph(KING)?, places))?;
        model.post(all_different(&cells))?;
        let facts = cells
            .iter()
            .flat_map(|&cell| (1..=n).map(move |number| Some(Atom::eq(cell, number))))
            .collect();
        Ok(Formulation {
            decisions: cells.clone(),
            facts,
            read: Box::new(move |found| Answer(found.values(&cells))),
            passive: None,
        })
    }
}
