//! Generates Battleship boards. A fleet is placed at random, the longest ships first; if that fails too often, an engine searches, which also proves when
//! a fleet does not fit. Tallies are always shown unless the puzzle is minimal; hints are removed. Middle parts of ships are hinted only if the
//! hints must be symmetric, because they are weak hints.

use gridwright_fd::Rng;
use gridwright_grid::board::ShipPart;
use gridwright_grid::{Cell, Direction, Grid};

use crate::contract::{
    BoardSource, Claim, Clue, Draft, DraftChoice, Generate, GenerateError, GenerateOption,
    GenerateOptions, SizeByDifficulty, Symmetry, searched,
};
use crate::kinds::battleship::instance::{Hint, Instance, continues_to, part_of};
use crate::kinds::battleship::{Answer, Battleship, text};

/// The longest side of a board.
const MAX_SIDE: usize = 300;

/// The number of random placements of a fleet before an engine searches.
const MAX_TRIES: usize = 50;

/// On boards with at least `LARGE` cells, up to `MAX_DRAWS` random places are tried for a ship before all its places are listed, which is slow on large boards.
const LARGE: usize = 400;
const MAX_DRAWS: usize = 100;

/// A board and its fleet.
#[derive(Clone, Debug)]
pub struct Outline {
    /// The board without tallies and hints.
    blank: Instance,
    /// Whether any cell may be hinted, so that hints can be symmetric.
    any_cell: bool,
}

impl Generate for Battleship {
    type Outline = Outline;

    const OPTIONS: &'static [GenerateOption] = &[GenerateOption::new(
        "fleet",
        "SHIPS",
        "number of ships of each length: 4:1,3:2,2:3,1:4",
    )];

    const SIZE_BY_DIFFICULTY: SizeByDifficulty = [Some((10, 10)); 5];

    fn outline(options: &GenerateOptions) -> Result<Outline, GenerateError> {
        let (rows, cols) = options.size((10, 10), 1, MAX_SIDE)?;
        options.symmetry.fits(rows, cols)?;
        let fleet = match options.option("fleet") {
            Some(text) => text.replace(',', " "),
            None => default_fleet(rows, cols),
        };
        let board = format!("fleet {fleet}\n{}", (".".repeat(cols) + "\n").repeat(rows));
        let blank = text::parse(&board);
        let blank = blank.map_err(|error| GenerateError(format!("fleet: {}", error.message)))?;
        if blank.fleet.lengths().next().is_none() {
            return Err(GenerateError(
                "fleet: expected at least one ship".to_owned(),
            ));
        }
        Ok(Outline {
            blank,
            any_cell: options.symmetry != Symmetry::None,
        })
    }

    fn full_board(
        outline: &Outline,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<BoardSource<Battleship>> {
        let blank = &outline.blank;
        for _ in 0..MAX_TRIES {
            if let Some(answer) = place_fleet(blank, rng) {
                return Some(BoardSource::Answer(blank.clone(), answer));
            }
        }
        let (rows, cols) = (blank.grid.rows(), blank.grid.cols());
        let no_solution = format!(
            "the fleet {} does not fit on a board of {rows}x{cols}",
            blank.fleet
        );
        Some(searched(blank.clone(), no_solution))
    }

    fn draft(
        outline: &Outline,
        blank: Instance,
        answer: Answer,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<Battleship>> {
        let (rows, cols) = (blank.grid.rows(), blank.grid.cols());
        let mut clues = vec![Clue::in_margin().expected(); rows + cols];
        clues.extend(blank.grid.cells().filter_map(|cell| {
            let hint = hint(&blank, &answer, cell);
            // A middle part implies nothing about single neighbouring cells.
            let is_middle = hint == Hint::Ship(ShipPart::Middle);
            (outline.any_cell || !is_middle).then(|| Clue {
                claims: (!is_middle).then(|| claims(&blank, cell, hint)),
                ..Clue::in_cell(cell)
            })
        }));
        Some(Draft {
            clues,
            ..Draft::new((rows, cols), blank, answer)
        })
    }

    fn choose(draft: &Draft<Battleship>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let mut instance = draft.blank.clone();
        let (rows, cols) = draft.size;
        let answer = &draft.answer;
        let on = |cells: &mut dyn Iterator<Item = Cell>| {
            let ships = cells.filter(|&cell| answer.0[instance.grid.index(cell)]);
            ships.count() as i32
        };
        let row_tallies: Vec<i32> = (0..rows)
            .map(|row| on(&mut instance.grid.row(row)))
            .collect();
        let col_tallies: Vec<i32> = (0..cols)
            .map(|col| on(&mut instance.grid.col(col)))
            .collect();
        let (of_rows, rest) = choice.shown.split_at(rows);
        let (of_cols, _) = rest.split_at(cols);
        let shown = |(tally, shown): (i32, &bool)| shown.then_some(tally);
        instance.rows = row_tallies.into_iter().zip(of_rows).map(shown).collect();
        instance.cols = col_tallies.into_iter().zip(of_cols).map(shown).collect();
        for (clue, shown) in draft.clues.iter().zip(&choice.shown) {
            if let Some(cell) = clue.cell
                && *shown
            {
                let at = instance.grid.index(cell);
                instance.hints[at] = Some(hint(&draft.blank, answer, cell));
            }
        }
        Some((instance, answer.clone()))
    }
}

/// The default fleet of a board: one ship of the greatest length, two of the next, and so on. From 20x20 on it grows so that about a seventh of the cells are ship.
pub(super) fn default_fleet(rows: usize, cols: usize) -> String {
    let longest = match rows.min(cols) {
        0..=3 => 1,
        4..=5 => 2,
        6..=7 => 3,
        8..=12 => 4,
        13..=19 => 5,
        side => {
            let n_ship_cells = |longest: usize| longest * (longest + 1) * (longest + 2) / 6;
            let fits = |longest: &usize| 20 * n_ship_cells(*longest) <= 3 * side * side;
            (6..=side).take_while(fits).last().unwrap_or(6)
        }
    };
    let ships = (1..=longest).rev().zip(1..);
    let ships: Vec<String> = ships
        .map(|(length, ships)| format!("{length}:{ships}"))
        .collect();
    ships.join(" ")
}

/// Places the fleet at random; `None` if some ship does not fit.
fn place_fleet(blank: &Instance, rng: &mut Rng) -> Option<Answer> {
    let grid = &blank.grid;
    let mut ship = vec![false; grid.n_cells()];
    let mut taken = vec![false; grid.n_cells()];
    for (length, ships) in blank.fleet.lengths() {
        for _ in 0..ships {
            let place = match grid.n_cells() >= LARGE {
                true => random_place(grid, length, &taken, rng),
                false => None,
            };
            for cell in place.or_else(|| any_place(grid, length, &taken, rng))? {
                ship[grid.index(cell)] = true;
                taken[grid.index(cell)] = true;
                for near in grid.neighbours8(cell) {
                    taken[grid.index(near)] = true;
                }
            }
        }
    }
    Some(Answer(ship))
}

/// The cells of a ship that begins here, if all of them are on the board and free.
fn ship_cells(
    grid: &Grid,
    length: usize,
    taken: &[bool],
    cell: Cell,
    direction: Direction,
) -> Option<Vec<Cell>> {
    let ray = grid.ray(cell, direction).take(length - 1);
    let cells: Vec<Cell> = std::iter::once(cell).chain(ray).collect();
    let is_free = cells.iter().all(|&cell| !taken[grid.index(cell)]);
    (cells.len() == length && is_free).then_some(cells)
}

/// A random free place for a ship, by rejection sampling; `None` if all draws failed.
fn random_place(grid: &Grid, length: usize, taken: &[bool], rng: &mut Rng) -> Option<Vec<Cell>> {
    (0..MAX_DRAWS).find_map(|_| {
        let cell = grid.cell(rng.below(grid.n_cells()));
        let direction = *rng.pick(&[Direction::East, Direction::South]);
        ship_cells(grid, length, taken, cell, direction)
    })
}

/// A random free place for a ship, from the list of all; `None` if there is none.
fn any_place(grid: &Grid, length: usize, taken: &[bool], rng: &mut Rng) -> Option<Vec<Cell>> {
    let mut places: Vec<Vec<Cell>> = Vec::new();
    for cell in grid.cells() {
        for direction in [Direction::East, Direction::South] {
            places.extend(ship_cells(grid, length, taken, cell, direction));
            if length == 1 {
                break;
            }
        }
    }
    match places.len() {
        0 => None,
        n => Some(places.swap_remove(rng.below(n))),
    }
}

fn hint(blank: &Instance, answer: &Answer, cell: Cell) -> Hint {
    match answer.0[blank.grid.index(cell)] {
        true => Hint::Ship(part_of(&blank.grid, &answer.0, cell)),
        false => Hint::Water,
    }
}

/// The claims of a hint about its cell and the cells around it.
fn claims(blank: &Instance, cell: Cell, hint: Hint) -> Vec<Claim> {
    let grid = &blank.grid;
    let Hint::Ship(part) = hint else {
        return vec![Claim::is_not(grid.index(cell))];
    };
    let continues_to = continues_to(part);
    let mut claims = vec![Claim::is(grid.index(cell))];
    for direction in [
        Direction::North,
        Direction::South,
        Direction::West,
        Direction::East,
    ] {
        if let Some(near) = grid.step(cell, direction) {
            claims.push(Claim {
                fact: grid.index(near),
                holds: continues_to == Some(direction),
            });
        }
    }
    claims
}

#[cfg(test)]
mod tests {
    use super::default_fleet;

    #[test]
    fn fleets_grow_with_the_board() {
        for (side, fleet) in [
            (3, "1:1"),
            (5, "2:1 1:2"),
            (7, "3:1 2:2 1:3"),
            (10, "4:1 3:2 2:3 1:4"),
            (15, "5:1 4:2 3:3 2:4 1:5"),
            (20, "6:1 5:2 4:3 3:4 2:5 1:6"),
            (30, "8:1 7:2 6:3 5:4 4:5 3:6 2:7 1:8"),
        ] {
            assert_eq!(default_fleet(side, side), fleet, "{side}x{side}");
            assert_eq!(
                default_fleet(side, 2 * side),
                fleet,
                "the shorter side counts"
            );
        }
    }
}
