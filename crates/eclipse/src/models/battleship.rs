//! Report 001's Battleship: for every square, S is whether it is ship and T the length of its ship, measured by
//! ladders.
//!
//! A ladder counts how far a ship continues in a direction, up to three squares. The bounds of ladders are those of
//! the program: beyond the first step, ladders to the right and down stop a square short of the edge, and what is not
//! posted stays free.

use crate::Conflict;
use crate::store::{Pruned, Store, Var};

/// The squares per side, including the border.
const N: usize = 12;

/// A board of 10x10.
#[derive(Clone, Debug)]
pub struct Board {
    /// The number of ship squares of each row.
    pub rows: [i32; 10],
    /// The number of ship squares of each column.
    pub cols: [i32; 10],
    /// The hints, row by row: `.` nothing, `w` water, `c` a whole ship, `t b l r` its ends, `m` its middle.
    pub hints: [[char; 10]; 10],
}

/// The variables of the squares.
struct Sea {
    ship: Vec<Var>,
    length: Vec<Var>,
}

/// The index of a square, by row and column from 0, including the border.
fn at(row: usize, col: usize) -> usize {
    row * N + col
}

/// Posts a board with the usual fleet, and returns the search list: S and T of every square, row by row, including
/// the border.
pub fn post(store: &mut Store, board: &Board) -> Result<Vec<Var>, Conflict> {
    let inside = 1..N - 1;
    let is_border = |i: usize| !inside.contains(&(i % N)) || !inside.contains(&(i / N));
    let mut var = |i: usize, max: i32| store.var(0, if is_border(i) { 0 } else { max });
    let mut sea = Sea {
        ship: Vec::new(),
        length: Vec::new(),
    };
    for i in 0..N * N {
        sea.ship.push(var(i, 1));
        sea.length.push(var(i, 4));
    }
    sea.hints(store, board)?;
    for line in 0..10 {
        let row: Vec<(i32, Var)> = (1..=10).map(|k| (1, sea.ship[at(line + 1, k)])).collect();
        store.equal(&row, board.rows[line])?;
        let col: Vec<(i32, Var)> = (1..=10).map(|k| (1, sea.ship[at(k, line + 1)])).collect();
        store.equal(&col, board.cols[line])?;
    }
    let squares = || (1..=10).flat_map(|row| (1..=10).map(move |col| (row, col)));
    let lengths: Vec<Var> = squares()
        .map(|(row, col)| sea.length[at(row, col)])
        .collect();
    for (length, squares) in [(1, 4), (2, 6), (3, 6), (4, 4)] {
        store.occurrences(length, &lengths, squares)?;
    }
    for (row, col) in squares() {
        sea.square(store, row, col)?;
    }
    for (row, col) in squares() {
        sea.ladders(store, row, col)?;
    }
    let both = sea.ship.iter().zip(&sea.length);
    Ok(both.flat_map(|(&s, &t)| [s, t]).collect())
}

/// The four sides, as steps of rows and columns.
const SIDES: [(isize, isize); 4] = [(0, 1), (0, -1), (-1, 0), (1, 0)];

impl Sea {
    fn step(row: usize, col: usize, (down, right): (isize, isize), k: usize) -> Option<usize> {
        let k = k as isize;
        let row = row.checked_add_signed(down * k)?;
        let col = col.checked_add_signed(right * k)?;
        (row < N && col < N).then(|| at(row, col))
    }

    fn hints(&self, store: &mut Store, board: &Board) -> Pruned {
        for (row, line) in board.hints.iter().enumerate() {
            for (col, &hint) in line.iter().enumerate() {
                self.hint(store, row + 1, col + 1, hint)?;
            }
        }
        Ok(())
    }

    fn hint(&self, store: &mut Store, row: usize, col: usize, hint: char) -> Pruned {
        let here = at(row, col);
        // The side on which the ship continues from its end.
        let open = match hint {
            'w' | 'c' => {
                let value = i32::from(hint == 'c');
                store.fix(self.ship[here], value)?;
                return store.fix(self.length[here], value);
            }
            'm' => return self.middle(store, row, col),
            'l' => (0, 1),
            'r' => (0, -1),
            'b' => (-1, 0),
            't' => (1, 0),
            _ => return Ok(()),
        };
        store.fix(self.ship[here], 1)?;
        store.at_least(self.length[here], 2)?;
        for side in SIDES {
            let Some(next) = Sea::step(row, col, side, 1) else {
                continue;
            };
            if side == open {
                store.fix(self.ship[next], 1)?;
                store.at_least(self.length[next], 2)?;
            } else {
                store.fix(self.ship[next], 0)?;
            }
        }
        store.run_woken()
    }

    fn middle(&self, store: &mut Store, row: usize, col: usize) -> Pruned {
        let here = at(row, col);
        store.fix(self.ship[here], 1)?;
        store.at_least(self.length[here], 3)?;
        let (above, below) = (at(row - 1, col), at(row + 1, col));
        let (left, right) = (at(row, col - 1), at(row, col + 1));
        for (a, b) in [(above, below), (left, right)] {
            store.unify(self.ship[a], self.ship[b])?;
            store.unify(self.length[a], self.length[b])?;
        }
        for next in [right, below] {
            store.exclude(self.length[next], 1)?;
            store.exclude(self.length[next], 2)?;
        }
        store.run_woken()
    }

    /// The constraints between a square and the eight around it.
    fn square(&self, store: &mut Store, row: usize, col: usize) -> Pruned {
        let here = at(row, col);
        let (s, t) = (self.ship[here], self.length[here]);
        for side in SIDES {
            let Some(next) = Sea::step(row, col, side, 1) else {
                continue;
            };
            let alike = store.var(0, 1);
            store.reify_equal(&[(1, s), (-1, self.ship[next])], 0, alike)?;
            store.reify_equal(&[(1, t), (-1, self.length[next])], 0, alike)?;
        }
        for corner in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            if let Some(next) = Sea::step(row, col, corner, 1) {
                implies(store, (s, 1), (self.ship[next], 0))?;
            }
        }
        let water = store.var(0, 1);
        store.reify_equal(&[(1, s)], 0, water)?;
        store.reify_equal(&[(1, t)], 0, water)?;
        let ship = store.var(0, 1);
        store.reify_equal(&[(1, s)], 1, ship)?;
        store.reify_in(t, 1, 4, ship)
    }

    /// The ladders of a square, and the ship length they measure.
    fn ladders(&self, store: &mut Store, row: usize, col: usize) -> Pruned {
        let here = at(row, col);
        let mut all: Vec<[Var; 3]> = Vec::with_capacity(4);
        for side in SIDES {
            let ladder = [store.var(0, 1), store.var(0, 1), store.var(0, 1)];
            for k in 1..=3 {
                // Rows and columns from 1, including the border.
                let (i, j) = (row + 1, col + 1);
                let reaches = k == 1
                    || match side {
                        (0, 1) => j + k <= 10,
                        (0, -1) => j > k,
                        (-1, 0) => i > k,
                        _ => i + k <= 10,
                    };
                if !reaches {
                    break;
                }
                let Some(next) = Sea::step(row, col, side, k) else {
                    break;
                };
                let before = match k {
                    1 => self.ship[here],
                    _ => ladder[k - 2],
                };
                extend_ladder(store, self.ship[next], before, ladder[k - 1])?;
                let ends = store.var(0, 1);
                store.reify_equal(&[(1, ladder[k - 1])], 0, ends)?;
                for &later in &ladder[k - 1..] {
                    implies(store, (ends, 1), (later, 0))?;
                }
            }
            all.push(ladder);
        }
        let sum = |store: &mut Store, ladders: &[[Var; 3]]| {
            let total = store.var(0, 6);
            let mut terms = vec![(1, total)];
            terms.extend(ladders.iter().flatten().map(|&step| (-1, step)));
            store.equal(&terms, 0).map(|()| total)
        };
        let across = sum(store, &all[..2])?;
        let down = sum(store, &all[2..])?;
        let longest = store.var(0, 6);
        store.maximum(longest, [across, down])?;
        let (s, t) = (self.ship[here], self.length[here]);
        store.equal(&[(1, t), (-1, longest), (-1, s)], 0)
    }
}

/// A step of a ladder is 1 exactly if the square and the step before are: `both` reifies that both are 1, and `both`
/// and the step are 0 together and 1 together.
fn extend_ladder(store: &mut Store, square: Var, before: Var, step: Var) -> Pruned {
    let both = store.var(0, 1);
    store.reify_equal(&[(1, square), (1, before)], 2, both)?;
    for value in [0, 1] {
        let alike = store.var(0, 1);
        store.reify_equal(&[(1, both)], value, alike)?;
        store.reify_equal(&[(1, step)], value, alike)?;
    }
    Ok(())
}

/// `(A #= a) => (B #= b)`: both sides are reified, and the first is at most the second.
fn implies(store: &mut Store, (a, x): (Var, i32), (b, y): (Var, i32)) -> Pruned {
    let (first, second) = (store.var(0, 1), store.var(0, 1));
    store.reify_equal(&[(1, a)], x, first)?;
    store.reify_equal(&[(1, b)], y, second)?;
    store.at_most(&[(1, first), (-1, second)], 0)
}
