//! `runs`: a variable is the length of the run of ship cells that ends at a cell, one along its row and one along its column. Each line is a word of an
//! automaton that counts the line's tally and rejects runs whose length no ship has. The fleet is counted by the number of runs that reach each length.
//!
//! Along a ship of `n` cells the run takes each length from 1 to `n` once. So for every `k` the fleet determines the number of cells with a run of at least `k`, and
//! these numbers together determine the number of ships of each length.

use std::collections::HashMap;
use std::sync::Arc;

use gridwright_constraints::{Automaton, among, iff_atoms, regular};
use gridwright_fd::{Atom, Domain, Model, Var, View};
use gridwright_grid::Cell;

use crate::blocks::bool_cells;
use crate::contract::{Choices, Formulated, Formulation, Viewpoint};
use crate::kinds::battleship::Battleship;
use crate::kinds::battleship::cell_rules;
use crate::kinds::battleship::instance::{Fleet, Instance};

pub(super) const VIEWPOINT: Viewpoint<Battleship> = Viewpoint::new(
    "runs",
    "how many cells of ships in line end at a cell",
    formulate,
);

fn formulate(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<Battleship> {
    let grid = &instance.grid;
    let longest = instance.fleet.longest() as i32;
    let can_be = cell_rules::can_be_ship(instance);
    let names = |letter: char| grid.cells().map(move |cell| format!("{letter}{cell}"));
    let across = model.vars(names('a'), 0..=longest)?;
    let down = model.vars(names('d'), 0..=longest)?;
    let ship: Vec<Atom> = across.iter().map(|&run| Atom::ge(run, 1)).collect();
    for (&ship, &run) in ship.iter().zip(&down) {
        model.post(iff_atoms(ship, Atom::ge(run, 1)))?;
    }
    cell_rules::post_hints(instance, &ship, model)?;
    cell_rules::post_apart(instance, &can_be, &ship, model)?;
    let mut automata: HashMap<Option<i32>, Arc<Automaton>> = HashMap::new();
    let mut post_line = |tally: Option<i32>, line: Vec<Var>| {
        let make = || Arc::new(line_automaton(&instance.fleet, tally));
        let automaton = Arc::clone(automata.entry(tally).or_insert_with(make));
        model.post(regular(line, automaton))
    };
    let on = |runs: &[Var], cell: Cell| runs[grid.index(cell)];
    for (row, &tally) in instance.rows.iter().enumerate() {
        post_line(tally, grid.row(row).map(|cell| on(&across, cell)).collect())?;
    }
    for (col, &tally) in instance.cols.iter().enumerate() {
        post_line(tally, grid.col(col).map(|cell| on(&down, cell)).collect())?;
    }
    for length in 1..=longest {
        // Every ship cell has runs of length at least 1 in both directions, so for length 1 only the rows are counted.
        let runs = across.iter().chain(&down);
        let runs = runs.take(if length == 1 {
            across.len()
        } else {
            usize::MAX
        });
        let reached = instance.fleet.stretches(length as usize) as i32;
        model.post(among(
            runs.copied(),
            Domain::from(length..=longest),
            View::constant(reached),
        ))?;
    }
    Ok(Formulation {
        decisions: across.clone(),
        facts: ship.into_iter().map(Some).collect(),
        read: bool_cells::reader(across),
        passive: None,
    })
}

/// The automaton of a line. In each cell the run is 0, or one more than in the cell before; there are as many ship cells as the tally; and no run
/// ends at a length that no ship has, except 1, which may be a cell of a ship across the line.
fn line_automaton(fleet: &Fleet, tally: Option<i32>) -> Automaton {
    let longest = fleet.longest();
    let max_found = tally.map_or(0, |tally| tally as usize);
    let state = |run: usize, found: usize| found * (longest + 1) + run;
    let n_states = (longest + 1) * (max_found + 1);
    let mut automaton = Automaton::new(n_states, 0, 0..=longest as i32);
    for found in 0..=max_found {
        for run in 0..=longest {
            let more = if tally.is_some() { found + 1 } else { found };
            if run < longest && more <= max_found {
                automaton = automaton.arc(state(run, found), run as i32 + 1, state(run + 1, more));
            }
            if run < 2 || fleet.ships(run) > 0 {
                automaton = automaton.arc(state(run, found), 0, state(0, found));
                if found == max_found {
                    automaton = automaton.accept(state(run, found));
                }
            }
        }
    }
    automaton
}
