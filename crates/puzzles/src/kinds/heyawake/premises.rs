//! The premises of Heyawake.
//!
//! | premise | meaning | weight |
//! |---|---|---|
//! | `adjacent` | two adjacent cells are not both shaded | 0 |
//! | `room` | a number counts the shaded cells of its room, a clue | 2 |
//! | `three_rooms` | a line of cells into a third room has a shaded cell | 2 |
//! | `connected` | all unshaded cells are connected | 5 |

use gridwright_grid::Cell;

use crate::blocks::shading;
use crate::contract::{Claim, FactState, Premise, PremiseForm};
use crate::kinds::heyawake::Instance;

const ADJACENT: &str = "adjacent";
const ROOM: &str = "room";
const THREE_ROOMS: &str = "three_rooms";
const CONNECTED: &str = "connected";

/// The rooms with a number, then the lines, then adjacent cells, then connectivity.
pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let grid = &instance.grid;
    let claim = |cell: &Cell| Claim::is(grid.index(*cell));
    let mut premises = Vec::new();
    for (room, clue) in instance.clues.iter().enumerate() {
        if let Some(clue) = clue {
            let cells = instance.cells(room);
            let noun = if *clue == 1 { "cell" } else { "cells" };
            let words = format!("the room of {} has {clue} shaded {noun}", cells[0]);
            let form = PremiseForm::exactly(*clue as usize, cells.iter().map(claim).collect());
            premises.push(Premise::new(ROOM, 2, words, cells, form).clue());
        }
    }
    for line in instance.crossings() {
        let words = format!(
            "a shaded cell lies on the line from {} to {}, which reaches into three rooms",
            line[0],
            line[line.len() - 1]
        );
        let form = PremiseForm::at_least(1, line.iter().map(claim).collect());
        premises.push(Premise::new(THREE_ROOMS, 2, words, line, form));
    }
    for (a, b) in grid.edges() {
        let words = format!("{a} and {b} are not both shaded");
        let form = PremiseForm::at_most(1, vec![claim(&a), claim(&b)]);
        premises.push(Premise::new(ADJACENT, 0, words, [a, b], form));
    }
    let form = PremiseForm::Connected {
        nodes: (0..grid.n_cells()).map(Claim::is_not).collect(),
        edges: shading::pairs(grid),
    };
    let words = "all unshaded cells are connected";
    premises.push(Premise::new(CONNECTED, 5, words, [], form));
    premises
}

/// A room with a number and the pairs of adjacent cells in and around it; and the same with connectivity.
pub(super) fn suggest(instance: &Instance, known: &[FactState]) -> Vec<Vec<usize>> {
    let grid = &instance.grid;
    let n_rooms = instance.clues.iter().flatten().count();
    let first_pair = n_rooms + instance.crossings().len();
    let pairs: Vec<(Cell, Cell)> = grid.edges().collect();
    let connected = first_pair + pairs.len();
    let mut local = Vec::new();
    let mut premise = 0;
    for (room, clue) in instance.clues.iter().enumerate() {
        if clue.is_none() {
            continue;
        }
        let cells = instance.cells(room);
        let is_open = |cell: &Cell| known[grid.index(*cell)] == FactState::Open;
        if cells.iter().any(is_open) {
            let mut set = vec![premise];
            for (at, (a, b)) in pairs.iter().enumerate() {
                if cells.contains(a) || cells.contains(b) {
                    set.push(first_pair + at);
                }
            }
            local.push(set);
        }
        premise += 1;
    }
    let mut sets = local.clone();
    for mut set in local {
        set.push(connected);
        sets.push(set);
    }
    sets
}
