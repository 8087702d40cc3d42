//! The CHR program for magic squares.

use crate::blocks::chr_terms::{one_of, rows};
use crate::blocks::number_cells::word;
use crate::contract::{Claim, Program, ProgramInfo, ProgramState, Switch};
use crate::kinds::magic::{Answer, Instance, Magic};

pub(super) const ALL: &[Program<Magic>] = &[Program {
    info: ProgramInfo {
        name: "cells",
        about: "a variable is the number in a cell; lines store the rest of their sums, and used numbers are removed",
        file: "cells.chr",
        source: include_str!("cells.chr"),
        switches: &[Switch::new(
            "select",
            "cells of a line with the fewest open ones first, or in reading order",
            &["fewest_open", "input_order"],
        )],
    },
    query,
    read: |instance, bound| Answer::bound(bound, instance.clues.len()),
    watched: &[],
    claims,
}];

fn query(instance: &Instance) -> String {
    let square = rows(
        instance.n,
        instance.clues.iter().map(|clue| word(clue, "_")),
    );
    format!("solve({square}, Answer)")
}

/// Claims from the numbers bound in `Answer` so far; the constraint store does not record which cell a number is in.
fn claims(instance: &Instance, state: &ProgramState<'_>) -> Vec<Claim> {
    let n = instance.clues.len();
    let mut claims = Vec::new();
    for (cell, item) in state.items().into_iter().enumerate().take(n) {
        if let Some(left) = state.left(item) {
            one_of(&left, n, |at| cell * n + at, &mut claims);
        }
    }
    claims
}
