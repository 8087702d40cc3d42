//! The rules of Battleship as people say them.
//!
//! | premise | says | weight |
//! |---|---|---|
//! | `hint` | what a hint shows of its cell and of those beside it, a clue | 0 |
//! | `surround` | ships do not touch, not even at a corner | 0 |
//! | `tally` | a row or column has as many cells of ships as its tally, a clue | 2 |
//! | `longest` | no ship is longer than the longest of the fleet | 3 |
//! | `rest` | lines without a tally have what is left of the fleet, implied | 4 |
//! | `fleet` | there are so many ships of a length | 6 |

use gridwright_grid::board::Part;
use gridwright_grid::{Cell, Direction};

use super::instance::{Hint, Instance, onward};
use crate::premise::{Argument, Claim, Form, Premise, Said};

/// The names of the premises.
const HINT: &str = "hint";
const SURROUND: &str = "surround";
const TALLY: &str = "tally";
const LONGEST: &str = "longest";
const REST: &str = "rest";
const FLEET: &str = "fleet";

/// The four sides of a cell.
const SIDES: [Direction; 4] = [
    Direction::North,
    Direction::East,
    Direction::South,
    Direction::West,
];
/// Its corners.
const CORNERS: [Direction; 4] = [
    Direction::NorthEast,
    Direction::SouthEast,
    Direction::SouthWest,
    Direction::NorthWest,
];

/// All premises of a board.
pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let grid = &instance.grid;
    let mut premises = Vec::new();
    for (cell, hint) in grid.cells().zip(&instance.hints) {
        if let Some(hint) = hint {
            let words = format!("{cell} is given as {}", name(*hint));
            let form = shown(instance, cell, *hint);
            premises.push(Premise::new(HINT, 0, words, [cell], form).clue());
        }
    }
    for cell in grid.cells() {
        let corners = CORNERS.iter().filter_map(|&to| grid.step(cell, to));
        let corners: Vec<Claim> = corners.map(|cell| ship(instance, cell)).collect();
        if !corners.is_empty() {
            let apart = Box::new(Form::at_most(0, corners));
            let form = Form::When(vec![ship(instance, cell)], apart);
            let words = format!("no ship touches {cell} at a corner");
            premises.push(Premise::new(SURROUND, 0, words, [cell], form));
        }
    }
    for (what, tallies) in [("row", &instance.rows), ("column", &instance.cols)] {
        let mut rest = Vec::new();
        let mut left = instance.fleet.stretches(1) as i32;
        for (i, tally) in tallies.iter().enumerate() {
            let cells: Vec<Cell> = match what {
                "row" => grid.row(i).collect(),
                _ => grid.col(i).collect(),
            };
            let Some(tally) = *tally else {
                rest.extend(cells);
                continue;
            };
            left -= tally;
            let form = Form::exactly(tally as usize, ships(instance, &cells));
            let words = format!("{what} {} has {}", i + 1, count(tally));
            premises.push(Premise::new(TALLY, 2, words, cells, form).clue());
        }
        // Tallies that ask for more than the fleet leave no answer; that is for the other premises to say.
        if let (false, Ok(left)) = (rest.is_empty(), usize::try_from(left)) {
            let form = Form::exactly(left, ships(instance, &rest));
            let words = format!(
                "the {what}s without a tally have {} together",
                count(left as i32)
            );
            premises.push(Premise::new(REST, 4, words, rest, form).implied());
        }
    }
    premises.extend(fleet(instance));
    premises
}

/// The claim that a cell is ship.
fn ship(instance: &Instance, cell: Cell) -> Claim {
    Claim::is(instance.grid.index(cell))
}

fn ships(instance: &Instance, cells: &[Cell]) -> Vec<Claim> {
    cells.iter().map(|&cell| ship(instance, cell)).collect()
}

/// So many cells of ships, in words.
fn count(cells: i32) -> String {
    match cells {
        0 => "no cell of a ship".to_owned(),
        1 => "one cell of a ship".to_owned(),
        n => format!("{n} cells of ships"),
    }
}

/// What a hint shows, in words.
fn name(hint: Hint) -> &'static str {
    match hint {
        Hint::Water => "water",
        Hint::Ship(Part::Whole) => "a whole ship",
        Hint::Ship(Part::Top) => "the top of a ship",
        Hint::Ship(Part::Bottom) => "the bottom of a ship",
        Hint::Ship(Part::Left) => "the left end of a ship",
        Hint::Ship(Part::Right) => "the right end of a ship",
        Hint::Ship(Part::Middle) => "the middle of a ship",
        Hint::Ship(Part::Unknown) => "a part of a ship",
    }
}

/// What a hint says of its cell and of the four beside it.
fn shown(instance: &Instance, cell: Cell, hint: Hint) -> Form {
    let Hint::Ship(part) = hint else {
        return Form::just(ship(instance, cell).opposite());
    };
    let mut forms = vec![Form::just(ship(instance, cell))];
    let beside = |to: Direction| {
        instance
            .grid
            .step(cell, to)
            .map(|cell| ship(instance, cell))
    };
    match part {
        Part::Unknown => {}
        Part::Middle => {
            // Along the row or along the column; off the board there is no ship.
            let line = |ends: [Direction; 2]| {
                let ends: Vec<Claim> = ends.into_iter().filter_map(beside).collect();
                (ends.len() == 2).then_some(ends)
            };
            let lines = [
                line([Direction::West, Direction::East]),
                line([Direction::North, Direction::South]),
            ];
            let sides: Vec<Claim> = SIDES.into_iter().filter_map(beside).collect();
            forms.push(Form::exactly(2, sides));
            forms.push(Form::Groups {
                of: lines.into_iter().flatten().collect(),
                min: 1,
                max: 1,
            });
        }
        _ => {
            for to in SIDES {
                let goes_on = onward(part) == Some(to);
                match beside(to) {
                    Some(claim) if goes_on => forms.push(Form::just(claim)),
                    Some(claim) => forms.push(Form::just(claim.opposite())),
                    // An end that goes on beyond the edge cannot be.
                    None if goes_on => forms.push(Form::at_least(1, Vec::new())),
                    None => {}
                }
            }
        }
    }
    Form::All(forms)
}

/// How many ships there are of each length, and that none is longer.
fn fleet(instance: &Instance) -> Vec<Premise> {
    let grid = &instance.grid;
    let longest = instance.fleet.longest();
    let mut premises = Vec::new();
    let mut too_long = Vec::new();
    for to in [Direction::East, Direction::South] {
        for cell in grid.cells() {
            if let Some(stretch) = stretch(instance, cell, to, longest + 1) {
                too_long.push(Form::at_most(longest, ships(instance, &stretch)));
            }
        }
    }
    if !too_long.is_empty() {
        let words = format!("no ship is longer than {longest}");
        premises.push(Premise::new(LONGEST, 3, words, [], Form::All(too_long)));
    }
    for length in (1..=longest).rev() {
        let wanted = instance.fleet.ships(length);
        let directions: &[Direction] = match length {
            1 => &[Direction::East],
            _ => &[Direction::East, Direction::South],
        };
        let starts = directions
            .iter()
            .flat_map(|&to| grid.cells().map(move |cell| (cell, to)));
        let places = starts.filter_map(|(cell, to)| whole_ship(instance, cell, to, length));
        let form = Form::Groups {
            of: places.collect(),
            min: wanted,
            max: wanted,
        };
        let words = match wanted {
            0 => format!("the fleet has no ship of length {length}"),
            1 => format!("the fleet has one ship of length {length}"),
            n => format!("the fleet has {n} ships of length {length}"),
        };
        premises.push(Premise::new(FLEET, 6, words, [], form));
    }
    premises
}

/// So many cells from one on, where they are on the board.
fn stretch(instance: &Instance, cell: Cell, to: Direction, length: usize) -> Option<Vec<Cell>> {
    let ray = instance.grid.ray(cell, to).take(length - 1);
    let cells: Vec<Cell> = std::iter::once(cell).chain(ray).collect();
    (cells.len() == length).then_some(cells)
}

/// What says that a ship of this length begins at a cell: its cells are ship, and before and after it is none. Beside it there is none as ships do not
/// touch at corners; a ship of one cell has no such corners to speak of, so all its sides are named.
fn whole_ship(instance: &Instance, cell: Cell, to: Direction, length: usize) -> Option<Vec<Claim>> {
    let grid = &instance.grid;
    let cells = stretch(instance, cell, to, length)?;
    let mut claims = ships(instance, &cells);
    let ends: Vec<Cell> = match length {
        1 => SIDES.iter().filter_map(|&to| grid.step(cell, to)).collect(),
        _ => {
            let last = cells.last().and_then(|&last| grid.step(last, to));
            last.into_iter()
                .chain(grid.step(cell, to.opposite()))
                .collect()
        }
    };
    claims.extend(ends.iter().map(|&cell| ship(instance, cell).opposite()));
    Some(claims)
}

/// A step in the words of ships.
pub(super) fn say(instance: &Instance, argument: &Argument<'_>) -> Option<Said> {
    let [premise] = argument.premises else {
        return None;
    };
    let of = |holds: bool| {
        let claims = argument.concludes.iter();
        let cells = claims.filter(move |claim| claim.holds == holds);
        cells.map(|claim| instance.grid.cell(claim.fact).to_string())
    };
    let then = match (list(of(true)), list(of(false))) {
        (Some(ships), Some(water)) => format!("{ships} is ship and {water} is water"),
        (Some(ships), None) => format!("{ships} is ship"),
        (None, Some(water)) => format!("{water} is water"),
        (None, None) => return None,
    };
    let then = match argument.concludes.len() {
        1 => then,
        _ => then.replace(" is ", " are "),
    };
    let told = premise.sentence();
    let all_water = argument.concludes.iter().all(|claim| !claim.holds);
    let all_ship = argument.concludes.iter().all(|claim| claim.holds);
    let (technique, sentence) = match premise.rule {
        TALLY if all_water && argument.used.iter().all(|claim| !claim.holds) => {
            ("empty line", format!("{told}: {then}."))
        }
        TALLY if all_water => {
            let found = match told.ends_with("one cell of a ship") {
                true => "which is found",
                false => "which are found",
            };
            ("tally is full", format!("{told}, {found}: {then}."))
        }
        TALLY if all_ship => (
            "tally takes the rest",
            format!("{told}, and every open cell is needed: {then}."),
        ),
        LONGEST => ("longest ship", format!("{told}, so {then}.")),
        REST => ("what is left of the fleet", format!("{told}, so {then}.")),
        FLEET if all_water => ("ships are found", format!("{told}, and no more: {then}.")),
        FLEET => (
            "only place for a ship",
            format!("{told}, and there is no other room: {then}."),
        ),
        _ => return None,
    };
    Some(Said {
        technique,
        sentence,
    })
}

/// Words with commas and an "and"; nothing of nothing.
fn list(words: impl Iterator<Item = String>) -> Option<String> {
    let words: Vec<String> = words.collect();
    let (last, rest) = words.split_last()?;
    Some(match rest {
        [] => last.clone(),
        _ => format!("{} and {last}", rest.join(", ")),
    })
}
