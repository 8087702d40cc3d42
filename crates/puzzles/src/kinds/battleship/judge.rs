//! The judge: checks a board of ship cells by coordinates alone.

use gridwright_grid::board::Part;

use crate::contract::Violation;
use crate::kinds::battleship::Answer;
use crate::kinds::battleship::instance::{Hint, Instance};

/// Checks an answer; the error names the rule it breaks.
pub(super) fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
    let (n_rows, n_cols) = (instance.grid.rows(), instance.grid.cols());
    if answer.0.len() != n_rows * n_cols {
        return Err(Violation(format!(
            "the board has {} cells, not {}",
            n_rows * n_cols,
            answer.0.len()
        )));
    }
    let sea = Sea {
        n_rows: n_rows as i32,
        n_cols: n_cols as i32,
        ship: &answer.0,
    };
    for (at, hint) in instance.hints.iter().enumerate() {
        let (row, col) = ((at / n_cols) as i32, (at % n_cols) as i32);
        if let Some(hint) = hint {
            sea.keeps_hint(row, col, *hint)?;
        }
    }
    sea.keeps_apart()?;
    sea.keeps_tallies(instance)?;
    sea.keeps_fleet(instance)
}

struct Sea<'a> {
    n_rows: i32,
    n_cols: i32,
    ship: &'a [bool],
}

impl Sea<'_> {
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
        let around = [
            self.at(row - 1, col),
            self.at(row + 1, col),
            self.at(row, col - 1),
            self.at(row, col + 1),
        ];
        let (kept, required) = match hint {
            Hint::Water => (true, "water"),
            Hint::Ship(Part::Unknown) => (true, "a part of a ship"),
            Hint::Ship(Part::Whole) => (around == [false; 4], "a whole ship"),
            Hint::Ship(Part::Top) => (around == [false, true, false, false], "the top of a ship"),
            Hint::Ship(Part::Bottom) => (
                around == [true, false, false, false],
                "the bottom of a ship",
            ),
            Hint::Ship(Part::Left) => (
                around == [false, false, false, true],
                "the left end of a ship",
            ),
            Hint::Ship(Part::Right) => (
                around == [false, false, true, false],
                "the right end of a ship",
            ),
            Hint::Ship(Part::Middle) => {
                let upright = [true, true, false, false];
                let level = [false, false, true, true];
                (around == upright || around == level, "the middle of a ship")
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
                    return Err(Violation(format!(
                        "{name} {} has {found} cells of ships, not {tally}",
                        i + 1
                    )));
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
                return Err(Violation(format!(
                    "the fleet has {required} ships of length {length}, not {found}"
                )));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::contract::Puzzle;
    use crate::kinds::battleship::Battleship;

    #[test]
    fn the_broken_rule_is_named() {
        let text = "fleet 2:1 1:1\nrows 2 . . 1\ncols . 1 . .\n.r..\n...w\n....\n....\n";
        let instance = Battleship::parse(text).expect("a board");
        let check = |answer: &str, expected: Result<(), &str>| {
            let answer = Battleship::parse_answer(&instance, answer).expect("a full board");
            let verdict = Battleship::check(&instance, &answer);
            let verdict = verdict.map_err(|violation| violation.to_string());
            assert_eq!(verdict, expected.map_err(str::to_owned));
        };
        check("lr..\n....\n....\n..c.\n", Ok(()));
        check(
            "lmr.\n....\n....\n..c.\n",
            Err("row 1, column 2 is not the right end of a ship, which its hint requires"),
        );
        check(
            "lr..\n...c\n....\n....\n",
            Err("row 2, column 4 is not water, which its hint requires"),
        );
        check(
            "lr..\n..c.\n....\n....\n",
            Err("row 1, column 2 touches row 2, column 3"),
        );
        check(
            "lr.c\n....\n....\n....\n",
            Err("row 1 has 3 cells of ships, not 2"),
        );
        check(
            "lr..\n....\n....\n.c..\n",
            Err("column 2 has 2 cells of ships, not 1"),
        );
        check(
            "lr..\n....\n...t\n...b\n",
            Err("the fleet has 1 ships of length 2, not 2"),
        );
    }
}
