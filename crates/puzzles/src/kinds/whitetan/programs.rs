//! The program of rules for White-and-Tan.

use gridwright_term::Term;

use crate::blocks::chr_terms::{counted, numbers, rows, zero_or_one};
use crate::contract::{Claim, Program, ProgramCard, Seen, Switch};
use crate::kinds::whitetan::{Answer, Instance, WORDS, WhiteTan};

/// The programs.
pub(super) const ALL: &[Program<WhiteTan>] = &[Program {
    card: ProgramCard {
        name: "colours",
        about: "whether an arrow is tan; each arrow counts what it sees",
        file: "colours.chr",
        source: include_str!("colours.chr"),
        switches: &[Switch {
            name: "select",
            about: "arrows that see the fewest uncoloured ones first, or in reading order",
            values: &["fewest_open", "input_order"],
        }],
    },
    query,
    read,
    watched: &["cell"],
    seen,
}];

fn query(instance: &Instance) -> String {
    let words = instance.arrows.iter();
    let words = words.map(|direction| WORDS[*direction as usize].0.to_owned());
    format!("solve({}, Answer)", rows(instance.grid.cols(), words))
}

fn read(instance: &Instance, bound: &Term) -> Option<Answer> {
    let cells = numbers(bound, instance.grid.n_cells())?;
    Some(Answer(cells.into_iter().map(|cell| cell == 1).collect()))
}

/// The arrows whose colour is known.
fn seen(instance: &Instance, seen: &Seen<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    for [row, col, is] in seen.each("cell") {
        if let (Some(row), Some(col)) = (counted(row), counted(col)) {
            zero_or_one(row * instance.grid.cols() + col, is, &mut claims);
        }
    }
    claims
}
