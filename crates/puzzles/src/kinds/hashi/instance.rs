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
    /// The largest maximum of bridges between two islands: four times it still has one letter.
    pub const LARGEST_MOST: i32 = 8;

    /// A board. Islands are sorted into reading order; at most `most` bridges join two islands.
    pub fn new(grid: Grid, most: i32, mut islands: Vec<Island>) -> Result<Instance, InstanceError> {
        if !(1..=Instance::LARGEST_MOST).contains(&most) {
            let largest = Instance::LARGEST_MOST;
            let what = format!(
                "the maximum of bridges between two islands is from 1 to {largest}, not {most}"
            );
            return Err(error(None, what));
        }
        islands.sort_by_key(|island| island.cell);
        let mut place = vec![None; grid.n_cells()];
        for (i, island) in islands.iter().enumerate() {
            let cell = island.cell;
            if cell.row >= grid.rows() || cell.col >= grid.cols() {
                return Err(error(cell, "an island outside the board"));
            }
            if place[grid.index(cell)].replace(i).is_some() {
                return Err(error(cell, "two islands in one cell"));
            }
            if let Some(bridges) = island.bridges
                && !(1..=4 * most).contains(&bridges)
            {
                let what = format!(
                    "an island with {bridges} bridges: expected 1 to {}",
                    4 * most
                );
                return Err(error(cell, what));
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
            let what = "an island with no neighbour: expected another island in its row or column";
            return Err(error(islands[alone].cell, what));
        }
        if islands.is_empty() {
            return Err(error(None, "a board has at least one island"));
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

/// What is wrong with a board, and the cell it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstanceError {
    /// The cell, unless it is the whole board.
    pub cell: Option<Cell>,
    /// What is wrong.
    pub message: String,
}

fn error(cell: impl Into<Option<Cell>>, message: impl Into<String>) -> InstanceError {
    InstanceError {
        cell: cell.into(),
        message: message.into(),
    }
}

impl fmt::Display for InstanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cell {
            Some(cell) => write!(f, "{cell}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for InstanceError {}
