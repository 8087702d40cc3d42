//! The givens of Hashiwokakero: islands on a grid, and the pairs of them that face each other.

use gridwright_grid::{Cell, Direction, Grid};

/// A board of islands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    pub(super) grid: Grid,
    /// The maximum number of bridges between two islands.
    pub(super) max_bridges: i32,
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
    /// The largest supported `max_bridges`: the number of an island is up to four times as large and must be written as one character.
    pub(super) const LARGEST_MAX_BRIDGES: i32 = 8;

    /// A board of islands, which are sorted into reading order. An error if two islands are in one cell or one is outside the grid, if a number is not from 1 to four times
    /// `max_bridges`, or if an island has no neighbour.
    pub(super) fn new(
        grid: Grid,
        max_bridges: i32,
        mut islands: Vec<Island>,
    ) -> Result<Instance, InstanceError> {
        if !(1..=Instance::LARGEST_MAX_BRIDGES).contains(&max_bridges) {
            let largest = Instance::LARGEST_MAX_BRIDGES;
            let what = format!("the maximum of bridges is from 1 to {largest}, not {max_bridges}");
            return Err(error(None, what));
        }
        islands.sort_by_key(|island| island.cell);
        let mut island_at = vec![None; grid.n_cells()];
        for (i, &Island { cell, bridges }) in islands.iter().enumerate() {
            if !grid.contains(cell) {
                return Err(error(cell, "an island outside the board"));
            }
            if island_at[grid.index(cell)].replace(i).is_some() {
                return Err(error(cell, "two islands in one cell"));
            }
            if bridges.is_some_and(|bridges| !(1..=4 * max_bridges).contains(&bridges)) {
                let what = format!("the number of an island is from 1 to {}", 4 * max_bridges);
                return Err(error(cell, what));
            }
        }
        let mut segments = Vec::new();
        let mut at = vec![Vec::new(); islands.len()];
        for (a, island) in islands.iter().enumerate() {
            for direction in [Direction::East, Direction::South] {
                let mut ray = grid.ray(island.cell, direction);
                if let Some(b) = ray.find_map(|cell| island_at[grid.index(cell)]) {
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
            max_bridges,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_boards_are_rejected() {
        let grid = Grid::new(2, 3).expect("a board");
        let island = |row, col, bridges| Island {
            cell: Cell::new(row, col),
            bridges,
        };
        let pair = |bridges| vec![island(0, 2, None), island(0, 0, bridges)];
        for (max_bridges, islands, expected) in [
            (
                0,
                pair(None),
                (None, "the maximum of bridges is from 1 to 8, not 0"),
            ),
            (
                9,
                pair(None),
                (None, "the maximum of bridges is from 1 to 8, not 9"),
            ),
            (
                2,
                pair(Some(0)),
                (Some((0, 0)), "the number of an island is from 1 to 8"),
            ),
            (
                3,
                pair(Some(13)),
                (Some((0, 0)), "the number of an island is from 1 to 12"),
            ),
            (
                2,
                vec![island(2, 0, None)],
                (Some((2, 0)), "an island outside the board"),
            ),
            (
                2,
                vec![island(0, 3, None)],
                (Some((0, 3)), "an island outside the board"),
            ),
            (
                2,
                vec![island(1, 1, None); 2],
                (Some((1, 1)), "two islands in one cell"),
            ),
            (2, Vec::new(), (None, "a board has at least one island")),
        ] {
            let error = Instance::new(grid, max_bridges, islands).expect_err("an invalid board");
            let cell = error.cell.map(|cell| (cell.row, cell.col));
            assert_eq!((cell, &error.message[..]), expected);
        }
        let instance = Instance::new(grid, 8, pair(Some(32))).expect("a board");
        assert_eq!(
            instance.islands,
            [island(0, 0, Some(32)), island(0, 2, None)]
        );
        assert_eq!(instance.segments, [Segment { a: 0, b: 1 }]);
    }
}
