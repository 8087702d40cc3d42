//! Battleship: a variable per cell, 1 for ship, and a variable per place where a ship of some length may lie, 1 if one does.
//!
//! As many places of each length are taken as the fleet has ships. The cells of a taken place are ship, the cells at its ends
//! water, and every ship cell belongs to a taken place. Ship cells do not touch at corners. Tallies and hints hold.
//! The places are determined by the cells, so answers are compared on the cells alone.
//!
//! Text: `fleet 4:1 3:2`, `rows` and `cols` with a tally or `.` each, then the cells: `.` open, `w` water, `c` a whole ship, `t b
//! l r` an end, `m` a middle, `s` any part.

use gridwright_proof::{Atom, Domain, Statement};

use crate::Read;
use crate::text::{error, n_cols, number, rows};

pub(crate) fn state(text: &str) -> Read {
    let mut headed: [Option<Vec<&str>>; 3] = [None, None, None];
    let mut cells: Vec<Vec<char>> = Vec::new();
    for row in rows(text) {
        match ["fleet", "rows", "cols"]
            .iter()
            .position(|head| *head == row[0])
        {
            Some(which) => headed[which] = Some(row[1..].to_vec()),
            None => cells.push(row.concat().chars().collect()),
        }
    }
    let (n_rows, n_cols) = (cells.len(), n_cols(&cells)?);
    let n_cells = n_rows * n_cols;
    let [Some(fleet), row_tallies, col_tallies] = headed else {
        return Err(error("a board has a fleet"));
    };
    let mut statement = Statement::default();
    for _ in 0..n_cells {
        let cell = statement.add_var(Domain::range(0, 1));
        statement.keys.push(cell);
    }
    let ship = |row: usize, col: usize| Atom::eq((row * n_cols + col) as u32, 1);
    let water = |row: usize, col: usize| Atom::eq((row * n_cols + col) as u32, 0);
    let total = add_fleet(&mut statement, &fleet, n_rows, n_cols)?;
    let lines = [(row_tallies, n_rows, n_cols), (col_tallies, n_cols, n_rows)];
    for (which, (tallies, n, length)) in lines.into_iter().enumerate() {
        let tallies = tallies.unwrap_or_else(|| vec!["."; n]);
        if tallies.len() != n {
            return Err(error("there is a tally or `.` for every row and column"));
        }
        // The lines without a tally have the rest of the ship cells. This follows from the fleet, and is stated because it
        // cannot be inferred from one constraint.
        let (mut rest, mut left) = (Vec::new(), total);
        for (line, word) in tallies.iter().enumerate() {
            let cell = |i: usize| match which {
                0 => line * n_cols + i,
                _ => i * n_cols + line,
            };
            let cells = (0..length).map(|i| cell(i) as u32);
            match *word {
                "." => rest.extend(cells),
                word => {
                    let tally = i64::from(number(word, 0, length as i32)?);
                    left -= tally;
                    statement.add_sum(cells, tally);
                }
            }
        }
        statement.add_sum(rest, left);
    }
    for row in 1..n_rows {
        for col in 0..n_cols {
            for beside in [col.wrapping_sub(1), col + 1] {
                if beside < n_cols {
                    statement.add_clause([water(row, col), water(row - 1, beside)]);
                }
            }
        }
    }
    for (at, &hint) in cells.iter().flatten().enumerate() {
        let (row, col) = (at / n_cols, at % n_cols);
        // North, south, west, east.
        let sides = [
            (row > 0).then(|| (row - 1, col)),
            (row + 1 < n_rows).then(|| (row + 1, col)),
            (col > 0).then(|| (row, col - 1)),
            (col + 1 < n_cols).then(|| (row, col + 1)),
        ];
        let continues = match hint {
            '.' => continue,
            'w' => {
                statement.add_clause([water(row, col)]);
                continue;
            }
            's' | 'm' | 'c' => None,
            't' => Some(1),
            'b' => Some(0),
            'l' => Some(3),
            'r' => Some(2),
            _ => return Err(error("expected one of . w c t b l r m s")),
        };
        statement.add_clause([ship(row, col)]);
        match hint {
            's' => {}
            'm' => {
                // Both sides along the row or both along the column; a side off the board is water.
                let is_ship = |side: usize| sides[side].map(|(row, col)| ship(row, col));
                for (one, other) in [(0, 1), (1, 0), (2, 3), (3, 2)] {
                    if let Some(one) = is_ship(one) {
                        statement.add_clause(
                            [Some(one.negated()), is_ship(other)].into_iter().flatten(),
                        );
                    }
                }
                statement.add_clause([is_ship(0), is_ship(2)].into_iter().flatten());
            }
            _ => {
                for (side, cell) in sides.into_iter().enumerate() {
                    match (cell, continues == Some(side)) {
                        (Some((row, col)), true) => statement.add_clause([ship(row, col)]),
                        (Some((row, col)), false) => statement.add_clause([water(row, col)]),
                        (None, true) => statement.add_clause([]),
                        (None, false) => {}
                    }
                }
            }
        }
    }
    Ok(statement)
}

/// Adds the places and the fleet; returns the number of ship cells.
fn add_fleet(
    statement: &mut Statement,
    fleet: &[&str],
    n_rows: usize,
    n_cols: usize,
) -> Result<i64, crate::StatementError> {
    let largest = (n_rows * n_cols) as i32;
    let mut ships = vec![0_i64; n_rows.max(n_cols) + 1];
    for word in fleet {
        let parts = word.split_once(':');
        let (length, n) =
            parts.ok_or_else(|| error("expected a length and how many, as in 4:1"))?;
        let length = number(length, 1, n_rows.max(n_cols) as i32)?;
        ships[length as usize] += i64::from(number(n, 0, largest)?);
    }
    let mut cover: Vec<Vec<Atom>> = (0..largest)
        .map(|at| vec![Atom::eq(at as u32, 0)])
        .collect();
    for (length, &n) in ships.iter().enumerate().skip(1).rev() {
        if n == 0 {
            continue;
        }
        let mut places = Vec::new();
        for (down, right) in [(0, 1), (1, 0)] {
            // A ship of one cell lies along its row.
            if length == 1 && down == 1 {
                break;
            }
            for at in 0..n_rows * n_cols {
                let (row, col) = (at / n_cols, at % n_cols);
                if row + down * (length - 1) >= n_rows || col + right * (length - 1) >= n_cols {
                    continue;
                }
                let place = statement.add_var(Domain::range(0, 1));
                places.push(place);
                let cell = |i: usize| (row + down * i) * n_cols + col + right * i;
                for i in 0..length {
                    statement.add_clause([Atom::eq(place, 0), Atom::eq(cell(i) as u32, 1)]);
                    cover[cell(i)].push(Atom::eq(place, 1));
                }
                let mut ends = Vec::new();
                for (down, right) in [(down, right), (right, down)] {
                    // Only a ship of one cell has water on all four sides; other sides follow from corners.
                    if length > 1 && ends.len() == 2 {
                        break;
                    }
                    let last = cell(length - 1);
                    let (last_row, last_col) = (last / n_cols, last % n_cols);
                    let before = row >= down && col >= right;
                    ends.push(before.then(|| at - down * n_cols - right));
                    let after = last_row + down < n_rows && last_col + right < n_cols;
                    ends.push(after.then(|| last + down * n_cols + right));
                }
                for end in ends.into_iter().flatten() {
                    statement.add_clause([Atom::eq(place, 0), Atom::eq(end as u32, 0)]);
                }
            }
        }
        statement.add_sum(places, n);
    }
    for atoms in cover {
        statement.add_clause(atoms);
    }
    Ok((1..)
        .zip(&ships[1..])
        .map(|(length, n): (i64, &i64)| length * n)
        .sum())
}
