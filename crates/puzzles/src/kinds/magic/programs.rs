//! The program of rules for magic squares.

use gridwright_term::Term;

use crate::blocks::chr_terms::{numbers, one_of, rows};
use crate::contract::{Claim, Program, ProgramCard, Seen, Switch};
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
    seen,
}];

fn query(instance: &Instance) -> String {
    let word = |clue: &Option<i32>| clue.map_or("_".to_owned(), |number| number.to_string());
    let square = rows(instance.n, instance.clues.iter().map(word));
    format!("solve({square}, Answer)")
}

fn read(instance: &Instance, bound: &Term) -> Option<Answer> {
    numbers(bound, instance.clues.len()).map(Answer)
}

/// The numbers that are written; the store does not say where a number stands.
fn seen(instance: &Instance, seen: &Seen<'_>) -> Vec<Claim> {
    let n = instance.clues.len();
    let mut claims = Vec::new();
    for (place, item) in seen.items().into_iter().enumerate().take(n) {
        if let Some(left) = seen.left(item) {
            one_of(&left, n, |at| place * n + at, &mut claims);
        }
    }
    claims
}
