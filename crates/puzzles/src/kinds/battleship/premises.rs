//! The premises of Battleship.
//!
//! | premise | meaning | weight |
//! |---|---|---|
//! | `hint` | the contents of a hinted cell and what they imply for the cells next to it, a clue | 0 |
//! | `surround` | ships do not touch, not even at a corner | 0 |
//! | `tally` | a row or column has as many ship cells as its tally, a clue | 2 |
//! | `longest` | no ship is longer than the longest of the fleet | 3 |
//! | `longer` | ships of length k or more contain a fixed number of stretches of k consecutive ship cells, implied | 4 |
//! | `rest` | the rows (or columns) without a tally have the remaining ship cells of the fleet, implied | 4 |
//! | `room` | the ships of a length are at places that the tallies allow, implied | 5 |
//! | `fleet` | the number of ships of a length | 6 |

use gridwright_grid::board::ShipPart;
use gridwright_grid::{Cell, Direction};

use crate::blocks::step_words::list;
use crate::contract::{Claim, Failure, Premise, PremiseForm};
use crate::kinds::battleship::instance::{Hint, Instance, continues_to};

const HINT: &str = "hint";
pub(super) const SURROUND: &str = "surround";
pub(super) const TALLY: &str = "tally";
pub(super) const LONGEST: &str = "longest";
pub(super) const LONGER: &str = "longer";
pub(super) const REST: &str = "rest";
pub(super) const ROOM: &str = "room";
pub(super) const FLEET: &str = "fleet";

/// The four sides of a cell.
const SIDES: [Direction; 4] = [
    Direction::North,
    Direction::East,
    Direction::South,
    Direction::West,
];
const CORNERS: [Direction; 4] = [
    Direction::NorthEast,
    Direction::SouthEast,
    Direction::SouthWest,
    Direction::NorthWest,
];

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
            let apart = Box::new(PremiseForm::at_most(0, corners));
            let form = PremiseForm::When(vec![ship(instance, cell)], apart);
            let words = format!("no ship touches {cell} at a corner");
            let surround = Premise::new(SURROUND, 0, words, [cell], form);
            let words = format!("{cell} and {{}} would touch at a corner");
            premises.push(surround.failure(Failure::TooMany, words));
        }
    }
    for line in lines(instance) {
        let form = PremiseForm::exactly(line.tally as usize, ships(instance, &line.cells));
        let words = format!("{} has {}", line.name, count(line.tally));
        let violation = match line.tally {
            0 => format!("{} would have a cell of a ship", line.name),
            tally => format!("{} cannot have {}", line.name, count(tally)),
        };
        let tally = Premise::new(TALLY, 2, words, line.cells, form).clue();
        let (name, cells) = (&line.name, count(line.tally));
        premises.push(
            tally
                .failure(
                    Failure::TooMany,
                    format!("{name} would have more than {cells}"),
                )
                .failure(Failure::TooFew, format!("{name} could not have {cells}"))
                .violation(violation)
                .brief(name),
        );
    }
    premises.extend(rests(instance));
    premises.extend(fleet(instance));
    premises
}

/// A row or column with its tally.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) name: String,
    pub(super) cells: Vec<Cell>,
    pub(super) tally: i32,
}

/// The rows and columns that have a tally, rows first.
pub(super) fn lines(instance: &Instance) -> Vec<Line> {
    let grid = &instance.grid;
    let line = |what: &str, at: usize, tally: &Option<i32>| {
        let cells = match what {
            "row" => grid.row(at).collect(),
            _ => grid.col(at).collect(),
        };
        Some(Line {
            name: format!("{what} {}", at + 1),
            cells,
            tally: (*tally)?,
        })
    };
    let rows = instance.rows.iter().enumerate();
    let cols = instance.cols.iter().enumerate();
    let rows = rows.filter_map(|(row, tally)| line("row", row, tally));
    let cols = cols.filter_map(|(col, tally)| line("column", col, tally));
    rows.chain(cols).collect()
}

/// The `rest` premises: one for the rows without a tally, one for the columns without a tally.
fn rests(instance: &Instance) -> Vec<Premise> {
    let grid = &instance.grid;
    let mut premises = Vec::new();
    for (what, tallies) in [("row", &instance.rows), ("column", &instance.cols)] {
        let without = tallies
            .iter()
            .enumerate()
            .filter(|(_, tally)| tally.is_none());
        let rest: Vec<Cell> = match what {
            "row" => without.flat_map(|(row, _)| grid.row(row)).collect(),
            _ => without.flat_map(|(col, _)| grid.col(col)).collect(),
        };
        let given: i32 = tallies.iter().flatten().sum();
        let left = instance.fleet.stretches(1) as i32 - given;
        // Tallies that exceed the fleet leave no answer; other premises cover that.
        if let (false, Ok(left)) = (rest.is_empty(), usize::try_from(left)) {
            let form = PremiseForm::exactly(left, ships(instance, &rest));
            let words = format!(
                "the {what}s without a tally have {} together",
                count(left as i32)
            );
            let rest = Premise::new(REST, 4, words, rest, form).implied();
            let cells = count(left as i32);
            premises.push(
                rest.failure(
                    Failure::TooMany,
                    format!("the {what}s without a tally would have more than {cells} together"),
                )
                .failure(
                    Failure::TooFew,
                    format!("the {what}s without a tally could not have {cells} together"),
                )
                .brief(format!("the {what}s without a tally")),
            );
        }
    }
    premises
}

/// The claim that a cell is ship.
fn ship(instance: &Instance, cell: Cell) -> Claim {
    Claim::is(instance.grid.index(cell))
}

fn ships(instance: &Instance, cells: &[Cell]) -> Vec<Claim> {
    cells.iter().map(|&cell| ship(instance, cell)).collect()
}

/// A number of ship cells, in words.
fn count(cells: i32) -> String {
    match cells {
        0 => "no cell of a ship".to_owned(),
        1 => "one cell of a ship".to_owned(),
        n => format!("{n} cells of ships"),
    }
}

fn name(hint: Hint) -> &'static str {
    match hint {
        Hint::Water => "water",
        Hint::Ship(ShipPart::Whole) => "a whole ship",
        Hint::Ship(ShipPart::Top) => "the top of a ship",
        Hint::Ship(ShipPart::Bottom) => "the bottom of a ship",
        Hint::Ship(ShipPart::Left) => "the left end of a ship",
        Hint::Ship(ShipPart::Right) => "the right end of a ship",
        Hint::Ship(ShipPart::Middle) => "the middle of a ship",
        Hint::Ship(ShipPart::Unknown) => "a part of a ship",
    }
}

/// The form of a hint, about its cell and the four next to it.
fn shown(instance: &Instance, cell: Cell, hint: Hint) -> PremiseForm {
    let Hint::Ship(part) = hint else {
        return PremiseForm::just(ship(instance, cell).opposite());
    };
    let mut forms = vec![PremiseForm::just(ship(instance, cell))];
    let beside = |to: Direction| {
        instance
            .grid
            .step(cell, to)
            .map(|cell| ship(instance, cell))
    };
    match part {
        ShipPart::Unknown => {}
        ShipPart::Middle => {
            // The ship continues along the row or along the column, but not off the board.
            let line = |ends: [Direction; 2]| {
                let ends: Vec<Claim> = ends.into_iter().filter_map(beside).collect();
                (ends.len() == 2).then_some(ends)
            };
            let lines = [
                line([Direction::West, Direction::East]),
                line([Direction::North, Direction::South]),
            ];
            let sides: Vec<Claim> = SIDES.into_iter().filter_map(beside).collect();
            forms.push(PremiseForm::exactly(2, sides));
            forms.push(PremiseForm::Groups {
                of: lines.into_iter().flatten().collect(),
                min: 1,
                max: 1,
            });
        }
        _ => {
            for to in SIDES {
                let continues = continues_to(part) == Some(to);
                match beside(to) {
                    Some(claim) if continues => forms.push(PremiseForm::just(claim)),
                    Some(claim) => forms.push(PremiseForm::just(claim.opposite())),
                    // A ship cannot continue beyond the edge: a form that never holds.
                    None if continues => forms.push(PremiseForm::at_least(1, Vec::new())),
                    None => {}
                }
            }
        }
    }
    PremiseForm::All(forms)
}

/// The premises about the lengths of ships: `longest`, `longer`, `room`, `fleet`.
fn fleet(instance: &Instance) -> Vec<Premise> {
    let grid = &instance.grid;
    let longest = instance.fleet.longest();
    let mut premises = Vec::new();
    let mut too_long = Vec::new();
    for to in [Direction::East, Direction::South] {
        for cell in grid.cells() {
            if let Some(stretch) = stretch(instance, cell, to, longest + 1) {
                too_long.push(PremiseForm::at_most(longest, ships(instance, &stretch)));
            }
        }
    }
    if !too_long.is_empty() {
        let words = format!("no ship is longer than {longest}");
        premises.push(Premise::new(
            LONGEST,
            3,
            words,
            [],
            PremiseForm::All(too_long),
        ));
    }
    let counted = |of: Vec<Vec<Claim>>, n: usize| PremiseForm::Groups { of, min: n, max: n };
    for length in (2..=longest).rev() {
        let stretches = starts(instance, length)
            .filter(|&(cell, to)| fits_tallies(instance, cell, to, length))
            .filter_map(|(cell, to)| stretch(instance, cell, to, length));
        let stretches = stretches.map(|cells| ships(instance, &cells)).collect();
        let n = instance.fleet.stretches(length);
        let form = counted(stretches, n);
        let words = match n {
            1 => format!("one ship has {length} cells in a row"),
            _ if n == instance.fleet.ships(length) => {
                format!("{n} ships have {length} cells in a row")
            }
            _ => {
                let lengths = (length..=longest).rev();
                let ships = lengths.map(|length| (instance.fleet.ships(length), length));
                let ships = ships.filter(|(ships, _)| *ships > 0);
                let ships: Vec<String> = ships.map(|(n, length)| of_length(n, length)).collect();
                format!("the fleet has {}", list(&ships, "and"))
            }
        };
        let violation = words.replace(" has ", " could not have ");
        let violation = violation.replace(" have ", " could not have ");
        let longer = Premise::new(LONGER, 4, words, [], form).implied();
        premises.push(longer.violation(violation));
    }
    for length in (1..=longest).rev() {
        let required = instance.fleet.ships(length);
        let places = starts(instance, length)
            .filter(|&(cell, to)| fits_tallies(instance, cell, to, length))
            .filter_map(|(cell, to)| with_its_lines(instance, cell, to, length));
        let form = counted(places.collect(), required);
        let words = format!("the tallies leave room for {}", of_length(required, length));
        let violation = match required {
            0 => format!("there would be a ship of length {length}"),
            _ => format!(
                "there cannot be {} within the tallies",
                of_length(required, length)
            ),
        };
        let room = Premise::new(ROOM, 5, words, [], form).implied();
        premises.push(room.violation(violation));
    }
    for length in (1..=longest).rev() {
        let required = instance.fleet.ships(length);
        let places = starts(instance, length)
            .filter_map(|(cell, to)| whole_ship(instance, cell, to, length));
        let form = counted(places.collect(), required);
        let words = format!("the fleet has {}", of_length(required, length));
        let violation = match required {
            0 => format!("there would be a ship of length {length}"),
            _ => format!("there cannot be {}", of_length(required, length)),
        };
        premises.push(Premise::new(FLEET, 6, words, [], form).violation(violation));
    }
    premises
}

/// A number of ships of a length, in words.
fn of_length(ships: usize, length: usize) -> String {
    match ships {
        0 => format!("no ship of length {length}"),
        1 => format!("one ship of length {length}"),
        n => format!("{n} ships of length {length}"),
    }
}

/// The first cells of ships of a length, with their directions; ships may extend beyond the board.
fn starts(instance: &Instance, length: usize) -> impl Iterator<Item = (Cell, Direction)> + '_ {
    let directions: &[Direction] = match length {
        1 => &[Direction::East],
        _ => &[Direction::East, Direction::South],
    };
    let cells = move |&to: &Direction| instance.grid.cells().map(move |cell| (cell, to));
    directions.iter().flat_map(cells)
}

/// The tallies of the row and column of a cell: first of the line along a ship in direction `to`, then of the line across it.
fn tallies(instance: &Instance, cell: Cell, to: Direction) -> (Option<i32>, Option<i32>) {
    let (row, col) = (instance.rows[cell.row], instance.cols[cell.col]);
    match to {
        Direction::East => (row, col),
        _ => (col, row),
    }
}

/// Whether the tallies allow a ship of this length that begins at a cell.
fn fits_tallies(instance: &Instance, cell: Cell, to: Direction, length: usize) -> bool {
    let along = tallies(instance, cell, to).0;
    let cells = stretch(instance, cell, to, length).unwrap_or_default();
    let mut across = cells.iter().map(|&cell| tallies(instance, cell, to).1);
    along.is_none_or(|tally| tally >= length as i32) && across.all(|tally| tally != Some(0))
}

/// The claims that a ship of this length begins at a cell, and that the other cells are water in lines whose tallies it completes.
fn with_its_lines(
    instance: &Instance,
    cell: Cell,
    to: Direction,
    length: usize,
) -> Option<Vec<Claim>> {
    let grid = &instance.grid;
    let mut claims = whole_ship(instance, cell, to, length)?;
    let cells = stretch(instance, cell, to, length)?;
    let line = |cell: Cell, along: bool| -> Vec<Cell> {
        match (to, along) {
            (Direction::East, true) | (Direction::South, false) => grid.row(cell.row).collect(),
            _ => grid.col(cell.col).collect(),
        }
    };
    let mut filled = Vec::new();
    if tallies(instance, cell, to).0 == Some(length as i32) {
        filled.extend(line(cell, true));
    }
    for &cell in &cells {
        if tallies(instance, cell, to).1 == Some(1) {
            filled.extend(line(cell, false));
        }
    }
    let water = filled.into_iter().filter(|cell| !cells.contains(cell));
    claims.extend(water.map(|cell| ship(instance, cell).opposite()));
    claims.sort_unstable();
    claims.dedup();
    Some(claims)
}

/// `length` consecutive cells that begin at `cell`, if all are on the board.
fn stretch(instance: &Instance, cell: Cell, to: Direction, length: usize) -> Option<Vec<Cell>> {
    let ray = instance.grid.ray(cell, to).take(length - 1);
    let cells: Vec<Cell> = std::iter::once(cell).chain(ray).collect();
    (cells.len() == length).then_some(cells)
}

/// The claims that a ship of this length begins at a cell: its cells are ship, and the cells before and after it are water. The cells beside it are water because ships
/// do not touch at corners; for a ship of one cell, the claims include all four sides.
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
