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

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(rows: usize, cols: usize) -> Grid {
        Grid::new(rows, cols).expect("the shape is good")
    }

    fn shown(cells: impl IntoIterator<Item = Cell>) -> String {
        cells
            .into_iter()
            .map(|cell| cell.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn invalid_sizes_are_rejected() {
        let message =
            |result: Result<_, GridError>| result.map(|_: Grid| ()).map_err(|e| e.to_string());
        let empty = Err("a grid has at least one row and one column".to_owned());
        assert_eq!(message(Grid::new(0, 3)), empty);
        assert_eq!(message(Grid::new(3, 0)), empty);
        let large = Err("65536 by 65536 cells are too many".to_owned());
        assert_eq!(message(Grid::new(1 << 16, 1 << 16)), large);
        assert!(Grid::new(usize::MAX, 2).is_err());
    }

    #[test]
    fn cells_and_indices_are_inverse() {
        for (rows, cols) in [(1, 1), (1, 5), (4, 1), (3, 4)] {
            let grid = grid(rows, cols);
            let indices: Vec<usize> = grid.cells().map(|cell| grid.index(cell)).collect();
            assert_eq!(indices, (0..rows * cols).collect::<Vec<_>>());
            assert!(grid.cells().is_sorted());
        }
    }

    #[test]
    fn lines_and_blocks_partition_the_grid() {
        let grid = grid(4, 6);
        assert_eq!(shown(grid.row(1)), "r2c1 r2c2 r2c3 r2c4 r2c5 r2c6");
        assert_eq!(shown(grid.col(5)), "r1c6 r2c6 r3c6 r4c6");
        let blocks = grid.blocks(2, 3).expect("2 by 3 tiles 4 by 6");
        assert_eq!(blocks.len(), 4);
        assert_eq!(shown(blocks[1].clone()), "r1c4 r1c5 r1c6 r2c4 r2c5 r2c6");
        let mut all: Vec<Cell> = blocks.concat();
        all.sort();
        assert_eq!(all, grid.cells().collect::<Vec<_>>());
        for (height, width) in [(3, 3), (2, 4), (0, 3), (2, 0)] {
            assert_eq!(
                grid.blocks(height, width),
                Err(GridError::Uneven { height, width })
            );
        }
    }

    #[test]
    fn neighbours_are_mutual_sorted_and_near() {
        let grid = grid(4, 3);
        for cell in grid.cells() {
            let four: Vec<Cell> = grid.neighbours4(cell).collect();
            let eight: Vec<Cell> = grid.neighbours8(cell).collect();
            assert!(four.is_sorted() && eight.is_sorted());
            for other in grid.cells() {
                let (down, right) = (cell.row.abs_diff(other.row), cell.col.abs_diff(other.col));
                assert_eq!(four.contains(&other), down + right == 1);
                assert_eq!(eight.contains(&other), down.max(right) == 1);
            }
            assert!(four.iter().all(|other| other.colour() != cell.colour()));
        }
        assert_eq!(Cell::new(0, 0).colour(), Colour::Light);
    }

    #[test]
    fn rays_run_to_the_border() {
        let grid = grid(4, 5);
        let from = Cell::new(2, 1);
        let table = [
            (Direction::North, "r2c2 r1c2"),
            (Direction::NorthEast, "r2c3 r1c4"),
            (Direction::East, "r3c3 r3c4 r3c5"),
            (Direction::SouthEast, "r4c3"),
            (Direction::South, "r4c2"),
            (Direction::SouthWest, "r4c1"),
            (Direction::West, "r3c1"),
            (Direction::NorthWest, "r2c1"),
        ];
        for (direction, expected) in table {
            assert_eq!(shown(grid.ray(from, direction)), expected, "{direction:?}");
        }
    }

    #[test]
    fn edges_are_the_neighbours_once() {
        for (rows, cols) in [(1, 1), (1, 4), (3, 1), (3, 4)] {
            let grid = grid(rows, cols);
            let edges: Vec<_> = grid.edges().collect();
            assert!(edges.is_sorted());
            assert_eq!(edges.len(), rows * (cols - 1) + cols * (rows - 1));
            assert!(
                edges
                    .iter()
                    .all(|&(a, b)| a < b && grid.neighbours4(a).any(|c| c == b))
            );
        }
    }

    /// The distances from the cell marked `s` over a map with walls `#`, as one digit per cell.
    fn mapped(map: &[&str], king: bool) -> Vec<String> {
        let grid = Grid::new(map.len(), map[0].len()).expect("the map is a grid");
        let at = |cell: Cell| map[cell.row].as_bytes()[cell.col];
        let start = grid
            .cells()
            .find(|&cell| at(cell) == b's')
            .expect("the map has a start");
        let free = |cell| at(cell) != b'#';
        let distances = if king {
            grid.king_distances(start, free)
        } else {
            grid.distances(start, free)
        };
        let digit = |distance: &Option<usize>| distance.map_or("#".to_owned(), |d| d.to_string());
        let rows = distances.chunks(grid.cols());
        rows.map(|row| row.iter().map(digit).collect()).collect()
    }

    #[test]
    fn paths_lead_around_walls() {
        let map = ["s.#.", ".##.", "...."];
        assert_eq!(mapped(&map, false), ["01#7", "1##6", "2345"]);
        assert_eq!(mapped(&map, true), ["01#5", "1##4", "2234"]);
    }

    #[test]
    fn unreachable_cells_have_no_distance() {
        let map = ["s#.", "##."];
        assert_eq!(mapped(&map, false), ["0##", "###"]);
        assert_eq!(mapped(&map, true), ["0##", "###"]);
    }

    #[test]
    fn without_walls_distances_are_the_metric() {
        let grid = Grid::new(5, 7).expect("the shape is good");
        let from = Cell::new(3, 2);
        let steps = grid.distances(from, |_| true);
        let king = grid.king_distances(from, |_| true);
        for cell in grid.cells() {
            let (down, right) = (from.row.abs_diff(cell.row), from.col.abs_diff(cell.col));
            assert_eq!(steps[grid.index(cell)], Some(down + right));
            assert_eq!(king[grid.index(cell)], Some(down.max(right)));
        }
    }

    #[test]
    fn a_start_in_a_wall_reaches_nothing() {
        let grid = Grid::new(2, 2).expect("the shape is good");
        assert_eq!(
            grid.distances(Cell::new(0, 0), |cell| cell.row > 0),
            [None; 4]
        );
    }
}
