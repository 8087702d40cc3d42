//! Loops along the lines of a lattice of points: a variable per edge, 1 if the loop runs along it, first the edges of each row
//! of points, then those from each row to the next.

use gridwright_proof::{Constraint, Domain, Statement};

use crate::build::Build;

/// The size of a lattice, in points.
#[derive(Clone, Copy)]
pub(crate) struct Lattice {
    pub(crate) n_rows: usize,
    pub(crate) n_cols: usize,
}

impl Lattice {
    /// The edge from a point to the next of its row.
    pub(crate) fn along(self, row: usize, col: usize) -> u32 {
        (row * (self.n_cols - 1) + col) as u32
    }

    /// The edge from a point to the one below.
    pub(crate) fn upright(self, row: usize, col: usize) -> u32 {
        (self.n_rows * (self.n_cols - 1) + row * self.n_cols + col) as u32
    }

    /// The edges at a point: up, left, right, down; `None` at the rim.
    pub(crate) fn around(self, row: usize, col: usize) -> [Option<u32>; 4] {
        [
            (row > 0).then(|| self.upright(row - 1, col)),
            (col > 0).then(|| self.along(row, col - 1)),
            (col + 1 < self.n_cols).then(|| self.along(row, col)),
            (row + 1 < self.n_rows).then(|| self.upright(row, col)),
        ]
    }

    /// A statement that some edges form one loop.
    pub(crate) fn state(self) -> Statement {
        let mut statement = Statement::default();
        let mut edges = Vec::new();
        for at in 0..self.n_rows * self.n_cols {
            let (row, col) = (at / self.n_cols, at % self.n_cols);
            let [_, _, right, down] = self.around(row, col);
            edges.extend(right.map(|edge| (at, at + 1, edge)));
            edges.extend(down.map(|edge| (at, at + self.n_cols, edge)));
        }
        for _ in &edges {
            statement.add_key(Domain::range(0, 1));
        }
        statement.constraints.push(Constraint::Loop {
            n_nodes: self.n_rows * self.n_cols,
            edges,
        });
        statement
    }
}
