//! The CHR program for White-and-Tan.

use crate::blocks::chr_terms::{counted, rows, zero_or_one};
use crate::contract::{Claim, Program, ProgramInfo, ProgramState, Switch};
use crate::kinds::whitetan::{Answer, Instance, WhiteTan};

pub(super) const ALL: &[Program<WhiteTan>] = &[Program {
    info: ProgramInfo {
        name: "colours",
        about: "whether an arrow is tan; each arrow counts what it sees",
        file: "colours.chr",
        source: include_str!("colours.chr"),
        switches: &[Switch::new(
            "select",
            "arrows that see the fewest uncoloured ones first, or in reading order",
            &["fewest_open", "input_order"],
        )],
    },
    query,
    read: |instance, bound| Answer::bound(bound, instance.grid.n_cells()),
    watched: &["cell"],
    claims,
}];

fn query(instance: &Instance) -> String {
    let words = instance.arrows.iter();
    let words = words.map(|arrow| arrow.abbreviation().to_owned());
    format!("solve({}, Answer)", rows(instance.grid.cols(), words))
}

/// The arrows whose colour is known.
fn claims(instance: &Instance, state: &ProgramState<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    for [row, col, is] in state.each("cell") {
        if let (Some(row), Some(col)) = (counted(row), counted(col)) {
            zero_or_one(row * instance.grid.cols() + col, is, &mut claims);
        }
    }
    claims
}
