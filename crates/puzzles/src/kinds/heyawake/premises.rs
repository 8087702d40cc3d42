//! The premises of Heyawake.
//!
//! | premise | meaning | weight |
//! |---|---|---|
//! | `adjacent` | two adjacent cells are not both shaded | 0 |
//! | `room` | a number counts the shaded cells of its room, a clue | 2 |
//! | `three_rooms` | a line of cells into a third room has a shaded cell | 2 |
//! | `connected` | all unshaded cells are connected | 5 |

use gridwright_grid::Cell;

use crate::blocks::open_cells::{all_there, rest_needed};
use crate::blocks::shading;
use crate::blocks::step_words::list_or_fold;
use crate::contract::{
    Argument, Claim, FactState, Failure, Premise, PremiseForm, StepText, plural,
};
use crate::kinds::heyawake::Instance;

const ADJACENT: &str = "adjacent";
const ROOM: &str = "room";
const THREE_ROOMS: &str = "three_rooms";
const CONNECTED: &str = "connected";

/// The largest room whose cells are considered together.
const MAX_ROOM: usize = 16;

/// The rooms with a number, then the lines, then adjacent cells, then connectivity.
pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let grid = &instance.grid;
    let claim = |cell: &Cell| Claim::is(grid.index(*cell));
    let mut premises = Vec::new();
    for (room, clue) in instance.clues.iter().enumerate() {
        if let Some(clue) = clue {
            let cells = instance.cells(room);
            let words = match clue {
                0 => format!("the room of {} has no shaded cell", cells[0]),
                1 => format!("the room of {} has 1 shaded cell", cells[0]),
                _ => format!("the room of {} has {clue} shaded cells", cells[0]),
            };
            let form = PremiseForm::exactly(*clue as usize, cells.iter().map(claim).collect());
            let (name, shaded) = (
                format!("the room of {}", cells[0]),
                plural(*clue as usize, "shaded cell"),
            );
            premises.push(
                Premise::new(ROOM, 2, words, cells, form)
                    .failure(
                        Failure::TooMany,
                        format!("{name} would have more than {shaded}"),
                    )
                    .failure(Failure::TooFew, format!("{name} could not have {shaded}"))
                    .brief(name)
                    .clue(),
            );
        }
    }
    for line in instance.crossings() {
        let words = format!(
            "the line from {} to {} reaches into three rooms and needs a shaded cell",
            line[0],
            line[line.len() - 1]
        );
        let violation = format!(
            "the line from {} to {}, which reaches into three rooms, has no shaded cell",
            line[0],
            line[line.len() - 1]
        );
        let form = PremiseForm::at_least(1, line.iter().map(claim).collect());
        let brief = format!("the line from {} to {}", line[0], line[line.len() - 1]);
        let line = Premise::new(THREE_ROOMS, 2, words, line, form);
        premises.push(line.violation(violation).brief(brief));
    }
    for (a, b) in grid.edges() {
        let words = format!("{a} and {b} are not both shaded");
        let form = PremiseForm::at_most(1, vec![claim(&a), claim(&b)]);
        let adjacent = Premise::new(ADJACENT, 0, words, [a, b], form);
        premises
            .push(adjacent.violation(format!("the neighbours {a} and {b} would both be shaded")));
    }
    let form = PremiseForm::Connected {
        nodes: (0..grid.n_cells()).map(Claim::is_not).collect(),
        edges: shading::pairs(grid),
    };
    let words = "all unshaded cells are connected";
    let connected = Premise::new(CONNECTED, 5, words, [], form);
    let connected = connected.violation("some unshaded cells would be cut off from the others");
    let words = "{} would be cut off from the other unshaded cells";
    premises.push(
        connected
            .failure(Failure::Apart, words)
            .brief("to stay connected"),
    );
    premises
}

/// A room with a number and the pairs of adjacent cells in and around it.
pub(super) fn suggest(instance: &Instance, known: &[FactState]) -> Vec<Vec<usize>> {
    let grid = &instance.grid;
    let n_rooms = instance.clues.iter().flatten().count();
    let first_pair = n_rooms + instance.crossings().len();
    let pairs: Vec<(Cell, Cell)> = grid.edges().collect();
    let mut sets = Vec::new();
    let mut premise = 0;
    for (room, clue) in instance.clues.iter().enumerate() {
        if clue.is_none() {
            continue;
        }
        let cells = instance.cells(room);
        let is_open = |cell: &Cell| known[grid.index(*cell)] == FactState::Open;
        if cells.len() <= MAX_ROOM && cells.iter().any(is_open) {
            let mut set = vec![premise];
            for (at, (a, b)) in pairs.iter().enumerate() {
                if cells.contains(a) || cells.contains(b) {
                    set.push(first_pair + at);
                }
            }
            sets.push(set);
        }
        premise += 1;
    }
    sets
}

/// The names are those of players: two rooms in a line, a chain across the board.
pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let then = shading::conclusions(&instance.grid, argument);
    let step = |technique: &'static str, why: String| {
        Some(StepText::new(technique, format!("{why}: {then}.")))
    };
    if let Some(rule) = argument.refuting_rule().filter(|_| argument.excludes()) {
        let claims = argument.concludes.iter();
        let cells = claims.map(|claim| instance.grid.cell(claim.fact).to_string());
        let cells = list_or_fold(&cells.collect::<Vec<_>>(), "or", argument.is_full);
        let title = rule.sentence();
        return match rule.rule {
            ROOM => step(
                "room needs its cells",
                format!("{title}, and shading {cells} would leave too few"),
            ),
            THREE_ROOMS => step(
                "two rooms in a line",
                format!("{title}, and shading {cells} would leave none for it"),
            ),
            _ => step(
                "chain across the board",
                format!("Shading {cells} would cut off unshaded cells"),
            ),
        };
    }
    if let Some(chain) = argument.chain {
        return Some(StepText::new("what if", chain.concluding(&then)));
    }
    let rules = |rule: &str| {
        argument
            .premises
            .iter()
            .find(|premise| premise.rule == rule)
    };
    let is_open = |cell: &Cell| argument.known[instance.grid.index(*cell)] == FactState::Open;
    if let Some(room) = rules(ROOM) {
        let title = room.sentence();
        return match argument.premises.len() {
            1 if !argument.excludes() => step(
                "full room",
                format!("{title}{}", rest_needed(n_shaded(room))),
            ),
            1 if title.ends_with("no shaded cell") => step("empty room", title),
            1 => step("full room", format!("{title}{}", all_there(n_shaded(room)))),
            _ => step("packed room", format!("{title}, which do not touch")),
        };
    }
    let [premise] = argument.premises else {
        return None;
    };
    match premise.rule {
        THREE_ROOMS => {
            let (first, last) = (premise.cells.first()?, premise.cells.last()?);
            let left = premise.cells.iter().filter(|cell| is_open(cell)).count();
            let why = format!("The line from {first} to {last} reaches into three rooms");
            step("two rooms in a line", match left {
                1 => format!("{why}, and only one of its cells can still be shaded"),
                _ => why,
            })
        }
        CONNECTED => step(
            "chain across the board",
            "Another shaded cell there would close a chain of shaded cells that cuts the board in two".to_owned(),
        ),
        _ => None,
    }
}

/// The number of a room.
fn n_shaded(room: &Premise) -> usize {
    match &room.form {
        PremiseForm::Count { max, .. } => *max,
        _ => 0,
    }
}
