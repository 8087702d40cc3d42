//! `cells`: a variable is the number in a cell. n² variables over 1..n, all different in each row and column.

use gridwright_constraints::all_different;
use gridwright_fd::{Model, Var};

use crate::blocks::cell_names;
use crate::blocks::number_cells::formulation;
use crate::contract::{Choices, Formulated, Viewpoint};
use crate::kinds::template::{Instance, Template};

pub(super) const VIEWPOINT: Viewpoint<Template> =
    Viewpoint::new("cells", "the number in a cell", formulate);

fn formulate(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<Template> {
    let n = instance.n();
    let mut cells: Vec<Var> = Vec::with_capacity(n * n);
    for (cell, clue) in instance.grid.cells().zip(&instance.clues) {
        let (min, max) = clue.map_or((1, n as i32), |clue| (clue, clue));
        cells.push(model.var(cell_names::of_cell(cell), min..=max)?);
    }
    for (_, line) in instance.lines() {
        let line: Vec<Var> = line.into_iter().map(|at| cells[at]).collect();
        model.post(all_different(&line))?;
    }
    Ok(formulation(cells, n))
}
