//! The CHR program for Numbrix and Hidato.

use gridwright_grid::Cell;
use gridwright_term::Term;

use crate::blocks::chr_terms::{counted, one_of, pair, rows};
use crate::blocks::number_cells::word;
use crate::contract::{Claim, Program, ProgramInfo, ProgramState, Switch, listed};
use crate::kinds::path::{Answer, Instance, Path};

const SWITCHES: &[Switch] = &[Switch::new(
    "select",
    "a number with the fewest places left first, or the smallest",
    &["first_fail", "input_order"],
)];

pub(super) const fn program<const KING: bool>() -> Program<Path<KING>> {
    Program {
        info: ProgramInfo {
            name: "places",
            about: "the cells where a number may stand and the numbers that may stand in a cell, linked",
            file: "places.chr",
            source: include_str!("places.chr"),
            switches: SWITCHES,
        },
        query: query::<KING>,
        read: |instance, bound| Answer::bound(bound, instance.free.len()),
        watched: &["at", "places", "numbers"],
        claims,
    }
}

fn query<const KING: bool>(instance: &Instance) -> String {
    let neighbours = if KING { "eight" } else { "four" };
    let mut words = vec!["block".to_owned(); instance.grid.n_cells()];
    for (&cell, clue) in instance.free.iter().zip(&instance.clues) {
        words[instance.grid.index(cell)] = word(clue, "_");
    }
    let board = rows(instance.grid.cols(), words.into_iter());
    format!("solve({neighbours}, {board}, Answer)")
}

/// Claims from the numbers that are placed, and from the remaining candidates of numbers and of cells.
fn claims(instance: &Instance, state: &ProgramState<'_>) -> Vec<Claim> {
    let n = instance.free.len();
    let index = |term: &Term| {
        let (row, col) = pair(term)?;
        instance.index(Cell::new(row, col))
    };
    let mut claims = Vec::new();
    for [number, at] in state.each("at") {
        if let (Some(left), Some(index)) = (state.left(number), index(at)) {
            one_of(&left, n, |at| index * n + at, &mut claims);
        }
    }
    for [at, numbers] in state.each("numbers") {
        if let (Some(index), Some(left)) = (index(at), listed(numbers)) {
            one_of(&left, n, |at| index * n + at, &mut claims);
        }
    }
    for [number, places] in state.each("places") {
        if let (Some(number), Term::List(left)) = (counted(number), places) {
            let left: Vec<usize> = left.iter().filter_map(index).collect();
            let gone = (0..n).filter(|index| !left.contains(index));
            claims.extend(gone.map(|index| Claim::is_not(index * n + number)));
        }
    }
    claims
}
