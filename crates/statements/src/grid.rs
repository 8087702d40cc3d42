//! Rectangular boards: their lines, neighbours and squares. Cells are numbered in reading order.

use std::sync::Arc;

use crate::StatementError;
use crate::text::n_cols;

/// The size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Grid {
    pub(crate) n_rows: usize,
    pub(crate) n_cols: usize,
}

impl Grid {
    /// The grid of these rows, which must have the same length.
    pub(crate) fn of<T>(rows: &[Vec<T>]) -> Result<Grid, StatementError> {
        let n_cols = n_cols(rows)?;
        let n_rows = rows.len();
        Ok(Grid { n_rows, n_cols })
    }

    pub(crate) fn n_cells(self) -> usize {
        self.n_rows * self.n_cols
    }

    pub(crate) fn row(self, row: usize) -> Vec<usize> {
        (0..self.n_cols)
            .map(|col| row * self.n_cols + col)
            .collect()
    }

    pub(crate) fn col(self, col: usize) -> Vec<usize> {
        (0..self.n_rows)
            .map(|row| row * self.n_cols + col)
            .collect()
    }

    /// The rows, then the columns.
    pub(crate) fn lines(self) -> Vec<Vec<usize>> {
        let rows = (0..self.n_rows).map(|row| self.row(row));
        rows.chain((0..self.n_cols).map(|col| self.col(col)))
            .collect()
    }

    /// The cells that share a side with a cell.
    pub(crate) fn neighbours(self, at: usize) -> Vec<usize> {
        let (row, col) = (at / self.n_cols, at % self.n_cols);
        let sides = [
            (row > 0).then(|| at - self.n_cols),
            (col > 0).then(|| at - 1),
            (col + 1 < self.n_cols).then_some(at + 1),
            (row + 1 < self.n_rows).then_some(at + self.n_cols),
        ];
        sides.into_iter().flatten().collect()
    }

    /// The neighbours of each cell.
    pub(crate) fn graph(self) -> Arc<Vec<Vec<usize>>> {
        Arc::new((0..self.n_cells()).map(|at| self.neighbours(at)).collect())
    }

    /// The pairs of cells that share a side.
    pub(crate) fn pairs(self) -> Vec<(usize, usize)> {
        let later = |at: usize| {
            let near = self.neighbours(at).into_iter();
            near.filter(move |&other| at < other)
                .map(move |other| (at, other))
        };
        (0..self.n_cells()).flat_map(later).collect()
    }

    /// The squares of two by two cells.
    pub(crate) fn squares(self) -> Vec<[usize; 4]> {
        let mut squares = Vec::new();
        for row in 1..self.n_rows {
            for col in 1..self.n_cols {
                let at = row * self.n_cols + col;
                squares.push([at - self.n_cols - 1, at - self.n_cols, at - 1, at]);
            }
        }
        squares
    }
}
