//! Grids, their cells, and distances around obstacles.

use std::collections::VecDeque;
use std::fmt;

use crate::direction::Direction;

/// A grid of rows and columns, at least one of each. It stores no cell contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    rows: usize,
    cols: usize,
}

/// A cell of a grid, as row and column from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row, from the top.
    pub row: usize,
    /// The column, from the left.
    pub col: usize,
}

/// The two colours of a chequered board; orthogonal neighbours always differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// The colour of the top left cell.
    Light,
    /// The other colour.
    Dark,
}

/// Why a grid or its blocks cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridError {
    /// A grid without cells.
    Empty,
    /// More cells than [`Grid::MAX_CELLS`].
    TooLarge {
        /// The requested rows.
        rows: usize,
        /// The requested columns.
        cols: usize,
    },
    /// Blocks that do not tile the grid.
    Uneven {
        /// The height of a block.
        height: usize,
        /// The width of a block.
        width: usize,
    },
}

impl Grid {
    /// The maximum number of cells: cell indices must fit into the values of 32-bit variables.
    pub const MAX_CELLS: usize = i32::MAX as usize;

    /// A grid of `rows` by `cols` cells.
    pub fn new(rows: usize, cols: usize) -> Result<Grid, GridError> {
        match rows.checked_mul(cols) {
            Some(0) => Err(GridError::Empty),
            Some(n_cells) if n_cells <= Grid::MAX_CELLS => Ok(Grid { rows, cols }),
            _ => Err(GridError::TooLarge { rows, cols }),
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The number of cells.
    pub fn n_cells(&self) -> usize {
        self.rows * self.cols
    }

    /// Whether `cell` is on the grid.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.col < self.cols
    }

    /// The index of `cell` in reading order. The cell must be on the grid.
    pub fn index(&self, cell: Cell) -> usize {
        debug_assert!(self.contains(cell), "{cell} is not on the grid");
        cell.row * self.cols + cell.col
    }

    /// The cell with an index in reading order, which must exist.
    pub fn cell(&self, index: usize) -> Cell {
        debug_assert!(index < self.n_cells(), "no cell has the number {index}");
        Cell::new(index / self.cols, index % self.cols)
    }

    /// All cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let grid = *self;
        (0..grid.n_cells()).map(move |index| grid.cell(index))
    }

    /// The cells of a row, from the left.
    pub fn row(&self, row: usize) -> impl Iterator<Item = Cell> + use<> {
        (0..self.cols).map(move |col| Cell::new(row, col))
    }

    /// The cells of a column, from the top.
    pub fn col(&self, col: usize) -> impl Iterator<Item = Cell> + use<> {
        (0..self.rows).map(move |row| Cell::new(row, col))
    }

    /// The blocks of `height` by `width` cells in reading order, each with its cells in reading order.
    pub fn blocks(&self, height: usize, width: usize) -> Result<Vec<Vec<Cell>>, GridError> {
        let tiles = |whole: usize, part: usize| part > 0 && whole.is_multiple_of(part);
        if !tiles(self.rows, height) || !tiles(self.cols, width) {
            return Err(GridError::Uneven { height, width });
        }
        let mut blocks = Vec::new();
        for top in (0..self.rows).step_by(height) {
            for left in (0..self.cols).step_by(width) {
                let rows = top..top + height;
                let cells =
                    rows.flat_map(|row| (left..left + width).map(move |col| Cell::new(row, col)));
                blocks.push(cells.collect());
            }
        }
        Ok(blocks)
    }

    /// The cell one step from `cell`, unless that is off the grid.
    pub fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (down, right) = direction.step();
        let to = Cell::new(
            cell.row.checked_add_signed(down)?,
            cell.col.checked_add_signed(right)?,
        );
        self.contains(to).then_some(to)
    }

    /// The cells from `cell` in one direction, nearest first, without itself.
    pub fn ray(&self, cell: Cell, direction: Direction) -> impl Iterator<Item = Cell> + use<> {
        let grid = *self;
        std::iter::successors(grid.step(cell, direction), move |&last| {
            grid.step(last, direction)
        })
    }

    /// The up to four cells that share a side with `cell`, in reading order.
    pub fn neighbours4(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let grid = *self;
        Direction::ORTHOGONAL
            .into_iter()
            .filter_map(move |direction| grid.step(cell, direction))
    }

    /// The up to eight cells that share a side or a corner with `cell`, in reading order.
    pub fn neighbours8(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let grid = *self;
        Direction::READING
            .into_iter()
            .filter_map(move |direction| grid.step(cell, direction))
    }

    /// The pairs of cells that share a side, each once and in reading order.
    pub fn edges(&self) -> impl Iterator<Item = (Cell, Cell)> + use<> {
        let grid = *self;
        grid.cells().flat_map(move |cell| {
            let onward = [Direction::East, Direction::South];
            let ends = onward
                .into_iter()
                .filter_map(move |direction| grid.step(cell, direction));
            ends.map(move |end| (cell, end))
        })
    }

    /// The smallest number of steps from `from` to each cell, by index, over sides and through free cells only;
    /// `None` for cells that cannot be reached. Linear in the number of cells.
    pub fn distances(&self, from: Cell, free: impl Fn(Cell) -> bool) -> Vec<Option<usize>> {
        self.breadth_first(from, free, |cell| self.neighbours4(cell))
    }

    /// [`Grid::distances`] with steps over sides and corners (king moves).
    pub fn king_distances(&self, from: Cell, free: impl Fn(Cell) -> bool) -> Vec<Option<usize>> {
        self.breadth_first(from, free, |cell| self.neighbours8(cell))
    }

    fn breadth_first<I: Iterator<Item = Cell>>(
        &self,
        from: Cell,
        free: impl Fn(Cell) -> bool,
        neighbours: impl Fn(Cell) -> I,
    ) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.n_cells()];
        let mut queue = VecDeque::new();
        if free(from) {
            distances[self.index(from)] = Some(0);
            queue.push_back((from, 0));
        }
        while let Some((cell, distance)) = queue.pop_front() {
            for next in neighbours(cell) {
                let entry = &mut distances[self.index(next)];
                if entry.is_none() && free(next) {
                    *entry = Some(distance + 1);
                    queue.push_back((next, distance + 1));
                }
            }
        }
        distances
    }
}

impl Cell {
    /// The cell at `row` and `col`, both from 0.
    pub const fn new(row: usize, col: usize) -> Cell {
        Cell { row, col }
    }

    /// Its colour on a chequered board.
    pub fn colour(self) -> Colour {
        if (self.row ^ self.col) & 1 == 0 {
            Colour::Light
        } else {
            Colour::Dark
        }
    }
}

impl fmt::Display for Cell {
    /// Counted from 1: `r1c1` is the top left cell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.col + 1)
    }
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridError::Empty => f.write_str("a grid has at least one row and one column"),
            GridError::TooLarge { rows, cols } => write!(f, "{rows} by {cols} cells are too many"),
            GridError::Uneven { height, width } => {
                write!(
                    f,
                    "blocks of {height} by {width} cells do not tile the grid"
                )
            }
        }
    }
}

impl std::error::Error for GridError {}
