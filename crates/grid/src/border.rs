//! Borders and corners of cells: where edge clues, loops around cells and corner clues are.

use std::fmt;

use crate::grid::{Cell, Grid};

/// One side of a cell. A side that two cells share is one border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Border {
    /// The row of the cell below it, or of the cells at its sides.
    pub row: usize,
    /// The column of the cell to its right, or of the cells above and below it.
    pub col: usize,
    /// Whether it runs from top to bottom, at the left side of its cell; else it runs along the upper side.
    pub is_vertical: bool,
}

/// A point where grid lines meet, as row and column from 0; a grid of 3 by 3 cells has 4 by 4 corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Corner {
    /// The row of the cells below it.
    pub row: usize,
    /// The column of the cells to its right.
    pub col: usize,
}

impl Border {
    /// The upper side of a cell.
    pub fn above(cell: Cell) -> Border {
        let Cell { row, col } = cell;
        Border {
            row,
            col,
            is_vertical: false,
        }
    }

    /// The lower side of a cell.
    pub fn below(cell: Cell) -> Border {
        Border::above(Cell::new(cell.row + 1, cell.col))
    }

    /// The left side of a cell.
    pub fn left_of(cell: Cell) -> Border {
        let Cell { row, col } = cell;
        Border {
            row,
            col,
            is_vertical: true,
        }
    }

    /// The right side of a cell.
    pub fn right_of(cell: Cell) -> Border {
        Border::left_of(Cell::new(cell.row, cell.col + 1))
    }

    /// The four sides of a cell: above, left, right, below.
    pub fn around(cell: Cell) -> [Border; 4] {
        [
            Border::above(cell),
            Border::left_of(cell),
            Border::right_of(cell),
            Border::below(cell),
        ]
    }

    /// The side that two cells share, if they do.
    pub fn between(a: Cell, b: Cell) -> Option<Border> {
        let (a, b) = (a.min(b), a.max(b));
        match (b.row - a.row, b.col.checked_sub(a.col)) {
            (1, Some(0)) => Some(Border::below(a)),
            (0, Some(1)) => Some(Border::right_of(a)),
            _ => None,
        }
    }

    /// The one or two cells of the grid that have this side, in reading order.
    pub fn cells(self, grid: &Grid) -> Vec<Cell> {
        let before = match self.is_vertical {
            true => self.col.checked_sub(1).map(|col| Cell::new(self.row, col)),
            false => self.row.checked_sub(1).map(|row| Cell::new(row, self.col)),
        };
        let both = [before, Some(Cell::new(self.row, self.col))];
        let found = both.into_iter().flatten();
        found.filter(|cell| grid.contains(*cell)).collect()
    }

    /// Its two ends, in reading order.
    pub fn ends(self) -> [Corner; 2] {
        let Border { row, col, .. } = self;
        let end = match self.is_vertical {
            true => Corner { row: row + 1, col },
            false => Corner { row, col: col + 1 },
        };
        [Corner { row, col }, end]
    }

    /// All borders of a grid, those along rows first, each in reading order.
    pub fn all(grid: &Grid) -> impl Iterator<Item = Border> + use<> {
        let (rows, cols) = (grid.rows(), grid.cols());
        let along = (0..=rows).flat_map(move |row| (0..cols).map(move |col| (row, col, false)));
        let upright = (0..rows).flat_map(move |row| (0..=cols).map(move |col| (row, col, true)));
        along.chain(upright).map(|(row, col, is_vertical)| Border {
            row,
            col,
            is_vertical,
        })
    }
}

impl fmt::Display for Border {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = Cell::new(self.row, self.col);
        match (self.is_vertical, self.row, self.col) {
            (true, row, col) if col > 0 => {
                write!(f, "the right side of {}", Cell::new(row, col - 1))
            }
            (true, ..) => write!(f, "the left side of {cell}"),
            (false, row, col) if row > 0 => {
                write!(f, "the lower side of {}", Cell::new(row - 1, col))
            }
            (false, ..) => write!(f, "the upper side of {cell}"),
        }
    }
}

impl Corner {
    /// The up to four cells of the grid that meet at this corner, in reading order.
    pub fn cells(self, grid: &Grid) -> Vec<Cell> {
        let mut found = Vec::new();
        for row in [self.row.checked_sub(1), Some(self.row)] {
            for col in [self.col.checked_sub(1), Some(self.col)] {
                if let (Some(row), Some(col)) = (row, col) {
                    found.push(Cell::new(row, col));
                }
            }
        }
        found.retain(|cell| grid.contains(*cell));
        found
    }

    /// The up to four borders of the grid that meet at this corner: those above, to the left, to the right, below.
    pub fn borders(self, grid: &Grid) -> Vec<Border> {
        let Corner { row, col } = self;
        let upright = |row| Border {
            row,
            col,
            is_vertical: true,
        };
        let along = |col| Border {
            row,
            col,
            is_vertical: false,
        };
        let all = [
            row.checked_sub(1).map(upright),
            col.checked_sub(1).map(along),
            (col < grid.cols()).then(|| along(col)),
            (row < grid.rows()).then(|| upright(row)),
        ];
        all.into_iter().flatten().collect()
    }

    /// All corners of a grid, in reading order.
    pub fn all(grid: &Grid) -> impl Iterator<Item = Corner> + use<> {
        let (rows, cols) = (grid.rows(), grid.cols());
        (0..=rows).flat_map(move |row| (0..=cols).map(move |col| Corner { row, col }))
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.row, self.col) {
            (0, 0) => write!(f, "the upper left corner of {}", Cell::new(0, 0)),
            (0, col) => write!(f, "the upper right corner of {}", Cell::new(0, col - 1)),
            (row, 0) => write!(f, "the lower left corner of {}", Cell::new(row - 1, 0)),
            (row, col) => write!(
                f,
                "the lower right corner of {}",
                Cell::new(row - 1, col - 1)
            ),
        }
    }
}
