//! The eight directions, clockwise from north.

/// A direction from a cell to one of its up to eight neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Towards row 0.
    North,
    /// Up and right.
    NorthEast,
    /// Towards the last column.
    East,
    /// Down and right.
    SouthEast,
    /// Towards the last row.
    South,
    /// Down and left.
    SouthWest,
    /// Towards column 0.
    West,
    /// Up and left.
    NorthWest,
}

use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Direction; 8] = [
        North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest,
    ];

    /// The four along rows and columns, in reading order of the cells they lead to.
    pub const ORTHOGONAL: [Direction; 4] = [North, West, East, South];

    /// All eight, in reading order of the cells they lead to.
    pub(crate) const READING: [Direction; 8] = [
        NorthWest, North, NorthEast, West, East, SouthWest, South, SouthEast,
    ];

    /// The step as differences of row and column.
    pub fn step(self) -> (isize, isize) {
        match self {
            North => (-1, 0),
            NorthEast => (-1, 1),
            East => (0, 1),
            SouthEast => (1, 1),
            South => (1, 0),
            SouthWest => (1, -1),
            West => (0, -1),
            NorthWest => (-1, -1),
        }
    }

    /// Its abbreviation: `n`, `ne`, `e` and so on.
    pub fn abbreviation(self) -> &'static str {
        ["n", "ne", "e", "se", "s", "sw", "w", "nw"][self as usize]
    }

    /// The opposite direction.
    pub fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 4) % 8]
    }

    /// Whether this runs along a row or a column.
    pub fn is_orthogonal(self) -> bool {
        matches!(self, North | East | South | West)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lists_contain_the_same_directions() {
        let mut reading = Direction::READING;
        assert!(reading.is_sorted_by_key(|direction| direction.step()));
        reading.sort();
        assert_eq!(reading, Direction::ALL);
        let orthogonal: Vec<Direction> = Direction::READING
            .into_iter()
            .filter(|direction| direction.is_orthogonal())
            .collect();
        assert_eq!(orthogonal, Direction::ORTHOGONAL);
    }
}
