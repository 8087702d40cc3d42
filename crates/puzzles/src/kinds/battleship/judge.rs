//! The judge: checks a board of ship cells by coordinates alone.

use gridwright_grid::board::ShipPart;

use crate::contract::{Violation, plural};
use crate::kinds::battleship::Answer;
use crate::kinds::battleship::instance::{Hint, Instance};

pub(super) fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
    let (n_rows, n_cols) = (instance.grid.rows(), instance.grid.cols());
    if answer.0.len() != n_rows * n_cols {
        return Err(Violation(format!(
            "the board has {} cells, not {}",
            n_rows * n_cols,
            answer.0.len()
        )));
    }
    let board = ShipGrid {
        n_rows: n_rows as i32,
        n_cols: n_cols as i32,
        ship: &answer.0,
    };
    for (at, hint) in instance.hints.iter().enumerate() {
        let (row, col) = ((at / n_cols) as i32, (at % n_cols) as i32);
        if let Some(hint) = hint {
            board.keeps_hint(row, col, *hint)?;
        }
    }
    board.keeps_apart()?;
    board.keeps_tallies(instance)?;
    board.keeps_fleet(instance)
}

struct ShipGrid<'a> {
    n_rows: i32,
    n_cols: i32,
    ship: &'a [bool],
}

impl ShipGrid<'_> {
    /// Whether a cell is ship; cells off the board are not.
    fn at(&self, row: i32, col: i32) -> bool {
        let inside = (0..self.n_rows).contains(&row) && (0..self.n_cols).contains(&col);
        inside && self.ship[(row * self.n_cols + col) as usize]
    }

    fn cells(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let n_cols = self.n_cols;
        (0..self.n_rows).flat_map(move |row| (0..n_cols).map(move |col| (row, col)))
    }

    fn keeps_hint(&self, row: i32, col: i32, hint: Hint) -> Result<(), Violation> {
        // North, south, west, east.
        let sides = [
            (row - 1, col),
            (row + 1, col),
            (row, col - 1),
            (row, col + 1),
        ];
        let around = sides.map(|(row, col)| u8::from(self.at(row, col)));
        let (kept, required) = match hint {
            Hint::Water => (true, "water"),
            Hint::Ship(ShipPart::Unknown) => (true, "a part of a ship"),
            Hint::Ship(ShipPart::Whole) => (around == [0, 0, 0, 0], "a whole ship"),
            Hint::Ship(ShipPart::Top) => (around == [0, 1, 0, 0], "the top of a ship"),
            Hint::Ship(ShipPart::Bottom) => (around == [1, 0, 0, 0], "the bottom of a ship"),
            Hint::Ship(ShipPart::Left) => (around == [0, 0, 0, 1], "the left end of a ship"),
            Hint::Ship(ShipPart::Right) => (around == [0, 0, 1, 0], "the right end of a ship"),
            Hint::Ship(ShipPart::Middle) => {
                let is_middle = [[1, 1, 0, 0], [0, 0, 1, 1]].contains(&around);
                (is_middle, "the middle of a ship")
            }
        };
        if kept && self.at(row, col) == (hint != Hint::Water) {
            return Ok(());
        }
        let (row, col) = (row + 1, col + 1);
        Err(Violation(format!(
            "row {row}, column {col} is not {required}, which its hint requires"
        )))
    }

    /// Checks that no two ship cells touch at a corner: otherwise ships touch or are not straight.
    fn keeps_apart(&self) -> Result<(), Violation> {
        for (row, col) in self.cells().filter(|&(row, col)| self.at(row, col)) {
            for side in [col - 1, col + 1] {
                if self.at(row + 1, side) {
                    return Err(Violation(format!(
                        "row {}, column {} touches row {}, column {}",
                        row + 1,
                        col + 1,
                        row + 2,
                        side + 1
                    )));
                }
            }
        }
        Ok(())
    }

    fn keeps_tallies(&self, instance: &Instance) -> Result<(), Violation> {
        for (name, tallies) in [("row", &instance.rows), ("column", &instance.cols)] {
            for (i, tally) in tallies.iter().enumerate() {
                let line = i as i32;
                let on_line = |&(row, col): &(i32, i32)| {
                    self.at(row, col) && line == if name == "row" { row } else { col }
                };
                let found = self.cells().filter(on_line).count() as i32;
                if let Some(tally) = tally
                    && *tally != found
                {
                    let (line, found) = (i + 1, plural(found as usize, "ship cell"));
                    return Err(Violation(format!("{name} {line} has {found}, not {tally}")));
                }
            }
        }
        Ok(())
    }

    fn keeps_fleet(&self, instance: &Instance) -> Result<(), Violation> {
        let mut found: Vec<usize> = vec![0; self.ship.len() + 1];
        for (row, col) in self.cells().filter(|&(row, col)| self.at(row, col)) {
            if self.at(row - 1, col) || self.at(row, col - 1) {
                continue;
            }
            let down = (1..).take_while(|&k| self.at(row + k, col)).count();
            let right = (1..).take_while(|&k| self.at(row, col + k)).count();
            found[1 + down + right] += 1;
        }
        for (length, &found) in found.iter().enumerate().skip(1).rev() {
            let required = instance.fleet.ships(length);
            if found != required {
                let ships = plural(required, "ship");
                return Err(Violation(format!(
                    "the fleet has {ships} of length {length}, not {found}"
                )));
            }
        }
        Ok(())
    }
}
