//! `positions`: a variable is the cell of a number in a row, as an index 1..n² in reading order. n² variables over the n cells of their row. All
//! variables differ; the columns of a number differ, and its stacks (columns of blocks) in a band (row of blocks), which division and remainder compute.
//! The third viewpoint of report 001.

use gridwright_constraints::{all_different, clause, division, modulo};
use gridwright_fd::{Atom, Model, Var, View};

use crate::contract::{Choices, Formulated, Formulation, Viewpoint};
use crate::kinds::sudoku::{Answer, Instance, Sudoku, by_rows, implied};

pub(super) const VIEWPOINT: Viewpoint<Sudoku> = Viewpoint::new(
    "positions",
    "the place of a number in a row, counted over the whole board",
    formulate,
);

fn formulate(instance: &Instance, choices: &Choices, model: &mut Model) -> Formulated<Sudoku> {
    let n = instance.n();
    let (height, width) = instance.block;
    let mut places: Vec<Vec<Var>> = Vec::with_capacity(n);
    for number in 1..=n {
        let mut of_number = Vec::with_capacity(n);
        let (mut columns, mut stacks) = (Vec::new(), Vec::new());
        for row in 0..n {
            let first = (row * n) as i32 + 1;
            let place = model.var(
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
                ..place.view()
            };
            model.post(modulo(from_zero, View::constant(n as i32), column))?;
            model.post(division(column, View::constant(width as i32), stack))?;
            of_number.push(place);
            columns.push(column);
            stacks.push(stack);
        }
        model.post(all_different(&columns))?;
        for band in stacks.chunks(height) {
            model.post(all_different(band))?;
        }
        places.push(of_number);
    }
    model.post(all_different(places.concat()))?;
    for (at, clue) in instance.clues.iter().enumerate() {
        if let Some(number) = clue {
            let place = Atom::eq(places[*number as usize - 1][at / n], at as i32 + 1);
            model.post(clause([place]))?;
        }
    }
    let vars = places.clone();
    let facts = by_rows(n, move |number, at| {
        Atom::eq(vars[number][at / n], at as i32 + 1)
    });
    implied::post(instance, choices, model, &facts)?;
    Ok(Formulation {
        decisions: places.concat(),
        facts,
        read: Box::new(move |found| {
            let mut numbers = vec![0; n * n];
            for (number, of_number) in places.iter().enumerate() {
                for &place in of_number {
                    numbers[found.value(place) as usize - 1] = number as i32 + 1;
                }
            }
            Answer(numbers)
        }),
        passive: None,
    })
}
