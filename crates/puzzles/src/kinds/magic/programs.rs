//! The program of rules for magic squares.

use gridwright_term::Term;

use crate::blocks::chr_terms::{one_of, rows};
use crate::blocks::number_cells::word;
use crate::contract::{Claim, Program, ProgramCard, ProgramState, Switch};
use crate::kinds::magic::{Answer, Instance, Magic};

/// The programs.
pub(super) const ALL: &[Program<Magic>] = &[Program {
    card: ProgramCard {
        name: "cells",
        about: "a variable is the number in a cell; lines keep what is left of their sums, and numbers are used up",
        file: "cells.chr",
        source: include_str!("cells.chr"),
        switches: &[Switch {
            name: "select",
            about: "cells of a line with the fewest open ones first, or in reading order",
            values: &["fewest_open", "input_order"],
        }],
    },
    query,
    read,
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

fn read(instance: &Instance, bound: &Term) -> Option<Answer> {
    Answer::bound(bound, instance.clues.len())
}

/// The numbers bound so far; the store does not record the cell of a number.
fn claims(instance: &Instance, state: &ProgramState<'_>) -> Vec<Claim> {
    let n = instance.clues.len();
    let mut claims = Vec::new();
    for (place, item) in state.items().into_iter().enumerate().take(n) {
        if let Some(left) = state.left(item) {
            one_of(&left, n, |at| place * n + at, &mut claims);
        }
    }
    claims
}
