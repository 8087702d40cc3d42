//! Implied rules of Sudoku. They use only the atoms of facts, so they apply to every viewpoint.
//!
//! - `two_of_three`, after report 002: in a band (a row of blocks), once the row of a number is known in all blocks but one, the last block has it in the remaining row;
//!   likewise for the columns of a stack. An auxiliary variable is the row (or column) of a number inside a block; in a band (or stack) they all differ.
//! - `some_place`: in every row, column and block each number is in one of the cells, as a clause. Domain-consistent `all_different` implies it; with the clause, a learning
//!   engine needs only value-consistent `all_different` on large boards.

use gridwright_constraints::{all_different, clause, implies};
use gridwright_fd::{Atom, Model, ModelError, Var};

use crate::contract::{Choices, Facts, Rule};
use crate::kinds::sudoku::Instance;

/// The rule that the blocks of a band have a number in different rows.
pub(super) const TWO_OF_THREE: Rule = Rule::implied(
    "two_of_three",
    "the blocks of a band have a number in different rows, those of a stack in different columns",
);

/// The rule that every row, column and block has each number.
pub(super) const SOME_PLACE: Rule = Rule::implied(
    "some_place",
    "in every row, column and block each number stands somewhere, as a clause",
);

/// From this size on `some_place` is always posted: boards of this size that need search are hard, and learning solves them.
const LARGE: usize = 20;

/// Posts the rules that are chosen, and `some_place` on large boards.
pub(super) fn post(
    instance: &Instance,
    choices: &Choices,
    model: &mut Model,
    facts: &Facts,
) -> Result<(), ModelError> {
    if choices.has(TWO_OF_THREE.name) && instance.region_of_cells().is_none() {
        post_two_of_three(instance, model, facts)?;
    }
    if instance.n() >= LARGE || choices.has(SOME_PLACE.name) {
        post_some_place(instance, model, facts)?;
    }
    Ok(())
}

fn post_two_of_three(
    instance: &Instance,
    model: &mut Model,
    facts: &Facts,
) -> Result<(), ModelError> {
    let n = instance.n();
    let (height, width) = instance.block;
    for number in 0..n {
        let fact = |row: usize, col: usize| facts[(row * n + col) * n + number];
        for (what, groups, blocks, lines, length) in [
            ("rows", n / height, n / width, height, width),
            ("columns", n / width, n / height, width, height),
        ] {
            for group in 0..groups {
                let mut vars = Vec::with_capacity(blocks);
                for block in 0..blocks {
                    let (band, stack) = match what {
                        "rows" => (group, block),
                        _ => (block, group),
                    };
                    let (top, left) = (band * height, stack * width);
                    let atom = |line: usize, at: usize| match what {
                        "rows" => fact(top + line, left + at),
                        _ => fact(top + at, left + line),
                    };
                    let atoms = |line| (0..length).filter_map(|at| atom(line, at)).collect();
                    let name = format!("n{} {what} {}.{}", number + 1, band + 1, stack + 1);
                    vars.push(line_of(model, name, (0..lines).map(atoms).collect())?);
                }
                model.post(all_different(vars))?;
            }
        }
    }
    Ok(())
}

/// A variable for the index of the line in which an atom holds.
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

fn post_some_place(
    instance: &Instance,
    model: &mut Model,
    facts: &Facts,
) -> Result<(), ModelError> {
    let n = instance.n();
    for group in instance.different_groups() {
        for number in 0..n {
            let clued = group
                .iter()
                .any(|&at| instance.clues[at] == Some(number as i32 + 1));
            let open = group.iter().filter(|&&at| instance.clues[at].is_none());
            let atoms: Option<Vec<Atom>> = open.map(|&at| facts[at * n + number]).collect();
            // No clause is needed if the number is a clue, and none is possible if a place has no atom.
            if let (false, Some(atoms)) = (clued, atoms) {
                model.post(clause(atoms))?;
            }
        }
    }
    Ok(())
}
