//! The grid lines of a board: between which cells, how heavy, and what meets at a corner.
//!
//! Cells outside have no lines of their own: the frame follows the edge of the board. Adjacent obstacles merge.

use crate::board::{Background, Board, Form, Weight};
use crate::{Border, Cell};

/// The lines of a board.
pub(crate) struct Lines<'b> {
    board: &'b Board,
    /// Borders with a line of their own, sorted.
    drawn: Vec<Border>,
}

/// The weights of the lines that meet at a corner: up, right, down, left.
pub(crate) type Corner = [Weight; 4];

impl<'b> Lines<'b> {
    pub(crate) fn of(board: &'b Board) -> Lines<'b> {
        let drawn = Vec::new();
        Lines { board, drawn }
    }

    /// The lines of a board together with its shapes that are lines along borders, which are thick.
    pub(crate) fn with_shapes(board: &'b Board) -> Lines<'b> {
        let borders = board.shapes.iter().filter_map(|shape| match shape.form {
            Form::BorderLine(border) => Some(border),
            _ => None,
        });
        let mut drawn: Vec<Border> = borders.collect();
        drawn.sort_unstable();
        Lines { board, drawn }
    }

    fn is_drawn(&self, row: usize, col: usize, is_vertical: bool) -> bool {
        let border = Border {
            row,
            col,
            is_vertical,
        };
        self.drawn.binary_search(&border).is_ok()
    }

    /// The vertical line before column `col` in a row; there is one more than columns.
    pub(crate) fn vertical(&self, row: usize, col: usize) -> Weight {
        if self.is_drawn(row, col, true) {
            return Weight::Thick;
        }
        self.between(
            self.background(Some(row), col.checked_sub(1)),
            self.background(Some(row), Some(col)),
            |board| board.tile(Cell::new(row, col - 1)).east,
        )
    }

    /// The horizontal line above row `row` in a column; there is one more than rows.
    pub(crate) fn horizontal(&self, row: usize, col: usize) -> Weight {
        if self.is_drawn(row, col, false) {
            return Weight::Thick;
        }
        self.between(
            self.background(row.checked_sub(1), Some(col)),
            self.background(Some(row), Some(col)),
            |board| board.tile(Cell::new(row - 1, col)).south,
        )
    }

    /// The lines that meet at the upper left corner of a cell.
    pub(crate) fn corner(&self, row: usize, col: usize) -> Corner {
        let (rows, cols) = (self.board.rows, self.board.cols);
        let up = row.checked_sub(1).map(|row| self.vertical(row, col));
        let right = (col < cols).then(|| self.horizontal(row, col));
        let down = (row < rows).then(|| self.vertical(row, col));
        let left = col.checked_sub(1).map(|col| self.horizontal(row, col));
        [up, right, down, left].map(|weight| weight.unwrap_or(Weight::None))
    }

    /// Whether all cells that meet at the upper left corner of a cell are obstacles.
    pub(crate) fn is_blocked(&self, row: usize, col: usize) -> bool {
        [row.checked_sub(1), Some(row)].into_iter().all(|row| {
            let cols = [col.checked_sub(1), Some(col)];
            cols.into_iter()
                .all(|col| self.background(row, col) == Background::Block)
        })
    }

    /// The background of a cell; beyond the board it is outside.
    pub(crate) fn background(&self, row: Option<usize>, col: Option<usize>) -> Background {
        match (row, col) {
            (Some(row), Some(col)) if row < self.board.rows && col < self.board.cols => {
                self.board.tile(Cell::new(row, col)).background
            }
            _ => Background::Outside,
        }
    }

    fn between(&self, a: Background, b: Background, own: impl Fn(&Board) -> Weight) -> Weight {
        match (a, b) {
            (Background::Outside, Background::Outside) | (Background::Block, Background::Block) => {
                Weight::None
            }
            (Background::Outside, _) | (_, Background::Outside) => self.board.frame,
            _ => own(self.board),
        }
    }
}
