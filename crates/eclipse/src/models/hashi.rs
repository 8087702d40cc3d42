//! Report 000's Hashiwokakero: the bridges on the four sides of every square, with connectivity tested after the
//! search.
//!
//! The published number is not the backtracks to the first solution: it is the sum of the backtrack counter at every
//! connected solution.

use crate::Conflict;
use crate::search::{Flow, Sink};
use crate::store::{Store, Var};

/// The posted model.
#[derive(Debug)]
pub struct Posted {
    /// The search list: square by square its amount and the bridges to the north, east, south and west.
    pub list: Vec<Var>,
    islands: Vec<[Var; 4]>,
    /// The neighbours of every island on its four sides.
    near: Vec<[Option<usize>; 4]>,
}

/// Posts a board, 0 for water, optionally with the improvements of the report.
pub fn post(store: &mut Store, board: &[Vec<i32>], improved: bool) -> Result<Posted, Conflict> {
    let (rows, cols) = (board.len(), board.first().map_or(0, Vec::len));
    let none = store.constant(0);
    // The variable of the bridge that runs east from each square, and south.
    let mut east = vec![vec![none; cols]; rows];
    let mut south = vec![vec![none; cols]; rows];
    for row in 0..rows {
        for col in 0..cols {
            let is_island = board[row][col] > 0;
            let islands_east = (col + 1..cols).any(|col| board[row][col] > 0);
            let islands_south = (row + 1..rows).any(|row| board[row][col] > 0);
            east[row][col] = match (is_island, islands_east) {
                (true, true) => store.var(0, 2),
                (true, false) => none,
                (false, _) if col > 0 => east[row][col - 1],
                (false, _) => none,
            };
            south[row][col] = match (is_island, islands_south) {
                (true, true) => store.var(0, 2),
                (true, false) => none,
                (false, _) if row > 0 => south[row - 1][col],
                (false, _) => none,
            };
        }
    }
    let mut posted = Posted {
        list: Vec::new(),
        islands: Vec::new(),
        near: Vec::new(),
    };
    let mut place = vec![vec![None; cols]; rows];
    let mut n_islands = 0;
    for (row, line) in board.iter().enumerate() {
        for (col, _) in line.iter().enumerate().filter(|(_, clue)| **clue > 0) {
            place[row][col] = Some(n_islands);
            n_islands += 1;
        }
    }
    for row in 0..rows {
        for col in 0..cols {
            let north = if row > 0 { south[row - 1][col] } else { none };
            let west = if col > 0 { east[row][col - 1] } else { none };
            let sides = [north, east[row][col], south[row][col], west];
            let amount = store.constant(board[row][col]);
            posted.list.push(amount);
            posted.list.extend(sides);
            if board[row][col] == 0 {
                neither(store, north, sides[1])?;
                continue;
            }
            store.equal(&sides.map(|side| (1, side)), board[row][col])?;
            posted.islands.push(sides);
            posted.near.push([
                (0..row).rev().find_map(|row| place[row][col]),
                (col + 1..cols).find_map(|col| place[row][col]),
                (row + 1..rows).find_map(|row| place[row][col]),
                (0..col).rev().find_map(|col| place[row][col]),
            ]);
        }
    }
    if improved {
        let clues: Vec<i32> = board.iter().flatten().copied().filter(|&n| n > 0).collect();
        posted.improve(store, &clues)?;
    }
    Ok(posted)
}

/// `(N #= 0) or (E #= 0)`.
fn neither(store: &mut Store, north: Var, east: Var) -> Result<(), Conflict> {
    let (a, b) = (store.var(0, 1), store.var(0, 1));
    store.reify_equal(&[(1, north)], 0, a)?;
    store.reify_equal(&[(1, east)], 0, b)?;
    store.at_most(&[(-1, a), (-1, b)], -1)
}

impl Posted {
    /// Two 1s are not joined if one has another neighbour; a 2 with three neighbours, two of them 1s, is joined to
    /// the third, and so is a 3 with three neighbours, among them a 1 and a 2.
    fn improve(&self, store: &mut Store, clues: &[i32]) -> Result<(), Conflict> {
        for (island, (sides, near)) in self.islands.iter().zip(&self.near).enumerate() {
            let faced: Vec<(Var, i32)> = sides
                .iter()
                .zip(near)
                .filter_map(|(&side, near)| Some((side, clues[(*near)?])))
                .collect();
            if clues[island] == 1 && faced.len() > 1 {
                for &(side, _) in faced.iter().filter(|(_, n)| *n == 1) {
                    store.equal(&[(1, side)], 0)?;
                }
            }
            let mut others = match clues[island] {
                2 => vec![1, 1],
                3 => vec![1, 2],
                _ => continue,
            };
            if faced.len() != 3 {
                continue;
            }
            let mut third = None;
            for &(side, n) in &faced {
                match others.iter().position(|&other| other == n) {
                    Some(at) => {
                        others.remove(at);
                    }
                    None => third = Some(side),
                }
            }
            if let (true, Some(side)) = (others.is_empty(), third) {
                store.unequal(&[(1, side)], 0)?;
            }
        }
        Ok(())
    }

    /// Whether the fixed bridges connect all islands.
    pub fn is_connected(&self, store: &Store) -> bool {
        let mut reached = vec![false; self.islands.len()];
        let mut open = vec![0];
        while let Some(island) = open.pop() {
            let Some(seen) = reached.get_mut(island) else {
                continue;
            };
            if std::mem::replace(seen, true) {
                continue;
            }
            let sides = self.islands[island].iter().zip(&self.near[island]);
            open.extend(sides.filter_map(|(&side, near)| near.filter(|_| store.min(side) > 0)));
        }
        reached.into_iter().all(|reached| reached)
    }
}

/// Sums the backtrack counter over the connected solutions.
#[derive(Debug)]
pub struct SumOfBacktracks<'p> {
    /// The posted model.
    pub posted: &'p Posted,
    /// The number of connected solutions.
    pub solutions: u64,
    /// The sum.
    pub sum: u64,
}

impl Sink for SumOfBacktracks<'_> {
    fn solution(&mut self, store: &Store, backtracks: u64) -> Flow {
        if self.posted.is_connected(store) {
            self.solutions += 1;
            self.sum += backtracks;
        }
        Flow::Continue
    }
}
