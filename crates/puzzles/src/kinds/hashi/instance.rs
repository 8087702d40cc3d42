//! The givens of Hashiwokakero: islands on a grid, and the pairs of them that face each other.

use std::fmt;

use gridwright_grid::{Cell, Direction, Grid};

/// A board of islands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    pub(super) grid: Grid,
    pub(super) most: i32,
    pub(super) islands: Vec<Island>,
    /// The pairs of islands that face each other over water or side by side, each once: by the first island in reading order, east before south.
    pub(super) segments: Vec<Segment>,
    /// The segments at each island.
    pub(super) at: Vec<Vec<usize>>,
}

/// An island.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Island {
    /// Where it is.
    pub cell: Cell,
    /// How many bridges it has, if that is given.
    pub bridges: Option<i32>,
}

/// Two islands that face each other, by their places in reading order; the first is above or to the left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Segment {
    pub(super) a: usize,
    pub(super) b: usize,
}

impl Instance {
    /// The most bridges between two islands that a board may ask for: four sides of so many bridges still have one letter.
    pub const LARGEST_MOST: i32 = 8;

    /// A board. Islands are put into reading order; two islands are joined by at most `most` bridges, usually two.
    pub fn new(grid: Grid, most: i32, mut islands: Vec<Island>) -> Result<Instance, BadBoard> {
        if !(1..=Instance::LARGEST_MOST).contains(&most) {
            return Err(BadBoard::Most(most));
        }
        islands.sort_by_key(|island| island.cell);
        let mut place = vec![None; grid.n_cells()];
        for (i, island) in islands.iter().enumerate() {
            let cell = island.cell;
            if cell.row >= grid.rows() || cell.col >= grid.cols() {
                return Err(BadBoard::Outside(cell));
            }
            if place[grid.index(cell)].replace(i).is_some() {
                return Err(BadBoard::Twice(cell));
            }
            if let Some(bridges) = island.bridges
                && !(1..=4 * most).contains(&bridges)
            {
                return Err(BadBoard::Clue {
                    cell,
                    bridges,
                    largest: 4 * most,
                });
            }
        }
        let mut segments = Vec::new();
        let mut at = vec![Vec::new(); islands.len()];
        for (a, island) in islands.iter().enumerate() {
            for direction in [Direction::East, Direction::South] {
                let mut ray = grid.ray(island.cell, direction);
                if let Some(b) = ray.find_map(|cell| place[grid.index(cell)]) {
                    at[a].push(segments.len());
                    at[b].push(segments.len());
                    segments.push(Segment { a, b });
                }
            }
        }
        let wants_some = |i: usize| islands.len() > 1 || islands[i].bridges.is_some();
        if let Some(alone) = (0..islands.len()).find(|&i| at[i].is_empty() && wants_some(i)) {
            return Err(BadBoard::Alone(islands[alone].cell));
        }
        if islands.is_empty() {
            return Err(BadBoard::NoIsland);
        }
        Ok(Instance {
            grid,
            most,
            islands,
            segments,
            at,
        })
    }

    /// The shape of the board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// How many bridges may join two islands.
    pub fn most(&self) -> i32 {
        self.most
    }

    /// The islands in reading order.
    pub fn islands(&self) -> &[Island] {
        &self.islands
    }

    /// The cells of the two islands of a segment.
    pub(super) fn ends(&self, segment: Segment) -> (Cell, Cell) {
        (self.islands[segment.a].cell, self.islands[segment.b].cell)
    }

    /// The cells of water a segment runs over.
    pub(super) fn water(&self, segment: Segment) -> impl Iterator<Item = Cell> + use<> {
        let (a, b) = self.ends(segment);
        let step = (usize::from(a.row != b.row), usize::from(a.col != b.col));
        let length = (b.row - a.row) + (b.col - a.col);
        (1..length).map(move |i| Cell::new(a.row + i * step.0, a.col + i * step.1))
    }

    /// The island at the other end of a segment.
    pub(super) fn across(&self, segment: usize, island: usize) -> usize {
        let Segment { a, b } = self.segments[segment];
        if a == island { b } else { a }
    }
}

/// What is wrong with a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadBoard {
    /// So many bridges between two islands cannot be asked for.
    Most(i32),
    /// There is no island.
    NoIsland,
    /// An island lies outside the grid.
    Outside(Cell),
    /// Two islands lie in one cell.
    Twice(Cell),
    /// An island asks for none, or for more bridges than four sides can have.
    Clue {
        /// Where it is.
        cell: Cell,
        /// What it asks for.
        bridges: i32,
        /// What it may ask for.
        largest: i32,
    },
    /// An island has no other in its row or column.
    Alone(Cell),
}

impl BadBoard {
    /// The cell it is about.
    pub fn cell(self) -> Option<Cell> {
        match self {
            BadBoard::Most(_) | BadBoard::NoIsland => None,
            BadBoard::Outside(cell) | BadBoard::Twice(cell) | BadBoard::Alone(cell) => Some(cell),
            BadBoard::Clue { cell, .. } => Some(cell),
        }
    }
}

impl fmt::Display for BadBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadBoard::Most(most) => {
                let largest = Instance::LARGEST_MOST;
                write!(
                    f,
                    "two islands are joined by at most 1 to {largest} bridges, not {most}"
                )
            }
            BadBoard::NoIsland => f.write_str("a board has at least one island"),
            BadBoard::Outside(cell) => write!(f, "the island at {cell} lies outside the board"),
            BadBoard::Twice(cell) => write!(f, "two islands lie at {cell}"),
            BadBoard::Clue {
                cell,
                bridges,
                largest,
            } => write!(
                f,
                "the island at {cell} has {bridges} bridges, not 1 to {largest}"
            ),
            BadBoard::Alone(cell) => write!(
                f,
                "the island at {cell} has no neighbour: expected another island in its row or column"
            ),
        }
    }
}

impl std::error::Error for BadBoard {}
