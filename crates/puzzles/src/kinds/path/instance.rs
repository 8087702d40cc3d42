//! A board of a number path: its free cells, its clues and its neighbours.

use crate::contract::tokens;
use gridwright_constraints::Graph;
use gridwright_fd::ModelError;
use gridwright_grid::{Cell, Grid};

/// A board with its clues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    pub(super) grid: Grid,
    /// The cells that are not obstacles, in reading order.
    pub(super) free: Vec<Cell>,
    /// Their clues.
    pub(super) clues: Vec<Option<i32>>,
    /// For every cell of the grid, its index among the free cells.
    index: Vec<Option<u32>>,
}

impl Instance {
    /// A board of free cells, in reading order, and their clues.
    pub(super) fn new(grid: Grid, free: Vec<Cell>, clues: Vec<Option<i32>>) -> Instance {
        let mut index = vec![None; grid.n_cells()];
        for (i, &cell) in free.iter().enumerate() {
            index[grid.index(cell)] = Some(i as u32);
        }
        Instance {
            grid,
            free,
            clues,
            index,
        }
    }

    /// The board with another clue in a cell, or with an obstacle there if `clue` is `None`. An error if a number is too large for the board or given twice.
    pub(super) fn with_cell(
        &self,
        cell: Cell,
        clue: Option<Option<i32>>,
    ) -> Result<Instance, String> {
        let old = self.free.iter().copied().zip(self.clues.iter().copied());
        let mut all: Vec<(Cell, Option<i32>)> = old.filter(|(other, _)| *other != cell).collect();
        if let Some(Some(number)) = clue
            && all.iter().any(|(_, other)| *other == Some(number))
        {
            return Err(format!(
                "{number} is given twice: expected every number once"
            ));
        }
        all.extend(clue.map(|clue| (cell, clue)));
        all.sort_by_key(|(cell, _)| *cell);
        let n = all.len() as i32;
        if all.is_empty() {
            return Err("a board has at least one free cell".to_owned());
        }
        if let Some(large) = all.iter().find_map(|(_, clue)| clue.filter(|&k| k > n)) {
            return Err(format!("expected a number from 1 to {n}, found `{large}`"));
        }
        let (free, clues) = all.into_iter().unzip();
        Ok(Instance::new(self.grid, free, clues))
    }

    /// The index of a cell among the free cells.
    pub(super) fn index(&self, cell: Cell) -> Option<usize> {
        let is_inside = self.grid.contains(cell);
        let index = is_inside.then(|| self.index[self.grid.index(cell)])?;
        index.map(|index| index as usize)
    }

    /// Whether a free cell is dark on a chequered board.
    pub(super) fn is_dark(&self, index: usize) -> bool {
        let cell = self.free[index];
        (cell.row + cell.col) % 2 == 1
    }

    /// The indices of the neighbours of every free cell, ascending.
    pub(super) fn neighbours(&self, king: bool) -> Vec<Vec<usize>> {
        let of = |&cell: &Cell| {
            let near: Vec<Cell> = match king {
                true => self.grid.neighbours8(cell).collect(),
                false => self.grid.neighbours4(cell).collect(),
            };
            let indices = near.into_iter().filter_map(|other| self.index(other));
            let mut indices: Vec<usize> = indices.collect();
            indices.sort_unstable();
            indices
        };
        self.free.iter().map(of).collect()
    }

    /// For every number, counted from 0, the index of the cell that has it as a clue.
    pub(super) fn given(&self) -> Vec<Option<usize>> {
        let mut given = vec![None; self.free.len()];
        for (index, clue) in self.clues.iter().enumerate() {
            if let Some(number) = clue {
                given[*number as usize - 1] = Some(index);
            }
        }
        given
    }

    /// Formats the board, with one word for every free cell.
    pub(super) fn print(&self, words: impl Iterator<Item = String>) -> String {
        let mut all = vec!["#".to_owned(); self.grid.n_cells()];
        for (&cell, word) in self.free.iter().zip(words) {
            all[self.grid.index(cell)] = word;
        }
        tokens::lines(self.grid.cols(), all.iter().map(String::as_str))
    }
}

/// The graph of these neighbours.
pub(super) fn graph(neighbours: &[Vec<usize>]) -> Result<Graph, ModelError> {
    let edges = neighbours.iter().enumerate().flat_map(|(a, near)| {
        let later = near.iter().filter(move |&&b| a < b);
        later.map(move |&b| (a, b))
    });
    Graph::new(neighbours.len(), edges)
}
