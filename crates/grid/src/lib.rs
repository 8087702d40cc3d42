//! Grids of cells, and boards: drawings as data.
//!
//! A [`Grid`] has rows and columns. It provides each [`Cell`] with its neighbours, its rays in each [`Direction`],
//! its block, and the distances around obstacles. Cells are numbered row by row, so that a `Vec` indexed by
//! [`Grid::index`] holds one item per cell. Irregular shapes are a grid with obstacles.
//!
//! ```
//! use gridwright_grid::{Cell, Grid};
//!
//! let grid = Grid::new(3, 4)?;
//! let corner = Cell::new(0, 0);
//! assert_eq!(grid.neighbours4(corner).collect::<Vec<_>>(), [Cell::new(0, 1), Cell::new(1, 0)]);
//! assert_eq!(grid.index(Cell::new(1, 2)), 6);
//! assert_eq!(grid.distances(corner, |cell| cell.col != 1)[6], None);
//! # Ok::<(), gridwright_grid::GridError>(())
//! ```
//!
//! Coordinates count from 0, as `(row, col)`; a [`Cell`] is printed with coordinates from 1.
#![warn(missing_docs)]

pub mod board;
mod border;
mod direction;
mod grid;

pub use border::{Border, Corner};
pub use direction::Direction;
pub use grid::{Cell, Colour, Grid, GridError};
