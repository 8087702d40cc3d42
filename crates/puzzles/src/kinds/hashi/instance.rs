//! The givens of Hashiwokakero: islands on a grid, and the pairs of them that face each other.

use gridwright_grid::{Cell, Direction, Grid};

/// A board of islands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    pub(super) grid: Grid,
    pub(super) most: i32,
    pub(super) islands: Vec<Island>,
    /// The pairs of islands that face each other, over water or adjacent, each once: ordered by the first island in reading order, east before south.
    pub(super) segments: Vec<Segment>,
    /// The indices of the segments at each island.
    pub(super) at: Vec<Vec<usize>>,
}

/// An island.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Island {
    pub(super) cell: Cell,
    /// Its number of bridges, if given.
    pub(super) bridges: Option<i32>,
}

/// Two islands that face each other, as indices in reading order; the first is above or to the left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Segment {
    pub(super) a: usize,
    pub(super) b: usize,
}

impl Instance {
    /// The largest supported maximum of bridges between two islands: the number of an island is up to four times as large and must be written as one character.
    pub(super) const LARGEST_MOST: i32 = 8;

    /// A board of islands in different cells of the grid, whose numbers are from 1 to four times `most`, the maximum of bridges between two islands. Islands are sorted into
    /// reading order.
    pub(super) fn new(
        grid: Grid,
        most: i32,
        mut islands: Vec<Island>,
    ) -> Result<Instance, InstanceError> {
        islands.sort_by_key(|island| island.cell);
        let mut place = vec![None; grid.n_cells()];
        for (i, island) in islands.iter().enumerate() {
            place[grid.index(island.cell)] = Some(i);
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
        let needs_neighbour = |i: usize| islands.len() > 1 || islands[i].bridges.is_some();
        if let Some(alone) = (0..islands.len()).find(|&i| at[i].is_empty() && needs_neighbour(i)) {
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

/// Why a board is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct InstanceError {
    /// The cell that is wrong; `None` for the whole board.
    pub(super) cell: Option<Cell>,
    pub(super) message: String,
}

fn error(cell: impl Into<Option<Cell>>, message: impl Into<String>) -> InstanceError {
    InstanceError {
        cell: cell.into(),
        message: message.into(),
    }
}
