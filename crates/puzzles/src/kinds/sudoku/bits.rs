//! `bits`: a variable is whether a number is in a cell. n³ variables over 0..1; every cell has one number, and every row, column and block has each number once.
//! The second viewpoint of report 001: row, column, value.

use gridwright_constraints::exactly_one;
use gridwright_fd::{Atom, Model, Name, Var};

use crate::contract::{Choices, Facts, Formulated, Formulation, Viewpoint};
use crate::kinds::sudoku::{Answer, Instance, Sudoku, implied, variants};

pub(super) const VIEWPOINT: Viewpoint<Sudoku> =
    Viewpoint::new("bits", "whether a number is in a cell", formulate);

fn formulate(instance: &Instance, choices: &Choices, model: &mut Model) -> Formulated<Sudoku> {
    let n = instance.n();
    let mut bits: Vec<Var> = Vec::with_capacity(n * n * n);
    for (at, clue) in instance.clues.iter().enumerate() {
        for number in 1..=n as i32 {
            let name = Name::numbered(&["r", "c", "n"], [at / n + 1, at % n + 1, number as usize]);
            let (min, max) = match clue {
                Some(clue) if *clue == number => (1, 1),
                Some(_) => (0, 0),
                None => (0, 1),
            };
            bits.push(model.var(name, min..=max)?);
        }
    }
    for cell in bits.chunks(n) {
        model.post(exactly_one(cell))?;
    }
    for group in instance.different_groups() {
        for number in 0..n {
            model.post(exactly_one(group.iter().map(|&at| bits[at * n + number])))?;
        }
    }
    let facts: Facts = bits.iter().map(|&bit| Some(Atom::eq(bit, 1))).collect();
    implied::post(instance, choices, model, &facts)?;
    variants::post_over_facts(instance, model, &facts)?;
    Ok(Formulation {
        decisions: bits.clone(),
        facts,
        read: Box::new(move |found| {
            let number = |cell: &[Var]| cell.iter().position(|&bit| found.value(bit) == 1);
            Answer(
                bits.chunks(n)
                    .map(|cell| number(cell).map_or(0, |at| at as i32 + 1))
                    .collect(),
            )
        }),
        passive: None,
    })
}
