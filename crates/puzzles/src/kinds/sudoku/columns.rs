//! `columns`: a variable is the column of a number in a row. n² variables over 1..n, ordered by number.
//! The columns of a number differ, the numbers of a row have different columns, and no two rows of a band (a row of blocks) have a number in the same stack
//! (a column of blocks).
//! The alternative viewpoint of report 000; with the rule `passive_blocks`, two rows of a band are compared only when both are fixed, as published.

use gridwright_constraints::{all_different, check_only, table};
use gridwright_fd::{Model, ModelError, Name, Var};

use crate::contract::{Choices, Effect, Formulated, Rule, Viewpoint};
use crate::kinds::sudoku::{Instance, Sudoku, by_numbers_and_rows};

/// The rule that the block constraints are checked only when both variables are fixed.
pub(super) const PASSIVE_BLOCKS: Rule = Rule {
    name: "passive_blocks",
    about: "with columns: blocks are only checked, two rows at a time, when both are fixed",
    effect: Effect::Weaker,
};

pub(super) const VIEWPOINT: Viewpoint<Sudoku> =
    Viewpoint::new("columns", "the column of a number in a row", formulate);

fn formulate(instance: &Instance, choices: &Choices, model: &mut Model) -> Formulated<Sudoku> {
    let n = instance.n();
    let mut columns: Vec<Vec<Var>> = Vec::with_capacity(n);
    for number in 1..=n {
        let row_vars = (0..n).map(|row| {
            let name = Name::numbered(&["n", "r"], [number, row + 1]);
            model.var(name, 1..=n as i32)
        });
        columns.push(row_vars.collect::<Result<_, _>>()?);
    }
    for of_number in &columns {
        model.post(all_different(of_number))?;
    }
    for row in 0..n {
        model.post(all_different(
            columns.iter().map(|of_number| of_number[row]),
        ))?;
    }
    let passive = choices.has(PASSIVE_BLOCKS.name);
    if instance.region_of_cells().is_none() {
        post_blocks(instance, passive, model, &columns)?;
    }
    by_numbers_and_rows(instance, choices, model, columns, |_| 1)
}

/// Posts that no two rows of a band have a number in the same stack.
fn post_blocks(
    instance: &Instance,
    passive: bool,
    model: &mut Model,
    columns: &[Vec<Var>],
) -> Result<(), ModelError> {
    let n = instance.n();
    let (height, width) = instance.block;
    // The pairs of columns in different stacks.
    let stack = |column: usize| (column - 1) / width;
    let pairs = (1..=n).flat_map(|a| (1..=n).map(move |b| (a, b)));
    let apart = pairs.filter(|&(a, b)| stack(a) != stack(b));
    let apart = table([Var::ZERO; 2], apart.map(|(a, b)| [a as i32, b as i32]));
    for of_number in columns {
        for band in of_number.chunks(height) {
            for (i, &a) in band.iter().enumerate() {
                for &b in &band[i + 1..] {
                    let apart = apart.over([a, b]);
                    if passive {
                        model.post(check_only(apart))?;
                    } else {
                        model.post(apart)?;
                    }
                }
            }
        }
    }
    Ok(())
}
