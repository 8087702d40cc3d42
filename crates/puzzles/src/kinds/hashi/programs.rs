//! The CHR program for Hashiwokakero: that of report 000 with all its variants.

use std::collections::HashMap;

use gridwright_term::Term;

use crate::blocks::chr_terms::{counted, rows};
use crate::contract::{Claim, ON, Program, ProgramInfo, ProgramState, Switch};
use crate::kinds::hashi::{Answer, Hashi, Instance};

pub(super) const ALL: &[Program<Hashi>] = &[Program {
    info: ProgramInfo {
        name: "squares",
        about: "report 000: a variable is the number of bridges that cross a side of a square",
        file: "squares.chr",
        source: include_str!("squares.chr"),
        switches: SWITCHES,
    },
    query,
    read,
    watched: &["square", "in"],
    claims,
}];

const SWITCHES: &[Switch] = &[
    Switch::new(
        "select",
        "variables island by island, or in the order of the constraint store",
        &["input_order", "store"],
    ),
    Switch::new(
        "connectivity",
        "version 2 of the report, with sets of joined islands, or version 1, islands reached from the first",
        &["disjoint_set", "reachability"],
    ),
    Switch::new("improvement_1", "1-1 and 2=2 are ruled out in advance", ON),
    Switch::new(
        "improvement_2",
        "closed sets of islands fail during search (with disjoint_set)",
        ON,
    ),
];

fn query(instance: &Instance) -> String {
    let mut words = vec!["0".to_owned(); instance.grid.n_cells()];
    for island in &instance.islands {
        let word = island.bridges.map(|number| number.to_string());
        words[instance.grid.index(island.cell)] = word.unwrap_or_else(|| "any".to_owned());
    }
    let board = rows(instance.grid.cols(), words.into_iter());
    format!("solve({board}, {}, Answer)", instance.max_bridges)
}

/// Reads the bridges of each segment: those that leave its first island to the east or south.
fn read(instance: &Instance, bound: &Term) -> Option<Answer> {
    let Term::List(islands) = bound else {
        return None;
    };
    let mut bridges = Vec::with_capacity(instance.segments.len());
    for segment in &instance.segments {
        let (a, b) = instance.ends(*segment);
        let sides = islands.get(segment.a)?.args();
        let Term::Int(number) = sides.get(usize::from(a.row != b.row))? else {
            return None;
        };
        bridges.push(i32::try_from(*number).ok()?);
    }
    Some(Answer(bridges))
}

/// Claims from the domains of the sides of squares with islands.
fn claims(instance: &Instance, state: &ProgramState<'_>) -> Vec<Claim> {
    let n_facts = instance.max_bridges as usize;
    let squares = state.each("square").filter_map(|square| {
        let [row, col, _, _, east, south, _] = square;
        Some(((counted(row)?, counted(col)?), [east, south]))
    });
    let squares: HashMap<(usize, usize), [&Term; 2]> = squares.collect();
    let mut claims = Vec::new();
    for (at, segment) in instance.segments.iter().enumerate() {
        let (a, b) = instance.ends(*segment);
        let Some(sides) = squares.get(&(a.row, a.col)) else {
            continue;
        };
        let Some(left) = state.left(sides[usize::from(a.row != b.row)]) else {
            continue;
        };
        let (Some(min), Some(max)) = (left.iter().min(), left.iter().max()) else {
            continue;
        };
        for (fact, bridges) in (1..=instance.max_bridges).enumerate() {
            if *min >= bridges {
                claims.push(Claim::is(at * n_facts + fact));
            } else if *max < bridges {
                claims.push(Claim::is_not(at * n_facts + fact));
            }
        }
    }
    claims
}
