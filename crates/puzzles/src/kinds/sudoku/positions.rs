//! `positions`: a variable is the cell of a number in a row, as an index 1..n² in reading order. n² variables over the n cells of their row. All
//! variables differ; the columns of a number differ, and its stacks (columns of blocks) in a band (row of blocks), which division and remainder compute.
//! The third viewpoint of report 001.

use gridwright_constraints::{all_different, division, modulo};
use gridwright_fd::{Model, Var, View};

use crate::contract::{Choices, Formulated, Viewpoint};
use crate::kinds::sudoku::{Instance, Sudoku, by_numbers_and_rows};

pub(super) const VIEWPOINT: Viewpoint<Sudoku> = Viewpoint::new(
    "positions",
    "the place of a number in a row, counted over the whole board",
    formulate,
);

fn formulate(instance: &Instance, choices: &Choices, model: &mut Model) -> Formulated<Sudoku> {
    let n = instance.n();
    let (height, width) = instance.block;
    let mut positions: Vec<Vec<Var>> = Vec::with_capacity(n);
    for number in 1..=n {
        let mut of_number = Vec::with_capacity(n);
        let (mut columns, mut stacks) = (Vec::new(), Vec::new());
        for row in 0..n {
            let first = (row * n) as i32 + 1;
            let position = model.var(
                format!("p{number}r{}", row + 1),
                first..=first + n as i32 - 1,
            )?;
            let column = model.var(format!("p{number}r{}c", row + 1), 0..=n as i32 - 1)?;
            let stack = model.var(
                format!("p{number}r{}s", row + 1),
                0..=(n / width) as i32 - 1,
            )?;
            let from_zero = View {
                offset: -1,
                ..position.view()
            };
            model.post(modulo(from_zero, View::constant(n as i32), column))?;
            model.post(division(column, View::constant(width as i32), stack))?;
            of_number.push(position);
            columns.push(column);
            stacks.push(stack);
        }
        model.post(all_different(&columns))?;
        let bands = stacks.chunks(height);
        for band in bands.filter(|_| instance.region_of_cells().is_none()) {
            model.post(all_different(band))?;
        }
        positions.push(of_number);
    }
    model.post(all_different(positions.concat()))?;
    by_numbers_and_rows(instance, choices, model, positions, move |row| row * n + 1)
}
