//! The program of rules for Numbrix and Hidato.

use gridwright_grid::Cell;
use gridwright_term::Term;

use crate::blocks::chr_terms::{counted, numbers, one_of, pair, rows};
use crate::contract::{Claim, Program, ProgramCard, Seen, Switch, listed};
use crate::kinds::path::{Answer, Instance, Path};

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
        watched: &["at", "places", "numbers"],
        seen,
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

/// Numbers with their places, and what each view says is left.
fn seen(instance: &Instance, seen: &Seen<'_>) -> Vec<Claim> {
    let n = instance.free.len();
    let place = |term: &Term| {
        let (row, col) = pair(term)?;
        instance.place(Cell::new(row, col))
    };
    let mut claims = Vec::new();
    for [number, at] in seen.each("at") {
        if let (Some(left), Some(place)) = (seen.left(number), place(at)) {
            one_of(&left, n, |at| place * n + at, &mut claims);
        }
    }
    for [at, numbers] in seen.each("numbers") {
        if let (Some(place), Some(left)) = (place(at), listed(numbers)) {
            one_of(&left, n, |at| place * n + at, &mut claims);
        }
    }
    for [number, places] in seen.each("places") {
        if let (Some(number), Term::List(left)) = (counted(number), places) {
            let left: Vec<usize> = left.iter().filter_map(place).collect();
            let gone = (0..n).filter(|place| !left.contains(place));
            claims.extend(gone.map(|place| Claim::is_not(place * n + number)));
        }
    }
    claims
}
