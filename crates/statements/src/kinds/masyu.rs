//! Masyu: a variable per pair of adjacent cells, 1 if the loop joins them. The loop goes straight through a white pearl and
//! turns in the cell before or after it; it turns at a black pearl and goes straight through the cells before and after it.
//!
//! Text: the rows: `.`, `w` or `b` for each cell.

use gridwright_proof::{Atom, Statement};

use crate::Read;
use crate::grid::Grid;
use crate::lattice::Lattice;
use crate::text::{characters, error, rows};

/// An edge, if it exists, and whether it is on the loop.
type Claim = (Option<u32>, bool);

pub(crate) fn state(text: &str) -> Read {
    let rows = characters(&rows(text));
    let Grid { n_rows, n_cols } = Grid::of(&rows)?;
    let lattice = Lattice { n_rows, n_cols };
    let mut statement = lattice.state();
    for at in 0..n_rows * n_cols {
        let (row, col) = (at / n_cols, at % n_cols);
        let is_black = match rows[row][col] {
            "." => continue,
            "w" => false,
            "b" => true,
            _ => return Err(error("expected w, b or `.`")),
        };
        let [up, left, right, down] = lattice.around(row, col);
        // The edge after the next cell in each direction, in the same order.
        let after = [
            row.checked_sub(1)
                .and_then(|row| lattice.around(row, col)[0]),
            col.checked_sub(1)
                .and_then(|col| lattice.around(row, col)[1]),
            right.and_then(|_| lattice.around(row, col + 1)[2]),
            down.and_then(|_| lattice.around(row + 1, col)[3]),
        ];
        for (one, other) in [(up, down), (left, right)] {
            // Opposite edges differ at a turn and agree on a straight line.
            add(&mut statement, &[(one, true), (other, is_black)]);
            add(&mut statement, &[(one, false), (other, !is_black)]);
        }
        if is_black {
            for (next, after) in [up, left, right, down].into_iter().zip(after) {
                add(&mut statement, &[(next, false), (after, true)]);
            }
        } else {
            add(&mut statement, &[(up, true), (left, true)]);
            add(&mut statement, &[(up, false), (left, false)]);
            for (next, [one, other]) in [(up, [0, 3]), (left, [1, 2])] {
                let straight = [(next, false), (after[one], false), (after[other], false)];
                add(&mut statement, &straight);
            }
        }
    }
    Ok(statement)
}

/// Adds that a claim holds. An edge that does not exist is not on the loop.
fn add(statement: &mut Statement, claims: &[Claim]) {
    if claims.iter().all(|(edge, on)| edge.is_some() || *on) {
        let atoms = claims
            .iter()
            .filter_map(|(edge, on)| Some(Atom::eq((*edge)?, i32::from(*on))));
        statement.add_clause(atoms.collect::<Vec<Atom>>());
    }
}
