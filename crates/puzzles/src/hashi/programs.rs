//! The program of rules for Hashiwokakero, that of report 000 with all its variants.

use gridwright_term::Term;

use super::{Answer, Hashi, Instance};
use crate::program::{ON, Program, ProgramCard, Switch, rows};

/// The programs.
pub(super) const ALL: &[Program<Hashi>] = &[Program {
    card: ProgramCard {
        name: "squares",
        about: "report 000: a variable is the number of bridges that cross a side of a square",
        file: "squares.chr",
        source: include_str!("squares.chr"),
        switches: SWITCHES,
    },
    query,
    read,
}];

const SWITCHES: &[Switch] = &[
    Switch {
        name: "select",
        about: "variables island by island, or as the store of constraints gives them",
        values: &["input_order", "store"],
    },
    Switch {
        name: "connectivity",
        about: "version 2 of the report, with sets of joined islands, or version 1, islands reached from the first",
        values: &["disjoint_set", "reachability"],
    },
    Switch {
        name: "improvement_1",
        about: "1-1 and 2=2 are refused beforehand",
        values: ON,
    },
    Switch {
        name: "improvement_2",
        about: "sets of islands that can grow no more are refused during search (with disjoint_set)",
        values: ON,
    },
];

fn query(instance: &Instance) -> String {
    let mut words = vec!["0".to_owned(); instance.grid.n_cells()];
    for island in &instance.islands {
        let word = island.bridges.map(|number| number.to_string());
        words[instance.grid.index(island.cell)] = word.unwrap_or_else(|| "any".to_owned());
    }
    let board = rows(instance.grid.cols(), words.into_iter());
    format!("solve({board}, {}, Answer)", instance.most)
}

/// The bridges to the east and south of each island; where they lead nowhere there are none.
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
