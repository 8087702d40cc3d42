//! Report 000's Sudoku: the classical, alternative and channelled viewpoints.

use crate::store::{Pruned, Store, Var};

/// The alldifferent constraint of the whole model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AllDifferent {
    /// `ic:alldifferent`.
    Ic,
    /// `ic_global:alldifferent`.
    IcGlobal,
}

/// What the variables represent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewpoint {
    /// The number of each cell.
    Classical,
    /// For each number and row, its column.
    Alternative,
    /// Both, linked.
    Channelled,
}

/// Posts a 9x9 board, 0 for an empty cell, and returns its search list.
pub fn post(
    store: &mut Store,
    board: &[i32; 81],
    viewpoint: Viewpoint,
    kind: AllDifferent,
) -> Result<Vec<Var>, crate::Conflict> {
    match viewpoint {
        Viewpoint::Classical => {
            let cells = cells(store, board);
            kind.post_classical(store, &cells)?;
            Ok(cells)
        }
        Viewpoint::Alternative => {
            let columns = columns(store, board);
            kind.post_alternative(store, &columns)?;
            Ok(columns)
        }
        Viewpoint::Channelled => {
            let columns = columns(store, board);
            kind.post_alternative(store, &columns)?;
            let cells = cells(store, board);
            kind.post_classical(store, &cells)?;
            channel(store, &cells, &columns)?;
            Ok(columns)
        }
    }
}

/// One variable per cell, row by row.
fn cells(store: &mut Store, board: &[i32; 81]) -> Vec<Var> {
    let cell = |&clue: &i32| match clue {
        0 => store.var(1, 9),
        clue => store.constant(clue),
    };
    board.iter().map(cell).collect()
}

/// For each number and row its column, number by number; clues are fixed.
fn columns(store: &mut Store, board: &[i32; 81]) -> Vec<Var> {
    let mut columns = Vec::with_capacity(81);
    for number in 1..=9 {
        for row in 0..9 {
            let clue = (0..9).find(|&col| board[row * 9 + col] == number);
            columns.push(match clue {
                Some(col) => store.constant(col as i32 + 1),
                None => store.var(1, 9),
            });
        }
    }
    columns
}

/// A Boolean for every cell and number is 1 exactly if the cell has the number and exactly if the number is in that
/// column.
fn channel(store: &mut Store, cells: &[Var], columns: &[Var]) -> Pruned {
    for number in 1..=9 {
        for row in 0..9 {
            for col in 0..9 {
                let both = store.var(0, 1);
                let cell = cells[row * 9 + col];
                store.reify_equal(&[(1, cell)], number, both)?;
                let column = columns[(number as usize - 1) * 9 + row];
                store.reify_equal(&[(1, column)], col as i32 + 1, both)?;
            }
        }
    }
    Ok(())
}

/// Whether two columns, of one number in two rows of a band, lie in different blocks.
fn other_block(a: i32, b: i32) -> bool {
    (a - 1) / 3 != (b - 1) / 3
}

impl AllDifferent {
    fn post(self, store: &mut Store, list: &[Var]) -> Pruned {
        match self {
            AllDifferent::Ic => store.all_different(list),
            AllDifferent::IcGlobal => store.all_different_global(list),
        }
    }

    /// Row i and column i for each i, then the blocks.
    fn post_classical(self, store: &mut Store, cells: &[Var]) -> Pruned {
        for i in 0..9 {
            let row: Vec<Var> = (0..9).map(|j| cells[i * 9 + j]).collect();
            self.post(store, &row)?;
            let col: Vec<Var> = (0..9).map(|j| cells[j * 9 + i]).collect();
            self.post(store, &col)?;
        }
        for row in [0, 3, 6] {
            for col in [0, 3, 6] {
                let block: Vec<Var> = (0..9)
                    .map(|i| cells[(row + i / 3) * 9 + col + i % 3])
                    .collect();
                self.post(store, &block)?;
            }
        }
        Ok(())
    }

    /// The columns of a number differ; so do all positions, which are linked to the columns by bounds; blocks are
    /// tested when both columns are fixed.
    fn post_alternative(self, store: &mut Store, columns: &[Var]) -> Pruned {
        for number in columns.chunks(9) {
            self.post(store, number)?;
        }
        let mut positions = Vec::with_capacity(81);
        for number in columns.chunks(9) {
            for (row, &column) in number.iter().enumerate() {
                let position = store.var(1, 81);
                store.equal(&[(1, position), (-1, column)], 9 * row as i32)?;
                positions.push(position);
            }
        }
        self.post(store, &positions)?;
        for number in columns.chunks(9) {
            for band in number.chunks(3) {
                for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                    store.pair(band[a], band[b], other_block)?;
                }
            }
        }
        Ok(())
    }
}
