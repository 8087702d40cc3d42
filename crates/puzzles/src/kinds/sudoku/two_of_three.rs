//! Two of three, an implied rule after report 002: in a band of blocks, once a number has its row in all blocks but one, the last block has it in the row
//! that is left; and so for the columns of a stack. A variable is the row (or column) of a number inside a block; in a band they all differ.

use gridwright_constraints::{all_different, clause, implies};
use gridwright_fd::{Atom, Model, ModelError, Var};

use crate::contract::{Choices, Effect, Facts, Rule};
use crate::kinds::sudoku::Instance;

/// The rule.
pub(super) const TWO_OF_THREE: Rule = Rule {
    name: "two_of_three",
    about: "the blocks of a band have a number in different rows, those of a stack in different columns",
    effect: Effect::Implied,
};

/// Posts the rule where it is chosen, over whichever atoms say that a cell has a number.
pub(super) fn post(
    instance: &Instance,
    choices: &Choices,
    model: &mut Model,
    facts: &Facts,
) -> Result<(), ModelError> {
    if !choices.has(TWO_OF_THREE.name) {
        return Ok(());
    }
    let n = instance.n();
    let (height, width) = instance.block;
    for number in 0..n {
        let fact = |row: usize, col: usize| facts[(row * n + col) * n + number];
        for band in 0..n / height {
            let mut rows = Vec::new();
            for stack in 0..n / width {
                let lines = (0..height).map(|line| {
                    let cells = (0..width).map(move |i| (band * height + line, stack * width + i));
                    cells.filter_map(|(row, col)| fact(row, col)).collect()
                });
                let name = format!("n{} rows {}.{}", number + 1, band + 1, stack + 1);
                rows.push(line_of(model, name, lines.collect())?);
            }
            model.post(all_different(rows))?;
        }
        for stack in 0..n / width {
            let mut cols = Vec::new();
            for band in 0..n / height {
                let lines = (0..width).map(|line| {
                    let cells = (0..height).map(move |i| (band * height + i, stack * width + line));
                    cells.filter_map(|(row, col)| fact(row, col)).collect()
                });
                let name = format!("n{} columns {}.{}", number + 1, band + 1, stack + 1);
                cols.push(line_of(model, name, lines.collect())?);
            }
            model.post(all_different(cols))?;
        }
    }
    Ok(())
}

/// A variable for the line in which one of its atoms holds.
fn line_of(model: &mut Model, name: String, lines: Vec<Vec<Atom>>) -> Result<Var, ModelError> {
    let var = model.var(name, 0..=lines.len() as i32 - 1)?;
    for (line, atoms) in (0..).zip(lines) {
        for &atom in &atoms {
            model.post(implies(atom, Atom::eq(var, line)))?;
        }
        model.post(clause(atoms.into_iter().chain([Atom::ne(var, line)])))?;
    }
    Ok(var)
}
