//! Hashiwokakero: a variable per pair of islands that face each other, its number of bridges. A sum per island with a number,
//! a clause per pair of crossing bridges, and one constraint that bridges connect all islands.
//!
//! Text: optionally `most N`, then the rows: `.` is water, `?` an island, `1` to `9` and `A` to `Z` an island with its number.

use gridwright_proof::{Atom, Constraint, Domain, Statement};

use crate::Read;
use crate::text::{error, n_cols, number, rows};

pub(crate) fn state(text: &str) -> Read {
    let mut rows = rows(text);
    let mut most = 2;
    if let Some(["most", word]) = rows.first().map(Vec::as_slice) {
        most = number(word, 1, 8)?;
        rows.remove(0);
    }
    let rows: Vec<Vec<char>> = rows
        .iter()
        .map(|row| row.concat().chars().collect())
        .collect();
    let (n_rows, n_cols) = (rows.len(), n_cols(&rows)?);
    // The islands, and the index of the island in each cell.
    let mut numbers: Vec<Option<i64>> = Vec::new();
    let mut island_at: Vec<Option<usize>> = Vec::new();
    for &sign in rows.iter().flatten() {
        let count = match sign {
            '.' => {
                island_at.push(None);
                continue;
            }
            '?' => None,
            '1'..='9' | 'A'..='Z' => sign.to_digit(36).map(i64::from),
            _ => return Err(error("expected an island or water")),
        };
        island_at.push(Some(numbers.len()));
        numbers.push(count);
    }
    if numbers.is_empty() {
        return Err(error("a board has at least one island"));
    }
    let mut statement = Statement::default();
    let mut edges: Vec<(usize, usize, u32)> = Vec::new();
    // The bridges along the row and along the column that may run over each cell of water.
    let mut over: Vec<[Option<u32>; 2]> = vec![[None; 2]; n_rows * n_cols];
    for at in 0..n_rows * n_cols {
        let Some(island) = island_at[at] else {
            continue;
        };
        let (row, col) = (at / n_cols, at % n_cols);
        let east: Vec<usize> = (col + 1..n_cols).map(|col| row * n_cols + col).collect();
        let south: Vec<usize> = (row + 1..n_rows).map(|row| row * n_cols + col).collect();
        for (side, ray) in [east, south].into_iter().enumerate() {
            let Some(length) = ray.iter().position(|&cell| island_at[cell].is_some()) else {
                continue;
            };
            let other = island_at[ray[length]].expect("there is an island");
            let bridges = statement.add_var(Domain::range(0, most));
            statement.keys.push(bridges);
            edges.push((island, other, bridges));
            for &cell in &ray[..length] {
                over[cell][side] = Some(bridges);
            }
        }
    }
    for (island, number) in numbers.iter().enumerate() {
        if let Some(number) = number {
            let own = edges
                .iter()
                .filter(|&&(a, b, _)| a == island || b == island);
            statement.add_sum(own.map(|edge| edge.2).collect::<Vec<u32>>(), *number);
        }
    }
    for cell in over {
        if let [Some(along), Some(across)] = cell {
            statement.add_clause([Atom::le(along, 0), Atom::le(across, 0)]);
        }
    }
    let n_nodes = numbers.len();
    statement
        .constraints
        .push(Constraint::Connected { n_nodes, edges });
    Ok(statement)
}
