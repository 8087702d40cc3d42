//! The program of rules for Numbrix and Hidato.

use gridwright_term::Term;

use super::{Answer, Instance, Path};
use crate::program::{Program, ProgramCard, Switch, numbers, rows};

/// The programs.
pub(super) const fn all<const KING: bool>() -> &'static [Program<Path<KING>>] {
    &[Program {
        card: ProgramCard {
            name: "places",
            about: "the cells where a number may stand and the numbers that may stand in a cell, told of each other",
            file: "places.chr",
            source: include_str!("places.chr"),
            switches: &[Switch {
                name: "select",
                about: "a number with the fewest places left first, or the smallest",
                values: &["first_fail", "input_order"],
            }],
        },
        query: query::<KING>,
        read,
    }]
}

fn query<const KING: bool>(instance: &Instance) -> String {
    let neighbours = if KING { "eight" } else { "four" };
    let mut words = vec!["block".to_owned(); instance.grid.n_cells()];
    for (&cell, clue) in instance.free.iter().zip(&instance.clues) {
        words[instance.grid.index(cell)] = clue.map_or("_".to_owned(), |number| number.to_string());
    }
    let board = rows(instance.grid.cols(), words.into_iter());
    format!("solve({neighbours}, {board}, Answer)")
}

fn read(instance: &Instance, bound: &Term) -> Option<Answer> {
    numbers(bound, instance.free.len()).map(Answer)
}
